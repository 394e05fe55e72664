/// Phrases with a value each, found in a row of words. The longest phrase wins.
///
/// A word that ends in `~` stands for every word that begins so, `~` for any word, and `*` for up to four words. The
/// other words of a phrase are next to each other; signs between them end it.
struct PhraseTable<Value: Sendable>: Sendable {
    struct Match {
        let value: Value
        /// The word after the phrase.
        let end: Int
    }

    private struct Entry {
        let words: [Pattern]
        let value: Value
    }

    private struct Pattern {
        let spelling: Spelling
        let isPrefix: Bool
        /// True for `*`.
        let isGap: Bool

        init(_ word: Substring) {
            isGap = word == "*"
            isPrefix = isGap || word.hasSuffix("~")
            spelling = Spelling(String(isPrefix && !isGap ? word.dropLast() : word))
        }

        func matches(_ word: Spelling) -> Bool { isPrefix ? word.begins(with: spelling) : word == spelling }

        func matches(_ word: ChatWord) -> Bool {
            matches(word.spelling) || word.short.map(matches) ?? false || word.arabic.map(matches) ?? false
        }
    }

    /// The entries by their first word, the longest first.
    private var byWord: [Spelling: [Entry]] = [:]
    /// The entries whose first word is the beginning of one, by its first two letters.
    private var byPrefix: [UInt64: [Entry]] = [:]
    /// The hashes of the first words, to rule out most words at once.
    private var firstWords = NumberFilter()
    /// The first letters of the prefixes, for the same.
    private var firstLetters = NumberFilter()

    /// The words of all phrases, without those that end in `~`.
    private(set) var vocabulary: Set<String> = []

    /// Adds phrases, with `|` between, as a lexicon writes them.
    mutating func add(_ phrases: String, _ value: Value) {
        for phrase in phrases.split(separator: "|") {
            let words = Self.folded(phrase).map { Pattern($0) }
            guard let first = words.first else { continue }
            let entry = Entry(words: words, value: value)
            vocabulary.formUnion(words.filter { !$0.isPrefix }.map(\.spelling.text))
            if first.isPrefix {
                firstLetters.insert(first.spelling.beginning)
                byPrefix[first.spelling.beginning, default: []].append(entry)
            } else {
                firstWords.insert(first.spelling.hash)
                byWord[first.spelling, default: []].append(entry)
            }
        }
    }

    /// Sorts the entries; to be called once after the last was added.
    mutating func finish() {
        for key in byWord.keys { byWord[key] = byWord[key].map(Self.longestFirst) }
        for key in byPrefix.keys { byPrefix[key] = byPrefix[key].map(Self.longestFirst) }
    }

    /// Returns the entries by their length, those of one length as the file has them.
    private static func longestFirst(_ entries: [Entry]) -> [Entry] {
        entries.enumerated().sorted { ($1.element.words.count, $0.offset) < ($0.element.words.count, $1.offset) }
            .map(\.element)
    }

    /// Returns the phrases that begin at a word, the longest first.
    func matches(_ words: [ChatWord], at index: Int) -> [Match] {
        guard words.indices.contains(index), words[index].kind != .sign || words[index].text == "@" else { return [] }
        let found = matches(words[index].spelling, words, index)
        if !found.isEmpty { return found }
        for spelling in words[index].otherSpellings {
            let found = matches(spelling, words, index)
            if !found.isEmpty { return found }
        }
        return []
    }

    private func matches(_ first: Spelling, _ words: [ChatWord], _ index: Int) -> [Match] {
        var found: [Match] = []
        if firstWords.mayContain(first.hash), let entries = byWord[first] { append(entries, words, index, to: &found) }
        if firstLetters.mayContain(first.beginning), let entries = byPrefix[first.beginning] {
            append(entries.lazy.filter { $0.words[0].matches(first) }, words, index, to: &found)
        }
        let isSorted = found.indices.dropFirst().allSatisfy { found[$0 - 1].end >= found[$0].end }
        guard !isSorted else { return found }
        return found.enumerated().sorted { ($1.element.end, $0.offset) < ($0.element.end, $1.offset) }.map(\.element)
    }

    /// Appends the entries whose words behind the first one are those of a message.
    private func append(
        _ entries: some Sequence<Entry>, _ words: [ChatWord], _ index: Int, to found: inout [Match]
    ) {
        for entry in entries {
            guard let end = end(of: entry.words[...].dropFirst(), words, index + 1) else { continue }
            found.append(Match(value: entry.value, end: end))
        }
    }

    /// Returns the word after the last of some patterns, the first of which is at a word; nil if they do not.
    private func end(of patterns: ArraySlice<Pattern>, _ words: [ChatWord], _ index: Int) -> Int? {
        guard let pattern = patterns.first else { return index }
        if pattern.isGap {
            for next in index...(index + 4) {
                if let end = end(of: patterns.dropFirst(), words, next) { return end }
                guard next < words.count, words[next].kind != .sign else { return nil }
            }
            return nil
        }
        guard index < words.count, words[index].kind != .sign, pattern.matches(words[index]) else { return nil }
        return end(of: patterns.dropFirst(), words, index + 1)
    }

    /// Returns the folded words of a phrase, each with its `~`.
    private static func folded(_ phrase: Substring) -> [Substring] {
        phrase.split(separator: " ").compactMap { word in
            if word == "*" || word == "~" { return word }
            let isPrefix = word.hasSuffix("~")
            let parts = chatWords(String(isPrefix ? word.dropLast() : word)).map(\.text)
            return parts.isEmpty ? nil : Substring(parts.joined() + (isPrefix ? "~" : ""))
        }
    }
}

/// A set of numbers that can be wrong about one that is not in it, and never about one that is: a Bloom filter with one
/// hash.
private struct NumberFilter: Sendable {
    private var bits = [UInt64](repeating: 0, count: 256)

    mutating func insert(_ number: UInt64) {
        let (index, bit) = place(number)
        bits[index] |= bit
    }

    func mayContain(_ number: UInt64) -> Bool {
        let (index, bit) = place(number)
        return bits[index] & bit != 0
    }

    /// Spreads a number over the bits: Fibonacci hashing.
    private func place(_ number: UInt64) -> (index: Int, bit: UInt64) {
        let spread = number &* 0x9E37_79B9_7F4A_7C15
        return (Int(spread >> 56), 1 << (spread >> 50 & 63))
    }
}
