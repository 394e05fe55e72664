import CivilTime
import Extraction
import Foundation
import PrayerTimes
import Testing

/// Files of the repository that tests read.
enum Repository {
    /// The folder of the repository, also where the sources are linked from another folder.
    static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func lexicon() throws -> Lexicon {
        let folder = root.appendingPathComponent("templates/lexicon")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".tsv") }.sorted()
        return try Lexicon(
            files: names.map { name in
                LexiconFile(
                    name: name, text: try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
            })
    }

    /// The reference data beside the repository; nil if it is not there.
    static func reference(_ name: String) -> [String]? {
        let url = root.appendingPathComponent("../shared/reference/extraction/\(name)").standardizedFileURL
        guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
        return text.split(separator: "\n").map(String.init)
    }
}

/// The lexicon of the repository, read once.
let lexicon = Result { try Repository.lexicon() }

func zoneRules(_ name: String) -> TimeZoneRules? {
    FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)").flatMap { data in
        try? TimeZoneRules(name: name, tzif: [UInt8](data))
    }
}

/// Returns the circumstances of the examples: Wednesday 8 October 2025, 16:40, in Riyadh.
func exampleContext() throws -> ReadingContext {
    let day = try #require(LocalDate(year: 2025, month: 10, day: 8))
    let now = try #require(LocalDateTime(date: day, hour: 16, minute: 40))
    var context = ReadingContext(reference: now, timeZone: try #require(zoneRules("Asia/Riyadh")))
    context.zones = { zoneRules($0) }
    let prayers = PerEvent(fajr: 270, sunrise: 348, dhuhr: 701, asr: 902, maghrib: 1_053, isha: 1_143)
    context.prayerTimes = { _ in prayers }
    return context
}

/// Returns the meaning of a sentence as the lexicon's files write it.
func meaning(_ text: String, _ context: ReadingContext? = nil) throws -> String {
    let context = try context ?? exampleContext()
    let found = ExpressionReader(try lexicon.get()).expressions(in: text, context)
    return found.isEmpty ? "-" : found.map { meaning($0, context) }.joined(separator: "; ")
}

func meaning(_ expression: TimeExpression, _ context: ReadingContext) -> String {
    if expression.isPast { return "past" }
    if expression.isVague { return "vague" }
    let reading = expression.best
    var parts: [String] = []
    if let date = reading.date { parts.append(times(reading, date, context)) }
    if reading.minute == nil, let part = reading.part { parts.append(part.rawValue) }
    if reading.isApproximate { parts.append("~") }
    if let repetition = reading.repetition { parts.append(text(repetition)) }
    if let length = reading.length {
        parts.append(length % 60 == 0 ? "\(length / 60)h" : "\(length) min")
    }
    return (reading.isDeadline ? "until " : "") + parts.joined(separator: " ")
}

private func times(_ reading: Reading, _ date: LocalDate, _ context: ReadingContext) -> String {
    guard let minute = reading.minute else {
        return text(date) + (reading.endDate.map { "..\(text($0))" } ?? "")
    }
    var result = "\(text(date)) \(clock(minute))"
    if let end = reading.endMinute {
        let endDate = reading.endDate ?? date
        result += ".." + (endDate == date ? "" : "\(text(endDate)) ") + clock(end)
    }
    return result
}

private func text(_ date: LocalDate) -> String {
    date.year == 2025 ? String(date.iso8601.dropFirst(5)) : date.iso8601
}

private func clock(_ minute: Int) -> String {
    "\(minute < 600 ? "0" : "")\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
}

private func text(_ repetition: RepetitionReading) -> String {
    if repetition.isWorkingDays { return "working days" }
    let names: [RepetitionReading.Unit: String] = [
        .minutes: "minutely", .hours: "hourly", .days: "daily", .weeks: "weekly", .months: "monthly", .years: "yearly",
    ]
    let days = repetition.weekdays.map(\.rawValue).sorted().map { " \($0)" }.joined()
    return (names[repetition.unit] ?? "") + (repetition.interval > 1 ? " \(repetition.interval)" : "") + days
}
