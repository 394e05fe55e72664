/// Phrases of one to five words, each with its meaning. A phrase is found however its letters are folded.
struct WordTable<Meaning: Sendable>: Sendable {
    private let meanings: [String: Meaning]
    /// The first word of each phrase: most words of a sentence begin none.
    private let firstWords: Set<String>

    /// Makes a lexicon of lines: a meaning and its phrases, with `|` between them.
    init(_ lines: [(Meaning, String)]) {
        var meanings: [String: Meaning] = [:]
        for (meaning, phrases) in lines {
            for phrase in phrases.split(separator: "|") {
                meanings[WordTable.key(phrase)] = meaning
            }
        }
        self.init(meanings: meanings)
    }

    private init(meanings: [String: Meaning]) {
        self.meanings = meanings
        firstWords = Set(meanings.keys.map { String($0.prefix { $0 != " " }) })
    }

    subscript(phrase: String) -> Meaning? { meanings[phrase] }

    func hasPhrase(beginningWith word: String) -> Bool { firstWords.contains(word) }

    private static func key(_ phrase: Substring) -> String {
        phrase.split(whereSeparator: \.isWhitespace).map { folded($0) }.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// A set of phrases without further meaning.
typealias Phrases = WordTable<Bool>

extension WordTable<Bool> {
    init(_ phrases: String) { self.init([(true, phrases)]) }
}
