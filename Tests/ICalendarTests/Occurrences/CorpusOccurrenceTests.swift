import CivilTime
import Foundation
import Testing
@testable import ICalendar

@Suite("Occurrences: what another implementation found in the corpus")
struct CorpusOccurrenceTests {
    struct Expected: Sendable, Decodable, CustomTestStringConvertible {
        let file: String, from: String, to: String
        let occurrences: [[String]]
        var testDescription: String { file }
    }

    /// Reference data that is kept beside the repository, or where the environment says.
    static let folder: String = {
        let root = URL(filePath: #filePath).pathComponents.dropLast(4).dropFirst().joined(separator: "/")
        let reference = ProcessInfo.processInfo.environment["JADWAL_REFERENCE"] ?? "/\(root)/../shared/reference"
        return reference + "/icalendar/"
    }()
    static let cases: [Expected] = {
        guard let text = try? String(contentsOfFile: folder + "occurrences.jsonl", encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Expected.self, from: Data($0.utf8)) }
    }()

    @Test("the same occurrences", .enabled(if: !cases.isEmpty, "skipped: no reference data"), arguments: cases)
    func same(_ expected: Expected) throws {
        guard Self.explained[expected.file] == nil else { return }
        let data = try Data(contentsOf: URL(filePath: Self.folder + "corpus/" + expected.file))
        let window = try instant(expected.from)..<instant(expected.to)
        var found: Set<String> = []
        let stream = try CalendarStream([UInt8](data))
        // Some files hold events without a calendar around them.
        let loose = Component("VCALENDAR", components: stream.components.filter { $0.name != "VCALENDAR" })
        for calendar in stream.components.filter({ $0.name == "VCALENDAR" }) + [loose] {
            let zones = ZoneResolver(calendar) { TestZones.rules($0) }
            for series in Series.all(in: calendar, names: ["VEVENT"], zones: zones, floating: TimeZoneRules.utc) {
                var budget = WorkBudget.standard
                for occurrence in try series.occurrences(in: window, budget: &budget) {
                    let uid = series.components[occurrence.partIndex].first("UID")?.value ?? ""
                    found.insert("\(text(occurrence.start, occurrence.startInstant)) \(text(occurrence.end, occurrence.endInstant)) \(uid)")
                }
            }
        }
        let wanted = Set(expected.occurrences.map { $0.joined(separator: " ") })
        #expect(found.subtracting(wanted).sorted().prefix(4) == [], "only ours")
        #expect(wanted.subtracting(found).sorted().prefix(4) == [], "only theirs")
    }

    private static let western = """
        The files leave the VTIMEZONE of "Western/Central Europe" out, which §3.2.19 demands; an unknown zone is read \
        as floating.
        """

    /// Files of which we make something else, and why.
    static let explained = [
        "ical4j-google_aus_holidays.ics": """
            DTSTART;TZID=America/Los_Angeles:20041225 is no DATE-TIME (RFC 5545 §3.3.5); it is read as the day it says, \
            not as midnight in that zone.
            """,
        "ical4j-invalid-schedule-unstable.ics": "The same, with VALUE=DATE-TIME.",
        "pyicalendar-issue_178_custom_component_contains_other.ics": """
            What is inside a component that no standard knows (§3.6, x-comp) is not an event of the calendar.
            """,
        "pyicalendar-issue_526_calendar_with_different_events.ics": western,
        "pyicalendar-issue_526_calendar_with_event_subset.ics": western,
        "pyicalendar-issue_526_calendar_with_events.ics": western,
        "recurring-issue_201_mixed_datetime_and_date.ics": """
            DTSTART is a DATE and DTEND a DATE-TIME, which §3.8.2.2 forbids; the start decides that it is all day.
            """,
    ]

    private func text(_ value: DateOrTime, _ instant: Instant) -> String {
        if case .zoned = value { return DateOrTime.utc(instant).text }
        return value.text
    }

    private func instant(_ text: String) throws -> Instant {
        guard case .utc(let instant) = try DateOrTime(text) else { throw Irregularity.malformed(.dateTime) }
        return instant
    }
}
