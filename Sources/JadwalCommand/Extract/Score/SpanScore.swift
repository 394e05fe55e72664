import Extraction
import Runtime

/// The counts of a file of sentences whose words of time were marked by people.
struct SpanScore {
    private var spans = 0, found = 0, sentencesWithout = 0, alarms = 0, values = 0, valuesRight = 0

    private struct Line: Decodable {
        struct Span: Decodable { let text: String }
        /// A machine's reading of the English sentence: a hint, not the truth.
        struct Silver: Decodable { let start: String?, grain: String? }

        let id: String
        let datetime_spans: [Span]?
        let silver: Silver?
    }

    /// Counts the sentence of a line. Returns a sentence about what is wrong, or nil.
    mutating func add(_ text: String, _ readers: ScoreReaders) throws -> String? {
        let line = try JSON.value(Line.self, from: text)
        let sentence = try ScoredSentence(text, readers), labels = line.datetime_spans ?? []
        var problems: [String] = []
        if labels.isEmpty {
            sentencesWithout += 1
            if !sentence.found.isEmpty {
                alarms += 1
                problems.append("nothing should be found")
            }
        }
        for label in labels {
            spans += 1
            // The labels write "8 : 00", whose sentence may have "8:00".
            let bytes = sentence.range(of: label.text) ?? sentence.range(of: label.text.replacing(" : ", with: ":"))
            if let bytes, sentence.found.contains(where: { $0.range.overlaps(bytes) }) {
                found += 1
            } else {
                problems.append("'\(label.text)' is not found")
            }
        }
        if let start = line.silver?.start {
            values += 1
            let isDay = ["day", "week", "month", "year"].contains(line.silver?.grain ?? "day")
            if sentence.found.contains(where: { sameStart($0.time.start, start, isDay ? "date" : "datetime") }) {
                valuesRight += 1
            } else {
                problems.append("\(sentence.found.map(\.time.start).joined(separator: ", ")), silver \(start)")
            }
        }
        return problems.isEmpty ? nil : "\(line.id): '\(sentence.text)': \(problems.joined(separator: "; "))"
    }

    var gates: [Gate] {
        guard spans + sentencesWithout > 0 else { return [] }
        return [
            Gate("spans: found", found, of: spans, .atLeast(0.90)),
            Gate("spans: false alarms", alarms, of: sentencesWithout, .atMost(0.02)),
            Gate("spans: silver values", valuesRight, of: values, .atLeast(0.80)),
        ]
    }
}
