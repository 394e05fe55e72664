/// The longest part of a word that is compared, in scalars.
private let mostLetters = 24

/// Returns the forms by which a word is stored and searched: the word, and an Arabic word without its article and what
/// is joined to the article, so that `اجتماع` finds `الاجتماع`, and `المكتب` finds `بالمكتب`.
///
/// The forms are guessed from the letters. `بالونات` is no word with an article; it is found by two forms, which does
/// no harm.
///
/// - Parameter word: folded.
func wordForms(_ word: String) -> [String] {
    let letters = word.unicodeScalars, rest = letters.dropFirst(articleLength(word))
    return rest.count == letters.count
        ? [cut(letters[...])] : [cut(letters[...]), cut(rest)]
}

/// Returns the number of letters of a folded word that are its article with what is joined to it; 0 if it has none.
func articleLength(_ word: String) -> Int {
    let letters = word.unicodeScalars
    for (article, rest) in articles
    where letters.starts(with: article) && letters.count >= article.count + rest {
        return article.count
    }
    return 0
}

private func cut(_ letters: Substring.UnicodeScalarView) -> String {
    String(String.UnicodeScalarView(letters.prefix(mostLetters)))
}

/// Articles, the longest first, each with the letters that a word has after it at least: `والد` is a father.
private let articles: [(letters: [Unicode.Scalar], rest: Int)] = [
    ("وال", 3), ("بال", 3), ("كال", 3), ("فال", 3), ("لل", 3), ("ال", 2),
].map { (Array($0.unicodeScalars), $1) }
