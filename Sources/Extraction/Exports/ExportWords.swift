import Text

/// The wordings of exported chats: what the app writes itself, in the languages it has.
///
/// Read from `chats/exports.tsv` in the folder of the lexicon. Wordings are compared without case, accents and marks. A
/// star stands for anything.
public struct ExportWords: Sendable {
    enum Half: String { case morning, evening }
    enum Kind: String { case media, deleted, edited, system, location }

    /// The numbers of months by their names in lower case.
    private(set) var months: [String: Int]
    private var halves: [String: Half]
    private var clockWords: Set<String>
    private var kinds: [String: Kind]
    private var patterns: [Pattern]
    /// All lines of the file, for tests of their examples.
    public let entries: [LexiconEntry]

    private typealias Pattern = (parts: [[String]], kind: Kind)

    /// Reads the file.
    ///
    /// - Throws: an error that names the line.
    public init(_ file: LexiconFile) throws(LexiconError) {
        entries = try file.entries()
        (months, halves, clockWords, kinds, patterns) = ([:], [:], [], [:], [])
        for entry in entries {
            for wording in entry.phrases where !add(wording, entry.sense.category) {
                throw LexiconError(
                    file: entry.file, line: entry.line,
                    problem: "'\(entry.sense.category)' is not a kind of wording.")
            }
        }
    }

    /// Adds a wording of a kind; returns false for an unknown kind.
    private mutating func add(_ wording: String, _ name: String) -> Bool {
        if let half = Half(rawValue: name) {
            halves[Self.key(wording.unicodeScalars)] = half
        } else if name == "clock" {
            clockWords.insert(Self.key(wording.unicodeScalars))
        } else if name.hasPrefix("month"), let number = Int(name.dropFirst(5)), (1...12).contains(number) {
            months[wording.lowercased()] = number
        } else if let kind = Kind(rawValue: name) {
            let parts = wording.split(separator: "*", omittingEmptySubsequences: false).map { foldedWords(String($0)) }
            if parts.count == 1 {
                kinds[parts[0].joined(separator: " ")] = kind
            } else {
                patterns.append((parts, kind))
            }
        } else {
            return false
        }
        return true
    }

    /// Returns the half of the day that a stretch of a stamp names.
    func half(_ scalars: ArraySlice<Unicode.Scalar>) -> Half? {
        if let half = halves[Self.key(scalars)] { return half }
        // Other words may be before it: "일 오후".
        for word in scalars.split(whereSeparator: isBlank) {
            if let half = halves[Self.key(word)] { return half }
        }
        return nil
    }

    /// Returns true for nothing, and for words such as "Uhr" that may follow a time.
    func isClockWord(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        let key = Self.key(scalars)
        return key.isEmpty || clockWords.contains(key)
    }

    /// Returns what the app says with a line, or nil for a person's words.
    func kind(_ line: ArraySlice<Unicode.Scalar>) -> Kind? {
        let words = foldedWords(String(line))
        if let kind = kinds[words.joined(separator: " ")] { return kind }
        return patterns.first { Self.matches(words, $0.parts) }?.kind
    }

    /// Returns true for a line of the app that could be taken for a sender and a text, because of a colon in it.
    ///
    /// - Parameter name: what is before the colon. `Sara changed the subject to "Trip` is nobody's name.
    func isSystemLine(_ line: ArraySlice<Unicode.Scalar>, name: ArraySlice<Unicode.Scalar>) -> Bool {
        isWholeSystemLine(line) || kind(name) == .system
    }

    /// Returns true if a line is word for word what the app writes.
    func isWholeSystemLine(_ line: ArraySlice<Unicode.Scalar>) -> Bool {
        let words = foldedWords(String(line))
        if kinds[words.joined(separator: " ")] == .system { return true }
        // A pattern that begins with a star needs the app's own mark.
        return patterns.contains { $0.kind == .system && !$0.parts[0].isEmpty && Self.matches(words, $0.parts) }
    }

    /// Returns true for a line that ends as media do: "budget.pdf • 1 page document omitted".
    func isMedia(ending line: ArraySlice<Unicode.Scalar>) -> Bool {
        let words = foldedWords(String(line))
        return (1...4).contains { count in
            words.count >= count && kinds[words.suffix(count).joined(separator: " ")] == .media
        }
    }

    /// Returns the letters of a half of the day, without dots, blanks and commas.
    private static func key(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        String(scalars.filter { $0.properties.isAlphabetic || $0.properties.canonicalCombiningClass.rawValue != 0 })
            .lowercased()
    }

    private static func matches(_ words: [String], _ parts: [[String]]) -> Bool {
        guard words.starts(with: parts[0]), let last = parts.last, words.count >= parts.reduce(0, { $0 + $1.count }),
            Array(words.suffix(last.count)) == last
        else { return false }
        var rest = words[parts[0].count...].dropLast(last.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let start = rest.indices.first(where: { rest[$0...].starts(with: part) }) else { return false }
            rest = rest[(start + part.count)...]
        }
        return true
    }
}
