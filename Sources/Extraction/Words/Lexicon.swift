/// The words of the extraction with their meanings, from the files of `templates/lexicon`.
///
/// A phrase is found in whatever way its letters are written: with or without hamza and vowel signs, in capitals, with
/// a hyphen for a space. A phrase can have several meanings, each of another category.
public final class Lexicon: Sendable {
    /// The lines of all files, in their order.
    public let entries: [LexiconEntry]
    /// A number for each word of a phrase.
    private let words: [String: UInt32]
    /// The next node for a node and a word.
    private let steps: [UInt64: UInt32]
    /// The meanings of the phrases that end at each node.
    private let senses: [[Sense]]
    /// The Arabic words, for words in Latin letters.
    let arabizi: ArabiziIndex

    /// Makes a lexicon of files; the order of the files does not matter.
    ///
    /// - Throws: for a line without its four columns, and for a phrase that one category has twice.
    public init(files: [LexiconFile]) throws(LexiconError) {
        var entries: [LexiconEntry] = []
        for file in files { try entries += file.entries() }
        self.entries = entries
        var trie = Trie()
        let tokenizer = Tokenizer(isKnown: { _ in false })
        for entry in entries {
            for phrase in entry.phrases {
                let tokens = tokenizer.tokens(of: phrase).withoutHyphens
                guard trie.insert(tokens.map(\.word), entry.sense) else {
                    throw LexiconError(
                        file: entry.file, line: entry.line, problem: "\(phrase) is there twice: \(entry.sense.category)"
                    )
                }
            }
        }
        (words, steps, senses) = (trie.words, trie.steps, trie.senses)
        arabizi = ArabiziIndex(Self.ranked(trie.words.keys.sorted(), entries, tokenizer))
    }

    /// Returns words with their ranks: weekdays and prayers are more often written in Latin letters than ordinals.
    private static func ranked(
        _ words: [String], _ entries: [LexiconEntry], _ tokenizer: Tokenizer
    ) -> [(word: String, rank: Int)] {
        var ranks: [String: Int] = [:]
        for entry in entries {
            let rank: Int =
                switch entry.sense.kind {
                case .weekday?, .day?, .prayer?, .at?, .after?, .before?: 0
                case .coming?, .unit?, .dual?, .every?, .fraction?, .part?, .dayWord?, .minus?: 1
                case .number?, .weakPart?, .and?, .month?: 2
                case .hourName?, .bareWeekday?: 3
                case .ordinal?: 5
                default: 4
                }
            for phrase in entry.phrases {
                let tokens = tokenizer.tokens(of: phrase)
                for token in tokens {
                    ranks[token.word] = min(ranks[token.word] ?? .max, tokens.count == 1 ? rank : max(rank, 2))
                }
            }
        }
        return words.map { ($0, ranks[$0] ?? 4) }
    }

    /// Returns the entries of a category.
    public func entries(of category: String) -> [LexiconEntry] {
        entries.filter { $0.sense.category == category }
    }

    func isKnown(_ word: String) -> Bool { words[word] != nil }

    /// Returns the phrases that begin at each token, longest first.
    func phrases(in tokens: [Token]) -> [[PhraseMatch]] {
        let numbers = tokens.map { words[$0.word] ?? 0 }
        return tokens.indices.map { start in
            guard numbers[start] > 0 else { return [] }
            var node: UInt32 = 0, index = start, found: [PhraseMatch] = []
            while index < tokens.count {
                guard let next = steps[UInt64(node) << 32 | UInt64(numbers[index])], numbers[index] > 0 else { break }
                node = next
                index += 1
                if !senses[Int(node)].isEmpty { found.append(PhraseMatch(end: index, senses: senses[Int(node)])) }
                // "all-day" is "all day".
                if index + 1 < tokens.count, tokens[index].word == "-", tokens[index].isGlued,
                    tokens[index + 1].isGlued, tokens[index + 1].kind == .latin, tokens[index - 1].kind == .latin
                {
                    index += 1
                }
            }
            return found.reversed()
        }
    }

    private struct Trie {
        var words: [String: UInt32] = [:]
        var steps: [UInt64: UInt32] = [:]
        var senses: [[Sense]] = [[]]

        /// Adds a phrase; false if its category has it.
        mutating func insert(_ phrase: [String], _ sense: Sense) -> Bool {
            var node: UInt32 = 0
            for word in phrase {
                let number = words[word] ?? UInt32(words.count + 1)
                words[word] = number
                let key = UInt64(node) << 32 | UInt64(number)
                if let next = steps[key] {
                    node = next
                } else {
                    senses.append([])
                    node = UInt32(senses.count - 1)
                    steps[key] = node
                }
            }
            if let same = senses[Int(node)].first(where: { $0.category == sense.category }) { return same == sense }
            senses[Int(node)].append(sense)
            return true
        }
    }
}

extension FoldedText {
    public init(_ text: String, _ lexicon: Lexicon) {
        let read = Tokenizer(isKnown: lexicon.isKnown).tokens(of: text)
        let (tokens, isEnglish) = lexicon.arabizi.replacing(read, isKnown: lexicon.isKnown)
        self.init(
            text: text, tokens: tokens, phrases: lexicon.phrases(in: tokens),
            hasUnreadArabizi: isEnglish)
    }
}

extension [Token] {
    /// The tokens of a phrase; "mid-day" is found as "mid day".
    fileprivate var withoutHyphens: [Token] {
        indices.filter { index in
            index == 0 || index == count - 1 || self[index].word != "-" || self[index - 1].kind != .latin
                || self[index + 1].kind != .latin
        }.map { self[$0] }
    }
}
