import CivilTime
import Extraction
import Foundation
import PrayerTimes
import Testing

/// The reference data beside the repository, where it is there. Nothing of it is in the repository.
@Suite("Times in the reference data")
struct ReferenceTests {
    /// A line of one of the files.
    private struct Row: Decodable {
        var id: String
        var kind: String?
        var lang: String
        var tz: String?
        var locale: String?
        var text: String?
        var span: String?
        var reference: String?
        var type: String?
        var accept: [String]?
        var origin: Origin?
        var expect: Expect?
        var prayerTimes: [String: String]?
        var datetimeSpans: [Span]?
        var silver: Silver?

        struct Origin: Decodable { var source: String }
        struct Span: Decodable { var text: String }
        struct Silver: Decodable { var start: String?, grain: String? }
        struct Expect: Decodable {
            var date: String?, time: String?, part: String?, hijri: String?, resolve: String?
            var endDate: String?, endTime: String?
            var basis: Basis?
        }
        struct Basis: Decodable { var prayer: String?, relation: String?, second: String? }
    }

    private func rows(_ name: String) throws -> [Row] {
        let lines = try #require(Repository.reference(name)), decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return lines.compactMap { try? decoder.decode(Row.self, from: Data($0.utf8)) }
    }

    private func context(_ row: Row) throws -> ReadingContext {
        let text = row.reference ?? "2025-04-15T10:00:00"
        let date = try #require(LocalDate(iso8601: text.prefix(10)))
        let clock = text.dropFirst(11).split(separator: ":").compactMap { Int($0) }
        let now = try #require(LocalDateTime(date: date, hour: clock[0], minute: clock[1]))
        var context = ReadingContext(reference: now, timeZone: row.tz.flatMap(zoneRules) ?? .utc)
        context.isMonthFirst = row.locale == "en"
        if row.tz == nil {
            context.firstDay = .monday
            context.weekend = row.lang == "en" ? .saturday : .friday
        }
        if let times = row.prayerTimes {
            var minutes = PerEvent(all: 0)
            for event in DayEvent.allCases {
                let parts = (times[event.rawValue] ?? "0:0").split(separator: ":").compactMap { Int($0) }
                minutes[event] = parts[0] * 60 + parts[1]
            }
            let fixed = minutes
            context.prayerTimes = { _ in fixed }
        }
        return context
    }

    private func found(_ row: Row) throws -> [TimeExpression] {
        let context = try context(row)
        return ExpressionReader(try lexicon.get()).expressions(in: row.text ?? "", context).filter { !$0.isPast }
    }

    /// Returns the start as `2016-11-08T17:00`, with the hour of a part of the day.
    private func start(_ expression: TimeExpression, _ reference: String?) -> String {
        let reading = expression.best
        if reading.isDeadline { return String((reference ?? "").prefix(16)) }
        guard let date = reading.date else { return "" }
        let window = reading.part?.window(edge: reading.edge)
        guard let minute = reading.minute ?? window?.lowerBound else { return date.iso8601 }
        let (hours, minutes) = (minute / 60, minute % 60)
        return "\(date.iso8601)T\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
    }

    @Test("the project's own expressions are all right", .enabledWithReference("cases.jsonl"))
    func ownCases() throws {
        for row in try rows("cases.jsonl") where row.kind == "expression" {
            let expect = try #require(row.expect), best = try found(row).first?.best
            #expect(expect.date == nil || best?.date?.iso8601 == expect.date, "\(row.id) day")
            #expect(expect.time == nil || clock(best?.minute) == expect.time, "\(row.id) time")
            #expect(expect.endDate == nil || best?.endDate?.iso8601 == expect.endDate, "\(row.id) last day")
            #expect(expect.endTime == nil || clock(best?.endMinute) == expect.endTime, "\(row.id) end")
            #expect(expect.part == nil || best?.part?.rawValue == expect.part, "\(row.id) part")
            #expect(expect.hijri == nil || best?.hijri?.description == expect.hijri, "\(row.id) hijri")
            #expect(expect.resolve == nil || best?.clockChange?.rawValue == expect.resolve, "\(row.id) clock change")
            guard let basis = expect.basis, let anchor = best?.anchor else {
                #expect(expect.basis == nil, "\(row.id) basis")
                continue
            }
            #expect(basis.prayer == (anchor.isFriday ? "jumuah" : anchor.prayer.rawValue), "\(row.id) prayer")
            #expect(basis.relation == anchor.relation.rawValue, "\(row.id) relation")
            #expect(basis.second == anchor.second?.rawValue, "\(row.id) second prayer")
        }
    }

    private func clock(_ minute: Int?) -> String? {
        minute.map { "\($0 < 600 ? "0" : "")\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)" }
    }

    @Test(
        "enough expressions of others are right", .enabledWithReference("expressions-dev.jsonl"),
        arguments: [
            ("en", "Recognizers-Text", 0.80), ("en", "duckling", 0.90),
            ("ar", "Recognizers-Text", 0.65), ("ar", "duckling", 0.90),
        ])
    func expressions(lang: String, source: String, gate: Double) throws {
        let ours = try rows("expressions-dev.jsonl").filter { $0.lang == lang && $0.origin?.source == source }
        let right = try ours.filter { row in
            let words = row.span ?? row.text ?? ""
            let expression = try found(row).max { overlap($0, words, row) < overlap($1, words, row) }
            guard let expression, overlap(expression, words, row) > 0 else { return false }
            return (row.accept ?? []).contains { isRight(start(expression, row.reference), $0, row.type ?? "") }
        }
        print("\(lang) \(source): \(right.count) of \(ours.count)")
        #expect(Double(right.count) >= gate * Double(ours.count))
    }

    private func overlap(_ expression: TimeExpression, _ words: String, _ row: Row) -> Int {
        let text = row.text ?? ""
        guard let range = text.range(of: words) else { return 0 }
        let start = text[..<range.lowerBound].utf8.count, end = text[..<range.upperBound].utf8.count
        return min(end, expression.range.upperBound) - max(start, expression.range.lowerBound)
    }

    private func isRight(_ start: String, _ accepted: String, _ type: String) -> Bool {
        let accepted = accepted.replacingOccurrences(of: " ", with: "T")
        switch type {
        case "date", "daterange": return start.prefix(10) == accepted.prefix(10)
        case "time", "timerange": return start.dropFirst(11).prefix(5) == accepted.prefix(5)
        default: return start.prefix(16) == accepted.prefix(16)
        }
    }

    @Test(
        "enough Arabic spans are found, and few where there are none", .enabledWithReference("spans-ar-dev.jsonl"))
    func spans() throws {
        var spans = 0, hits = 0, empty = 0, alarms = 0, values = 0, right = 0
        for row in try rows("spans-ar-dev.jsonl") {
            let found = try found(row)
            let labels = row.datetimeSpans ?? []
            if labels.isEmpty {
                empty += 1
                alarms += found.isEmpty ? 0 : 1
            }
            for label in labels {
                let isThere = row.text?.contains(label.text) ?? false
                let words = isThere ? label.text : label.text.replacingOccurrences(of: " : ", with: ":")
                spans += 1
                hits += found.contains { overlap($0, words, row) > 0 } ? 1 : 0
            }
            guard let silver = row.silver?.start else { continue }
            values += 1
            let isDay = ["day", "week", "month", "year"].contains(row.silver?.grain ?? "day")
            right += found.contains { isRight(start($0, row.reference), silver, isDay ? "date" : "datetime") } ? 1 : 0
        }
        print("Arabic spans: \(hits) of \(spans); silver values: \(right) of \(values)")
        print("false alarms: \(alarms) of \(empty)")
        #expect(Double(hits) >= 0.9 * Double(spans))
        #expect(Double(alarms) <= 0.02 * Double(empty))
        #expect(Double(right) >= 0.8 * Double(values))
    }
}

extension Trait where Self == ConditionTrait {
    /// Shows a test as skipped where the reference data is not there.
    fileprivate static func enabledWithReference(_ name: String) -> Self {
        .enabled(if: Repository.reference(name) != nil, "skipped: no reference data")
    }
}
