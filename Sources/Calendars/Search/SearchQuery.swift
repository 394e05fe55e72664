package import Storage
import Text

/// The words that somebody searches for. All of them must be in an object, in any order; words in quotation marks
/// stand beside each other.
package struct SearchQuery: Sendable, Hashable {
    package let terms: [SearchTerm]

    /// The reason for not searching.
    package enum Refusal: Error, Sendable, Hashable {
        /// There is no letter and no digit.
        case empty
        /// It has more characters or words than a search takes.
        case tooLong
    }

    /// The most characters and words of a search.
    package static let mostCharacters = 200, mostWords = 16

    package init(_ text: String) throws(Refusal) {
        guard text.utf8.count <= Self.mostCharacters * 4, text.unicodeScalars.count <= Self.mostCharacters
        else { throw .tooLong }
        var terms: [SearchTerm] = [], words = 0
        // Every second part is between quotation marks. One that is not closed is like none.
        let parts = text.split(omittingEmptySubsequences: false) { quotationMarks.contains($0) }
        for (number, part) in parts.enumerated() {
            let folded = foldedWords(String(part))
            words += folded.count
            if number % 2 == 1, number < parts.count - 1 {
                terms += Self.phrase(folded)
            } else {
                terms += folded.map(Self.term)
            }
        }
        guard words <= Self.mostWords else { throw .tooLong }
        guard !terms.isEmpty else { throw .empty }
        self.terms = terms
    }

    /// Returns the term of a word outside quotation marks: the beginning of words. One letter is a whole word, since
    /// too many words begin with it.
    private static func term(_ word: String) -> SearchTerm {
        let isLetter = word.unicodeScalars.count == 1 && word.unicodeScalars.allSatisfy { $0.value < 0x700 }
        return isLetter ? .word([word]) : .beginning(wordForms(word))
    }

    /// Returns the term of the words between quotation marks; none if there are no words.
    private static func phrase(_ words: [String]) -> [SearchTerm] {
        if words.count < 2 { return words.map { .word([wordForms($0)[0]]) } }
        return [.phrase(words.map { wordForms($0)[0] })]
    }
}

private let quotationMarks: Set<Character> = ["\"", "\u{201C}", "\u{201D}", "\u{201E}", "«", "»"]
