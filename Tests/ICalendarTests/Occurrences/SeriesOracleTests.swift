import CivilTime
@testable import ICalendar
import SeededRandom
import Testing

@Suite("Occurrences: random series and another implementation")
struct SeriesOracleTests {
    @Test("2,000 random series have the occurrences that recurring-ical-events finds",
        .enabled(if: Oracles.hasRecurringEvents, "skipped: no recurring-ical-events"))
    func twoThousand() throws {
        var random = SeededRandom(5)
        let all = (0..<2_000).map { _ in RandomSeries(&random) }
        let oracle = try Oracles.recurringEvents(all.map(\.line))
        let ours = try all.map { try occurrences($0) }
        var differences: [String] = []
        for ((series, ours), theirs) in zip(zip(all, ours), try oracle.answers()) where ours != theirs {
            differences.append("\(series.line)\n  ours:   \(ours)\n  theirs: \(theirs ?? "nothing")")
        }
        #expect(differences.count == 0, "\(differences.prefix(8).joined(separator: "\n"))")
        #expect(ours.count { !$0.isEmpty } > 1_500)
    }

    private func occurrences(_ item: RandomSeries) throws -> String {
        let series = Series(
            item.events.map { event($0.joined(separator: "\n")) }, zones: TestZones.resolver, floating: TimeZoneRules.utc)
        try #require(series.problems.isEmpty)
        var budget = WorkBudget(steps: 100_000)
        return try series.occurrences(in: item.window, budget: &budget)
            .map { "\(text($0.start, $0.startInstant))/\(text($0.end, $0.endInstant))" }
            .sorted().joined(separator: ",")
    }

    private func text(_ value: DateOrTime, _ instant: Instant) -> String {
        if case .zoned = value { DateOrTime.utc(instant).text } else { value.text }
    }
}
