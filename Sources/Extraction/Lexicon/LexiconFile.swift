import Text

/// A file of words and their meanings, written by people who need not program.
///
/// A line has four columns with a tab between them: a meaning, the words that have it (with ` | ` between variants), an
/// example, and the result of the example. An empty line and a line that begins with `#` mean nothing.
public struct LexiconFile: Sendable {
    /// The name without its folder, as in `days.tsv`.
    public let name: String
    public let text: String

    public init(name: String, text: String) {
        self.name = name
        self.text = text
    }

    func entries() throws(LexiconError) -> [LexiconEntry] {
        var entries: [LexiconEntry] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.last == "\r" ? line.dropLast() : line
            guard !line.trimmed().isEmpty, !line.hasPrefix("#") else { continue }
            try entries.append(entry(line, index + 1))
        }
        return entries
    }

    private func entry(_ line: Substring, _ number: Int) throws(LexiconError) -> LexiconEntry {
        let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0.trimmed()) }
        guard columns.count == 4 else { throw error(number, "\(columns.count) columns, not 4") }
        let words = columns[0].split(separator: " ")
        guard let category = words.first else { throw error(number, "no meaning") }
        let phrases = columns[1].split(separator: "|", omittingEmptySubsequences: false).map { String($0.trimmed()) }
        guard !phrases.isEmpty, !phrases.contains("") else { throw error(number, "no words, or an empty variant") }
        guard !columns[2].isEmpty else { throw error(number, "no example") }
        guard !columns[3].isEmpty else { throw error(number, "no result of the example") }
        let value = words.dropFirst().joined(separator: " ")
        let sense = Sense(category: String(category), value: value)
        return LexiconEntry(
            file: name, line: number, sense: sense, phrases: phrases, example: columns[2], result: columns[3])
    }

    private func error(_ line: Int, _ problem: String) -> LexiconError {
        LexiconError(file: name, line: line, problem: problem)
    }
}
