// The keys by which names of places are compared. Pure: the same text gives the same key on every host.
// A key that begins another text's key stays its beginning, however much of the text was typed.

/// Returns a text as search compares it: lower case, without accents, hamza, vowel signs or articles,
/// with one space between its words.
///
/// Used for stored names and for what people type, so both lose the same. `الأحساء`,
/// `الاحساء` and `احساء` have one key, and so have `Ar-Riyāḑ`, `ar riyad` and `riyad`. Letters of other
/// scripts stay as they are. Empty for a text without a letter or digit.
public func searchKey(_ text: String) -> String {
    withoutArticles(searchWords(text)).joined(separator: " ")
}

/// The version of the folding. Stored keys are made again when it changes.
public let searchKeyVersion = 1

/// Returns the keys by which a name is found.
///
/// - Parameter eachWord: true if the ends of the name, from each word on, are keys as well.
/// - Returns: the keys of the whole name (as it is, without articles, and with a Latin article
///   joined to its word, as in `alkhobar`), and those of its ends.
func searchKeys(of name: String, eachWord: Bool) -> (whole: Set<String>, ends: Set<String>) {
    let words = searchWords(name)
    guard !words.isEmpty else { return ([], []) }
    let forms = [words, withoutArticles(words), withJoinedArticles(words)]
    let whole = Set(forms.map { $0.joined(separator: " ") })
    guard eachWord else { return (whole, []) }
    let ends = forms.flatMap { form in form.indices.dropFirst().map { form[$0...].joined(separator: " ") } }
    return (whole, Set(ends).subtracting(whole))
}

/// Returns a name in lower-case ASCII for an address, as in `ar-riyad`; empty if it has no Latin letter or digit.
func slug(of name: String) -> String {
    let words = searchWords(name).filter { $0.utf8.allSatisfy { $0 < 0x80 } }
    return String(words.joined(separator: "-").prefix(80)).trimmed("-")
}

/// Returns the folded words of a text.
private func searchWords(_ text: String) -> [String] {
    var words: [String] = [], word = ""
    for scalar in text.unicodeScalars {
        if let letters = folded(scalar) {
            word += letters
        } else if !word.isEmpty {
            words.append(word)
            word = ""
        }
    }
    return word.isEmpty ? words : words + [word]
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

/// Returns the letters that replace one scalar. They are empty if it vanishes inside its word (accents,
/// vowel signs, tatweel, apostrophes, hamza), nil if it separates words.
private func folded(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x61...0x7A, 0x30...0x39: return String(scalar)
    case 0x41...0x5A: return String(UnicodeScalar(UInt8(scalar.value) + 0x20))
    case 0x27: return ""
    case 0..<0x80: return nil
    default: break
    }
    if let letters = folding[scalar] { return letters }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .modifierLetter:
        return ""
    case .uppercaseLetter, .titlecaseLetter:
        // A few have no lower case; asking again would never end.
        let lower = properties.lowercaseMapping.unicodeScalars
        return lower.elementsEqual([scalar]) ? String(scalar) : lower.map { folded($0) ?? "" }.joined()
    case .lowercaseLetter, .otherLetter, .spacingMark:
        return String(scalar)
    case .decimalNumber:
        return properties.numericValue.map { String(Int($0)) }
    default:
        return nil
    }
}

private let folding: [Unicode.Scalar: String] = {
    var folding: [Unicode.Scalar: String] = [:]
    for (letters, variants) in folds {
        for scalar in variants.unicodeScalars { folding[scalar] = letters }
    }
    return folding
}()

/// Replacements, each with the letters it stands for. The accented Latin letters are those of Unicode 15
/// whose compatibility decomposition is one ASCII letter and marks.
private let folds: [(String, String)] = [
    ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ"), ("b", "ḃḅḇ"), ("c", "çćĉċčḉ"), ("d", "ďḋḍḏḑḓđð"),
    ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệəǝ"), ("f", "ḟ"), ("g", "ĝğġģǧǵḡ"), ("h", "ĥȟḣḥḧḩḫẖħ"),
    ("i", "ìíîïĩīĭįǐȉȋḭḯỉịı"), ("j", "ĵǰ"), ("k", "ķǩḱḳḵ"), ("l", "ĺļľḷḹḻḽł"), ("m", "ḿṁṃ"),
    ("n", "ñńņňǹṅṇṉṋŋ"), ("o", "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợø"), ("p", "ṕṗ"), ("r", "ŕŗřȑȓṙṛṝṟ"),
    ("s", "śŝşšſșṡṣṥṧṩẛ"), ("t", "ţťțṫṭṯṱẗŧ"), ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"), ("v", "ṽṿ"),
    ("w", "ŵẁẃẅẇẉẘ"), ("x", "ẋẍ"), ("y", "ýÿŷȳẏẙỳỵỷỹ"), ("z", "źżžẑẓẕ"),
    ("ss", "ß"), ("ae", "æ"), ("oe", "œ"), ("th", "þ"),
    // Apostrophes, and what transliterations write for hamza and ayn.
    ("", "’‘ʼʻʿʾʹʺ´ˈ"),
    // Arabic: one alef, one yeh, one heh; hamza and tatweel are not written by everyone.
    ("\u{627}", "\u{623}\u{625}\u{622}\u{671}"),
    ("\u{64A}", "\u{649}\u{626}\u{6CC}\u{6D2}\u{6CE}\u{6D0}\u{6CD}"),
    ("\u{648}", "\u{624}\u{6C6}\u{6C7}\u{6C8}\u{6CB}"),
    ("\u{647}", "\u{629}\u{6C1}\u{6C3}\u{6BE}\u{6D5}\u{6C0}\u{6C2}"),
    ("", "\u{621}\u{640}"),
    // Letters of Persian, Urdu and Kurdish, as an Arabic keyboard writes them.
    ("\u{643}", "\u{6A9}\u{6AF}\u{6AA}"), ("\u{628}", "\u{67E}"), ("\u{62C}", "\u{686}"),
    ("\u{641}", "\u{6A4}"), ("\u{632}", "\u{698}"), ("\u{62A}", "\u{679}"), ("\u{62F}", "\u{688}"),
    ("\u{631}", "\u{691}\u{695}"), ("\u{644}", "\u{6B5}"), ("\u{646}", "\u{6BA}"),
]
