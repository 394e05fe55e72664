import Text

// The keys by which names of places are compared. Pure: the same text gives the same key on every host.
// A key that begins another text's key stays its beginning, however much of the text was typed.

/// Returns a text as search compares it: lower case, without accents, hamza, vowel signs or articles,
/// with one space between its words.
///
/// Used for stored names and for what people type, so both lose the same. `الأحساء`,
/// `الاحساء` and `احساء` have one key, and so have `Ar-Riyāḑ`, `ar riyad` and `riyad`. Letters of other
/// scripts stay as they are. Empty for a text without a letter or digit.
public func searchKey(_ text: String) -> String {
    withoutArticles(foldedWords(text)).joined(separator: " ")
}

/// The version of the folding and of what is stored with a key. Stored keys are made again when it changes.
public let searchKeyVersion = 2

/// Returns the keys by which a name is found.
///
/// - Parameter eachWord: true if the ends of the name, from each word on, are keys as well.
/// - Returns: the keys of the whole name (as it is, without articles, and with a Latin article
///   joined to its word, as in `alkhobar`), and those of its ends.
func searchKeys(of name: String, eachWord: Bool) -> (whole: Set<String>, ends: Set<String>) {
    let words = foldedWords(name)
    guard !words.isEmpty else { return ([], []) }
    let forms = [words, withoutArticles(words), withJoinedArticles(words)]
    let whole = Set(forms.map { $0.joined(separator: " ") })
    guard eachWord else { return (whole, []) }
    let ends = forms.flatMap { form in form.indices.dropFirst().map { form[$0...].joined(separator: " ") } }
    return (whole, Set(ends).subtracting(whole))
}

/// Returns a name in lower-case ASCII for an address, as in `ar-riyad`; empty if it has no Latin letter or digit.
func slug(of name: String) -> String {
    let words = foldedWords(name).filter { $0.utf8.allSatisfy { $0 < 0x80 } }
    return String(words.joined(separator: "-").prefix(80)).trimmed("-")
}

/// The Arabic article as Latin letters write it, assimilated to the next letter or not.
private let latinArticles: Set<String> = [
    "al", "el", "ul", "ad", "ed", "an", "en", "ar", "er", "as", "es", "ash", "esh", "at", "et", "ath", "az", "ez",
]

/// Removes articles: a Latin one before another word, and `ال` at the start of an Arabic word. An article
/// with nothing after it is kept, so that a word still being typed is not lost.
private func withoutArticles(_ words: [String]) -> [String] {
    words.enumerated().compactMap { number, word in
        if number < words.count - 1, latinArticles.contains(word) { return nil }
        let scalars = word.unicodeScalars
        guard scalars.count > 2, scalars.starts(with: "\u{627}\u{644}".unicodeScalars) else { return word }
        return String(String.UnicodeScalarView(scalars.dropFirst(2)))
    }
}

private func withJoinedArticles(_ words: [String]) -> [String] {
    var joined: [String] = [], article = ""
    for (number, word) in words.enumerated() {
        if number < words.count - 1, article.isEmpty, latinArticles.contains(word) {
            article = word
        } else {
            joined.append(article + word)
            article = ""
        }
    }
    return joined
}

extension String {
    fileprivate func trimmed(_ character: Character) -> String {
        let rest = drop { $0 == character }
        guard let last = rest.lastIndex(where: { $0 != character }) else { return "" }
        return String(rest[...last])
    }
}
