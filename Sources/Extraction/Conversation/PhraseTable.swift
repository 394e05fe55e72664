/// Phrases with a value each, found in a row of words. The longest phrase wins.
///
/// A word that ends in `~` stands for every word that begins so, `~` for any word, and `*` for up to four words. The
/// other words of a phrase stand next to each other; signs between them end it.
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
        let text: String
        let isPrefix: Bool

        /// True for `*`.
        var isGap: Bool { isPrefix && text == "*" }

        init(_ word: Substring) {
            guard word != "*" else {
                (text, isPrefix) = ("*", true)
                return
            }
            isPrefix = word.hasSuffix("~")
            text = String(isPrefix ? word.dropLast() : word)
        }

        func matches(_ word: String) -> Bool { isPrefix ? word.hasPrefix(text) : word == text }
    }

    /// The entries by their first word, the longest first.
    private var byWord: [String: [Entry]] = [:]
    /// The entries whose first word is the beginning of one, by its first two letters.
    private var byPrefix: [UInt64: [Entry]] = [:]
    /// Tells in a few steps that no phrase begins with a word, which is so for most words.
    private var firstWords = WordFilter()

    /// The words of all phrases, without those that end in `~`.
    private(set) var vocabulary: Set<String> = []

    /// Adds phrases, with `|` between, as a lexicon writes them.
    mutating func add(_ phrases: String, _ value: Value) {
        for phrase in phrases.split(separator: "|") {
            let words = Self.folded(phrase).map { Pattern($0) }
            guard let first = words.first else { continue }
            let entry = Entry(words: words, value: value)
            vocabulary.formUnion(words.filter { !$0.isPrefix }.map(\.text))
            if first.isPrefix {
                byPrefix[Self.beginning(first.text), default: []].append(entry)
            } else {
                firstWords.insert(first.text)
                byWord[first.text, default: []].append(entry)
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
        let text = words[index].text
        let found = matches(text, words, index)
        if !found.isEmpty { return found }
        if let short = words[index].short {
            let found = matches(short, words, index)
            if !found.isEmpty { return found }
        }
        if let arabic = words[index].arabic {
            let found = matches(arabic, words, index)
            if !found.isEmpty { return found }
        }
        // Verbs take a letter for the future or the present before the "we": هنتقابل, بنتقابل, منلتقي.
        let scalars = text.unicodeScalars
        guard let first = scalars.first, !first.isASCII, scalars.count > 3 else { return [] }
        if ["ه", "ح", "ب", "م", "س"].contains(first) {
            let rest = scalars.dropFirst()
            if rest.first == "ن" {
                let found = matches(String(rest), words, index)
                if !found.isEmpty { return found }
            }
        }
        // "and" and "so" are written together with the next word in Arabic.
        guard first == "و" || first == "ف" else { return [] }
        return matches(String(scalars.dropFirst()), words, index)
    }

    private func matches(_ first: String, _ words: [ChatWord], _ index: Int) -> [Match] {
        var found: [Match] = []
        var isSorted = true
        for entry in firstWords.mayContain(first) ? byWord[first] ?? [] : [] {
            guard let end = end(of: entry.words[...].dropFirst(), words, index + 1) else { continue }
            if let last = found.last, last.end < end { isSorted = false }
            found.append(Match(value: entry.value, end: end))
        }
        for entry in byPrefix[Self.beginning(first)] ?? [] where entry.words[0].matches(first) {
            guard let end = end(of: entry.words[...].dropFirst(), words, index + 1) else { continue }
            if let last = found.last, last.end < end { isSorted = false }
            found.append(Match(value: entry.value, end: end))
        }
        guard !isSorted else { return found }
        return found.enumerated().sorted { ($1.element.end, $0.offset) < ($0.element.end, $1.offset) }.map(\.element)
    }

    /// Returns the first two letters of a word as a number.
    private static func beginning(_ word: String) -> UInt64 {
        var number: UInt64 = 0
        for scalar in word.unicodeScalars.prefix(2) { number = number << 32 | UInt64(scalar.value) }
        return number
    }

    /// Returns the word after the last of some patterns, the first of which stands at a word; nil if they do not.
    private func end(of patterns: ArraySlice<Pattern>, _ words: [ChatWord], _ index: Int) -> Int? {
        guard let pattern = patterns.first else { return index }
        if pattern.isGap {
            for next in index...(index + 4) {
                if let end = end(of: patterns.dropFirst(), words, next) { return end }
                guard next < words.count, words[next].kind != .sign else { return nil }
            }
            return nil
        }
        guard index < words.count, words[index].kind != .sign else { return nil }
        guard
            pattern.matches(words[index].text) || words[index].short.map(pattern.matches) ?? false
                || words[index].arabic.map(pattern.matches) ?? false
        else { return nil }
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

/// A set of words that can be wrong about a word that is not in it, and never about one that is: a Bloom filter with
/// one hash (FNV-1a).
private struct WordFilter: Sendable {
    private var bits = [UInt64](repeating: 0, count: 256)

    mutating func insert(_ word: String) {
        let (index, bit) = place(word)
        bits[index] |= bit
    }

    func mayContain(_ word: String) -> Bool {
        let (index, bit) = place(word)
        return bits[index] & bit != 0
    }

    private func place(_ word: String) -> (index: Int, bit: UInt64) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in word.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash ^= hash >> 32
        return (Int(hash & 255), 1 << (hash >> 8 & 63))
    }
}
