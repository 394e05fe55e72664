@testable import Calendars
import CivilTime
import Foundation
import ICalendar
import Testing

/// The zones of this machine.
let zoneFiles: ZoneResolver.Database = { name in
    guard !name.isEmpty, !name.contains("..") else { return nil }
    return FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)")
        .flatMap { try? TimeZoneRules(name: name, tzif: [UInt8]($0)) }
}

/// The facts about a customer in Riyadh whose weeks begin on Sunday.
func context(computed: any ComputedSeries = NoComputedSeries(), zone: String = "Asia/Riyadh") -> EventContext {
    EventContext(
        now: Instant(secondsSince1970: 1_795_392_000), timeZone: zone, weekStart: .sunday, database: zoneFiles,
        computed: computed, address: "zaid@example.org")
}

/// Reads `2026-11-25 15:00`.
func local(_ text: String) throws -> LocalDateTime {
    let parts = text.split(separator: " "), clock = parts[1].split(separator: ":").compactMap { Int($0) }
    let day = try date(String(parts[0]))
    return try #require(LocalDateTime(date: day, hour: clock[0], minute: clock[1]))
}

func date(_ text: String) throws -> LocalDate { try #require(LocalDate(iso8601: text)) }

/// Returns a draft of an event of an hour.
func draft(
    _ title: String = "Lunch", at start: String = "2026-11-25 15:00", to end: String = "2026-11-25 16:00",
    zone: String = "Asia/Riyadh",
    repeating repetition: Repetition = .none
) throws -> EventDraft {
    EventDraft(
        title: title, time: .timed(start: try local(start), startZone: zone, end: try local(end), endZone: zone),
        repetition: repetition)
}

/// Returns the lines of a new object of a draft, without the time zones.
func lines(_ draft: EventDraft, _ context: EventContext = context()) throws -> [String] {
    var object = try draft.object(uid: "1", context)
    object.components.removeAll { $0.name == "VTIMEZONE" }
    return text(object).split(separator: "\r\n").map(String.init)
}

func text(_ calendar: Component) -> String {
    var writer = ContentLineWriter()
    writer.component(calendar)
    return String(decoding: writer.bytes, as: UTF8.self)
}

/// Reads an event of a text.
func read(_ text: String, at id: String? = nil, _ context: EventContext = context()) throws -> ObjectEvent {
    let stored = try CalendarText(Array(text.utf8))
    return try ObjectEvent(try #require(stored), at: id, context)
}

/// Returns the lines of which a text has more than another, and fewer.
func changes(_ before: String, _ after: String) -> (new: [String], gone: [String]) {
    func lines(_ text: String) -> [String] {
        text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
    }
    let difference = lines(after).difference(from: lines(before))
    let new: [String] = difference.insertions.map { if case .insert(_, let line, _) = $0 { line } else { "" } }
    let gone: [String] = difference.removals.map { if case .remove(_, let line, _) = $0 { line } else { "" } }
    return (new, gone)
}
