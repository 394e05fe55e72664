import CivilTime
import Extraction
import Runtime

/// The counts of a file of expressions: those of others by language and source, and the project's own.
struct ExpressionScore {
    private var counts: [String: (right: Int, all: Int)] = [:]

    /// The shares that must be right, by source and language.
    private static let limits: [String: Double] = [
        "Recognizers-Text en": 0.80, "duckling en": 0.90, "Recognizers-Text ar": 0.65, "duckling ar": 0.90, "own": 1,
    ]

    private struct Line: Decodable {
        struct Origin: Decodable { let source: String }

        struct Expect: Decodable {
            struct Basis: Decodable { let prayer: String?, relation: String?, second: String? }

            let date: String?, time: String?, part: String?, hijri: String?, resolve: String?
            let end_date: String?, end_time: String?
            let basis: Basis?
        }

        let id: String
        let lang: String
        let span: String?
        let type: String?
        let accept: [String]?
        let origin: Origin?
        let expect: Expect?
    }

    /// Counts the expression of a line. Returns a sentence about what is wrong, or nil.
    mutating func add(_ text: String, _ readers: ScoreReaders) throws -> String? {
        let line = try JSON.value(Line.self, from: text)
        let sentence = try ScoredSentence(text, readers)
        let key = line.origin.map { "\($0.source) \(line.lang)" } ?? "own"
        let isRight: Bool
        let found: FoundTime?
        if let expect = line.expect {
            found = sentence.found.first?.time
            isRight = found.map { matches($0, expect) } ?? (expect.date == nil && expect.time == nil)
        } else {
            found = sentence.best(over: line.span ?? sentence.text)
            isRight = found.map { time in
                (line.accept ?? []).contains { sameStart(time.start, $0, line.type ?? "") }
            } ?? false
        }
        counts[key, default: (0, 0)].all += 1
        if isRight { counts[key]?.right += 1 }
        guard !isRight else { return nil }
        let wanted = line.accept?.joined(separator: " or ") ?? "what is expected"
        return "\(line.id): '\(sentence.text)': \(found?.start ?? "nothing"), not \(wanted)"
    }

    var gates: [Gate] {
        counts.keys.sorted().compactMap { key in
            counts[key].map { count in
                Gate("expressions: \(key)", count.right, of: count.all, Self.limits[key].map { .atLeast($0) })
            }
        }
    }

    private func matches(_ time: FoundTime, _ expect: Line.Expect) -> Bool {
        let start = time.start.split(separator: "T").map(String.init)
        let end = time.end?.split(separator: "T").map(String.init) ?? []
        let hour = time.part == nil && start.count > 1 ? start[1] : nil
        func agrees(_ wanted: String?, _ value: String?) -> Bool { wanted == nil || wanted == value }
        return agrees(expect.date, start.first) && agrees(expect.time, hour) && agrees(expect.part, time.part)
            && agrees(expect.hijri, time.hijri) && agrees(expect.resolve, time.resolve)
            && agrees(expect.end_date, end.first ?? start.first)
            && agrees(expect.end_time, end.count > 1 ? end[1] : nil)
            && agrees(expect.basis?.prayer, time.basis?.prayer) && agrees(expect.basis?.relation, time.basis?.relation)
            && agrees(expect.basis?.second, time.basis?.second)
    }
}

/// Returns true if a start is the accepted one, as exactly as the type of the expression asks.
func sameStart(_ start: String, _ accepted: String, _ type: String) -> Bool {
    let accepted = accepted.map { $0 == " " ? "T" : $0 }
    switch type {
    case "date", "daterange": return start.prefix(10) == String(accepted.prefix(10))
    case "time", "timerange": return start.dropFirst(11).prefix(5) == String(accepted.prefix(5))
    default: return start.prefix(16) == String(accepted.prefix(16))
    }
}

/// A sentence with the times that were found in it.
struct ScoredSentence {
    let text: String
    let found: [(range: Range<Int>, time: FoundTime)]

    init(_ line: String, _ readers: ScoreReaders) throws {
        let sentence = try JSON.value(ExtractExpressions.Sentence.self, from: line)
        let context = try sentence.context(readers.circumstances.zones, readers.circumstances.place)
        text = sentence.text
        found = readers.expressions.expressions(in: text, context).compactMap { expression in
            FoundTime(expression, in: sentence.text, context).map { (expression.range, $0) }
        }
    }

    /// Returns the time that covers most of some words; nil if none touches them.
    func best(over words: String) -> FoundTime? {
        guard let bytes = range(of: words) else { return nil }
        return found.max { overlap($0.range, bytes) < overlap($1.range, bytes) }
            .flatMap { overlap($0.range, bytes) > 0 ? $0.time : nil }
    }

    /// Returns the bytes of some words of the text.
    func range(of words: String) -> Range<Int>? { Array(text.utf8).firstRange(of: Array(words.utf8)) }

    private func overlap(_ one: Range<Int>, _ other: Range<Int>) -> Int {
        min(one.upperBound, other.upperBound) - max(one.lowerBound, other.lowerBound)
    }
}
