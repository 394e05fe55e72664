import Text

/// A file of words and their meanings, written by people who need not program.
///
/// A line has four columns with a tab between them: a meaning, the words that have it (with ` | ` between variants), an
/// example, and the result of the example. A fifth one may say in which dialect the words are said. A line that begins
/// with a tab has further words for the meaning above it; it needs no example. An empty line and a line that begins
/// with `#` mean nothing.
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
            try entries.append(entry(line, index + 1, after: entries.last))
        }
        return entries
    }

    private func entry(
        _ line: Substring, _ number: Int, after last: LexiconEntry?
    ) throws(LexiconError) -> LexiconEntry {
        var columns = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0.trimmed()) }
        let isMore = columns[0].isEmpty && last != nil
        if isMore { columns += Array(repeating: "", count: max(0, 4 - columns.count)) }
        guard (4...5).contains(columns.count) else { throw error(number, "\(columns.count) columns, not 4") }
        guard let sense = isMore ? last?.sense : sense(columns[0]) else { throw error(number, "no meaning") }
        let phrases = columns[1].split(separator: "|", omittingEmptySubsequences: false).map { String($0.trimmed()) }
        guard !phrases.isEmpty, !phrases.contains("") else { throw error(number, "no words, or an empty variant") }
        guard isMore || !columns[2].isEmpty else { throw error(number, "no example") }
        guard columns[2].isEmpty == columns[3].isEmpty else { throw error(number, "no result of the example") }
        return LexiconEntry(
            file: name, line: number, sense: sense, phrases: phrases, example: columns[2], result: columns[3],
            dialect: try dialect(columns, number))
    }

    /// Reads a meaning: a category and a value.
    private func sense(_ column: String) -> Sense? {
        let words = column.split(separator: " ")
        return words.first.map { Sense(category: String($0), value: words.dropFirst().joined(separator: " ")) }
    }

    private func dialect(_ columns: [String], _ number: Int) throws(LexiconError) -> Dialect? {
        guard columns.count == 5, !columns[4].isEmpty else { return nil }
        guard let dialect = Dialect(rawValue: columns[4]) else {
            let all = Dialect.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(number, "'\(columns[4])' is no dialect: \(all)")
        }
        return dialect
    }

    private func error(_ line: Int, _ problem: String) -> LexiconError {
        LexiconError(file: name, line: line, problem: problem)
    }
}
