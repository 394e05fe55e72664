import Foundation
import Testing

/// One case of libical's recurrence tests: a rule, a start, and the expected times.
struct ReferenceCase: Sendable, CustomTestStringConvertible {
    var title = ""
    var rule = "", start = ""
    var startAt: String?
    /// The times, or `***` and a message if an error is expected.
    var expected = ""

    var testDescription: String { "\(title.isEmpty ? "untitled" : title): \(rule) from \(start)" }

    /// The cases of `Reference/<name>.txt`.
    static func all(_ name: String) -> [ReferenceCase] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Reference/\(name).txt")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        var cases: [ReferenceCase] = []
        var next = ReferenceCase()
        for line in text.split(separator: "\n").map({ String($0.trimmingPrefix(" ")) }) {
            if line.hasPrefix("#") {
                next.title = line.dropFirst().trimmingCharacters(in: .whitespaces)
                continue
            }
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            switch line[..<colon] {
            case "RRULE": next.rule = value
            case "DTSTART": next.start = value
            case "START-AT": next.startAt = value
            case "INSTANCES":
                next.expected = value
                cases.append(next)
                next = ReferenceCase()
            default: break
            }
        }
        return cases
    }
}
