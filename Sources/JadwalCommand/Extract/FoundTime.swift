import CivilTime
import Extraction
import Foundation
import PrayerTimes

/// A line of the answer.
struct FoundLine: Encodable {
    var id: String?
    var found: [FoundTime]

    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

/// A time as programs get it.
///
/// A time of day comes with the day on which it is next, so its type is `datetime`; what words only bound, as "by
/// Friday", begins at the message. Lengths alone and times that are over are no answers.
struct FoundTime: Encodable {
    var span: String
    var type: String
    var start: String
    var end: String?
    /// The starts of the other readings.
    var others: [String]
    var part: String?
    var hijri: String?
    var basis: Basis?
    /// The change of the clocks at the start: `nonexistent` or `first`.
    var resolve: String?
    var approximate: Bool?
    var repetition: String?

    struct Basis: Encodable {
        var prayer: String
        var relation: String
        var minutes: Int?
        var second: String?
    }

    init?(_ expression: TimeExpression, in text: String, _ context: ReadingContext) {
        let best = expression.best
        guard !expression.isPast, let range = best.bounds(context) else { return nil }
        span = FoundTime.words(expression.range, of: text)
        (start, end) = (range.start, range.end)
        let hasClock = start.contains("T")
        type = (hasClock ? "datetime" : "date") + (end == nil ? "" : "range")
        others = []
        for reading in expression.readings.dropFirst() {
            guard let other = reading.bounds(context)?.start, other != start, !others.contains(other) else { continue }
            others.append(other)
        }
        part = best.minute == nil ? best.part?.rawValue : nil
        hijri = best.hijri?.description
        basis = best.anchor.map { anchor in
            Basis(
                prayer: anchor.isFriday ? "jumuah" : anchor.prayer.rawValue, relation: anchor.relation.rawValue,
                minutes: anchor.minutes, second: anchor.second?.rawValue)
        }
        resolve = best.clockChange?.rawValue
        approximate = best.isApproximate ? true : nil
        repetition = best.repetition?.summary
    }

    static func words(_ bytes: Range<Int>, of text: String) -> String {
        String(decoding: Array(text.utf8)[bytes], as: UTF8.self)
    }
}

extension Reading {
    /// Returns the start and the end as texts; nil without a day.
    func bounds(_ context: ReadingContext) -> (start: String, end: String?)? {
        // A repetition without a day begins now.
        guard let date = date ?? (repetition == nil ? nil : context.reference.date) else { return nil }
        let (start, end) = span(date)
        guard isDeadline else { return (start, end) }
        let now = "\(context.reference.date.iso8601)T\(context.reference.clock)"
        return (now, end ?? start)
    }

    private func span(_ date: LocalDate) -> (String, String?) {
        if let minute {
            let start = "\(date.iso8601)T\(clock(minute))"
            if let endMinute { return (start, "\((endDate ?? date).iso8601)T\(clock(endMinute))") }
            guard let length, length > 0 else { return (start, nil) }
            let end = minute + length
            return (start, "\((date + end / 1_440).iso8601)T\(clock(end % 1_440))")
        }
        if let part {
            let window = part.window(edge: edge)
            return (
                "\(date.iso8601)T\(clock(window.lowerBound))",
                "\((date + window.upperBound / 1_440).iso8601)T\(clock(window.upperBound % 1_440))"
            )
        }
        return (date.iso8601, endDate?.iso8601)
    }

    private func clock(_ minute: Int) -> String {
        let (hours, minutes) = (minute / 60, minute % 60)
        return "\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
    }

    /// The meaning in one line for people.
    func summary(_ context: ReadingContext) -> String {
        var parts: [String] = []
        if let bounds = bounds(context) { parts.append(bounds.end.map { "\(bounds.start) to \($0)" } ?? bounds.start) }
        if let part, minute == nil { parts.append(part.rawValue) }
        if let hijri { parts.append("\(hijri) AH") }
        if let anchor {
            let second = anchor.second.map { " and \($0.rawValue)" } ?? ""
            parts.append("\(anchor.relation.rawValue) \(anchor.prayer.rawValue)\(second)")
        }
        if let repetition { parts.append(repetition.summary) }
        if let length { parts.append("\(length) minutes") }
        if isApproximate { parts.append("about") }
        if isDayImplied { parts.append("day not said") }
        if let clockChange { parts.append(clockChange == .skipped ? "moved: the clocks skip it" : "the first of two") }
        return parts.joined(separator: ", ")
    }
}

extension RepetitionReading {
    /// The repetition as `every 2 weeks 1 4`, with the ISO numbers of weekdays.
    var summary: String {
        if isWorkingDays { return "working days" }
        let days = weekdays.map(\.rawValue).sorted().map { " \($0)" }.joined()
        return "every \(interval) \(unit.rawValue)\(days)"
    }
}
