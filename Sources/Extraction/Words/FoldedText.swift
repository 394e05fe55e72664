/// A piece of a message: a word, a number or a sign.
public struct Token: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case arabic, latin, number, sign
    }

    public let kind: Kind
    /// The letters to compare: lower case, one letter for the forms of an Arabic letter, digits as ASCII.
    public let word: String
    /// The position in the message, in UTF-8 bytes.
    public let range: Range<Int>
    /// The value of a run of one to nine digits.
    public let number: Int?
    /// True if no white space is before it.
    public let isGlued: Bool
    /// True if it begins with a capital letter in the message.
    public let isCapital: Bool
    /// True for the first part of a word that was split: `و`, `ب`, `ل`, `ع`, `ف` or `هال`.
    public let isPrefix: Bool
}

/// A message as tokens to compare, with the phrases of a lexicon that begin at each of them.
public struct FoldedText: Sendable {
    public let text: String
    public let tokens: [Token]
    /// For each token: the phrases that begin there, longest first.
    let phrases: [[PhraseMatch]]
    /// For each token: the categories of the phrases that begin there.
    let kinds: [CaseSet<Category>]
    /// True if words in Latin letters were left as English though the message has signs of Arabizi.
    let hasUnreadArabizi: Bool
    /// For each token, and the end: the categories of the phrases of at most four tokens that end before it.
    let endings: [CaseSet<Category>]

    init(text: String, tokens: [Token], phrases: [[PhraseMatch]], hasUnreadArabizi: Bool) {
        self.hasUnreadArabizi = hasUnreadArabizi
        self.text = text
        self.tokens = tokens
        self.phrases = phrases
        var kinds = [CaseSet<Category>](repeating: [], count: tokens.count)
        var endings = [CaseSet<Category>](repeating: [], count: tokens.count + 1)
        for (start, matches) in phrases.enumerated() {
            for match in matches {
                kinds[start].formUnion(match.kinds)
                if match.end - start <= 4 { endings[match.end].formUnion(match.kinds) }
            }
        }
        (self.kinds, self.endings) = (kinds, endings)
    }

    /// Returns the longest phrase of a category that begins at a token.
    public func phrase(_ category: String, at index: Int) -> PhraseMatch? {
        phrases(at: index).first { $0.sense(category) != nil }
    }

    /// Returns the phrases that begin at a token, longest first.
    public func phrases(at index: Int) -> [PhraseMatch] {
        phrases.indices.contains(index) ? phrases[index] : []
    }

    /// Returns the bytes of some tokens in the message.
    public func range(_ tokens: Range<Int>) -> Range<Int> {
        self.tokens[tokens.lowerBound].range.lowerBound..<self.tokens[tokens.upperBound - 1].range.upperBound
    }

    /// Returns a part of the message as it was written.
    public func words(_ bytes: Range<Int>) -> String { Self.words(bytes, of: text) }

    /// Returns some bytes of a text as they were written.
    static func words(_ bytes: Range<Int>, of text: String) -> String {
        let utf8 = text.utf8
        let start = utf8.index(utf8.startIndex, offsetBy: bytes.lowerBound)
        let end = utf8.index(utf8.startIndex, offsetBy: bytes.upperBound)
        return String(text[start..<end])
    }
}

/// A phrase of the lexicon in a message.
public struct PhraseMatch: Sendable {
    /// The token after it.
    public let end: Int
    public let senses: [Sense]

    /// The categories of its meanings, as the reader of times knows them.
    fileprivate var kinds: CaseSet<Category> {
        var kinds: CaseSet<Category> = []
        for sense in senses { if let kind = sense.kind { kinds.insert(kind) } }
        return kinds
    }

    /// Returns the meaning in a category; nil if the phrase has none.
    public func sense(_ category: String) -> Sense? {
        senses.first { $0.category == category }
    }
}
