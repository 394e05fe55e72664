import CivilTime
import Extraction
import Runtime
import System

/// The readers that a score asks.
struct ScoreReaders {
    let threads: ThreadReader
    let expressions: ExpressionReader
    let exports: ExportWords
    let circumstances: Circumstances
}

/// The scores of a file with right answers, by the kinds of its lines.
struct AnsweredFile {
    let gates: [Gate]
    /// A sentence for each line that was read wrongly.
    let wrong: [String]

    /// Reads a file and scores its lines. Lines without an answer are passed over.
    ///
    /// - Throws: a `FileError` for a line that is no JSON object, or a file without an answer.
    init(_ path: String, _ readers: ScoreReaders) throws {
        var threads = ThreadScore(), expressions = ExpressionScore(), spans = SpanScore(), exports = ExportScore()
        var wrong: [String] = []
        for (number, line) in numberedLines(of: try readText(path)) {
            let text = String(line), problem: String?
            do {
                switch try JSON.value(LineKind.self, from: text).content {
                case .thread: problem = try threads.add(text, readers)
                case .expression: problem = try expressions.add(text, readers)
                case .spans: problem = try spans.add(text, readers)
                case .export: problem = try exports.add(text, readers)
                case nil: problem = nil
                }
            } catch let error as DecodingError {
                throw FileError(path: path, message: "line \(number) cannot be scored: \(error)")
            }
            if let problem { wrong.append(problem) }
        }
        gates = threads.gates + expressions.gates + spans.gates + exports.gates
        self.wrong = wrong
        if gates.isEmpty { throw FileError(path: path, message: "no line of it has a right answer") }
    }
}

/// The keys by which a line's kind is known.
private struct LineKind: Decodable {
    enum Content { case thread, expression, spans, export }

    private let kind: String?
    private let isThread: Bool, isExpression: Bool, hasSpans: Bool, isExport: Bool

    /// The content of the line; nil for one without an answer that can be scored.
    var content: Content? {
        if let kind { return kind == "thread" ? .thread : kind == "expression" ? .expression : nil }
        return isThread ? .thread : hasSpans ? .spans : isExpression ? .expression : isExport ? .export : nil
    }

    private enum CodingKeys: String, CodingKey {
        case kind, messages, gold, accept, datetimeSpans = "datetime_spans", dateOrder = "date_order"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        kind = try values.decodeIfPresent(String.self, forKey: .kind)
        isThread = values.contains(.messages) && values.contains(.gold)
        isExpression = values.contains(.accept)
        hasSpans = values.contains(.datetimeSpans)
        isExport = values.contains(.dateOrder)
    }
}
