import CivilTime
import Testing
@testable import ICalendar

@Suite("How much work a recurrence is")
struct RecurrenceWorkTests {
    /// From a Berlin clock that never rests, twenty seconds around its changes of 2026.
    @Test("a short window is short work, also where the clocks are changed", arguments: [
        ("20260710T120000Z", 20),
        ("20260329T005950Z", 20), // 02:00 to 03:00 is left out
        ("20261025T005950Z", 10), // 02:00 to 03:00 is shown twice, and means the first time
    ])
    func everySecond(from: String, count: Int) throws {
        var budget = WorkBudget(steps: 20_000)
        let starts = try starts("DTSTART;TZID=Europe/Berlin:19260101T000000\nRRULE:FREQ=SECONDLY", from, seconds: 20, &budget)
        #expect(starts.count == count)
        #expect(starts.first == from)
        #expect(budget.steps > 5_000, "far fewer steps than the day has seconds")
    }

    private func starts(
        _ lines: String, _ from: String, seconds: Int64, _ budget: inout WorkBudget
    ) throws -> [String] {
        let series = Series([event(lines)], zones: TestZones.resolver, floating: TimeZoneRules.utc)
        guard case .utc(let first) = try DateOrTime(from) else { throw Irregularity.malformed(.dateTime) }
        return try series.occurrences(in: first..<first + .seconds(seconds), budget: &budget)
            .map { DateOrTime.utc($0.startInstant).text }
    }
}
