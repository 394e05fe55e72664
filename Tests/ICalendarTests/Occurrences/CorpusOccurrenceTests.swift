import CivilTime
import Foundation
@testable import ICalendar
import Testing

@Suite("Occurrences: the corpus and another implementation")
struct CorpusOccurrenceTests {
    struct Expected: Sendable, Decodable, CustomTestStringConvertible {
        let file: String, from: String, to: String
        let occurrences: [[String]]
        var testDescription: String { file }
    }

    static let cases: [Expected] = {
        guard let text = try? String(contentsOfFile: Corpus.reference + "/occurrences.jsonl", encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Expected.self, from: Data($0.utf8)) }
    }()

    @Test("a file has the occurrences that the other implementation finds", .enabled(if: !cases.isEmpty, "skipped: no reference data"), arguments: cases)
    func same(_ expected: Expected) throws {
        let window = try instant(expected.from)..<instant(expected.to)
        var budget = WorkBudget(steps: 10_000_000)
        let lines = try CalendarStream(Corpus.octets(expected.file)).occurrenceLines(
            in: window, floating: TimeZoneRules.utc, database: { TestZones.rules($0) }, budget: &budget)
        let found = Set(lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).prefix(3).joined(separator: " ") })
        let wanted = Set(expected.occurrences.map { $0.joined(separator: " ") })
        if Self.explained[expected.file] != nil {
            #expect(found != wanted, "the explanation is no longer needed")
        } else {
            #expect(found.subtracting(wanted).sorted().prefix(4) == [], "only ours")
            #expect(wanted.subtracting(found).sorted().prefix(4) == [], "only theirs")
            #expect(lines.count == expected.occurrences.count, "none twice")
        }
    }

    /// The files with another result here, each with the reason.
    static let explained = [
        "ical4j-google_aus_holidays.ics": """
            DTSTART;TZID=America/Los_Angeles:20041225 is no DATE-TIME (RFC 5545 §3.3.5); it is read as the day it says, \
            not as midnight in that zone.
            """,
        "ical4j-invalid-schedule-unstable.ics": "The same, with VALUE=DATE-TIME.",
        "pyicalendar-issue_178_custom_component_contains_other.ics": """
            What is inside a component that no standard knows (§3.6, x-comp) is not an event of the calendar.
            """,
        "pyicalendar-example.ics": """
            Two events with one UID at two times, neither newer, are two events, as timetables mean them.
            """,
        "recurring-end_before_start_event.ics": """
            An end before its start counts as missing; the other exchanges the two.
            """,
        "recurring-issue_132_swapped_start_and_end.ics": "The same.",
        "recurring-issue_201_mixed_datetime_and_date.ics": """
            DTSTART is a DATE and DTEND a DATE-TIME, which §3.8.2.2 forbids; the start decides that it is all day.
            """,
    ]

    private func instant(_ text: String) throws -> Instant {
        guard case .utc(let instant) = try DateOrTime(text) else { throw Irregularity.malformed(.dateTime) }
        return instant
    }
}
