import CivilTime
@testable import ICalendar
import Testing

@Suite("The work of a recurrence")
struct RecurrenceWorkTests {
    /// Starts every second on a Berlin clock, within twenty seconds of its changes in 2026.
    @Test("a short window is little work, even where clocks change", arguments: [
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

    /// The same with floating times and a reader in Berlin.
    @Test("a short window of floating times is little work, too", arguments: [
        ("20260710T120000Z", 20), ("20260329T005950Z", 20), ("20261025T005950Z", 10),
    ])
    func everyFloatingSecond(from: String, count: Int) throws {
        let berlin = try #require(TestZones.rules("Europe/Berlin"))
        let series = Series([event("DTSTART:19260101T000000\nRRULE:FREQ=SECONDLY")], zones: TestZones.resolver, floating: berlin)
        let first = try moment(from)
        var budget = WorkBudget(steps: 40_000)
        let found = try series.occurrences(in: first..<first + .seconds(20), budget: &budget)
        // Each second behind the gap is meant twice: by its own wall time, and by one in the gap.
        #expect(Set(found.map(\.startInstant)).count == count)
        #expect(found.first?.startInstant == first)
        #expect(budget.steps > 5_000, "far fewer steps than the day has seconds")
    }

    @Test("COUNT counts each month once, and only existing ones", arguments: [
        "RSCALE=BUDDHIST;FREQ=YEARLY;BYMONTH=1,12;COUNT=20", "RSCALE=ISLAMIC-CIVIL;FREQ=YEARLY;SKIP=FORWARD;BYMONTH=7L,8;COUNT=20",
        "FREQ=YEARLY;BYMONTH=1,1,2;COUNT=30",
    ])
    func months(rule: String) throws {
        var budget = WorkBudget.standard
        let line = "DTSTART:20260101T000000Z\nRRULE:\(rule)", decades: Int64 = 1_600_000_000
        let all = try starts(line, "20260101T000000Z", seconds: decades, &budget)
        let later = try starts(line, "20330101T000000Z", seconds: decades, &budget)
        #expect(later == all.filter { $0 >= "2033" } && !later.isEmpty)
    }

    @Test("DTSTART is found without expanding the rule", arguments: [
        "FREQ=HOURLY;INTERVAL=24;BYHOUR=5", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=SECONDLY;INTERVAL=2;BYSECOND=1",
    ])
    func nothingElse(rule: String) throws {
        let series = Series([event("DTSTART:20260101T010000Z\nRRULE:\(rule)")], zones: TestZones.resolver, floating: TimeZoneRules.utc)
        var budget = WorkBudget(steps: 20)
        let bounds = try #require(try series.bounds(budget: &budget))
        #expect(DateOrTime.utc(bounds.firstStart).text == "20260101T010000Z")
        #expect(bounds.lastEnd == nil)
    }

    @Test("a DTSTART in a gap is the first start")
    func startInGap() throws {
        // §3.3.5: 02:30 is read as 03:30 (01:30Z). 03:00 would come before it (§3.8.5.3).
        var budget = WorkBudget.standard
        #expect(try starts(
            "DTSTART;TZID=Europe/Berlin:20260329T023000\nRRULE:FREQ=HOURLY;BYMINUTE=0,30", "20260329T000000Z", seconds: 9_000, &budget)
            == ["20260329T013000Z", "20260329T020000Z"])
    }

    @Test("the largest COUNT and INTERVAL are the largest INTEGER", arguments: [
        ("FREQ=SECONDLY;COUNT=1000000000", 20), ("FREQ=SECONDLY;COUNT=2147483647", 20), ("FREQ=YEARLY;INTERVAL=2147483647", 0),
    ])
    func largest(rule: String, count: Int) throws {
        var budget = WorkBudget(steps: 300)
        #expect(try starts("DTSTART:19990101T000000Z\nRRULE:\(rule)", "20260101T000000Z", seconds: 20, &budget).count == count)
    }

    @Test("a later change may move its occurrences before all others")
    func boundsOfChanges() throws {
        let series = Series([
            event("DTSTART:20260105T090000Z\nRRULE:FREQ=DAILY"),
            event("RECURRENCE-ID;RANGE=THISANDFUTURE:20260107T090000Z\nDTSTART:20260107T100000Z"),
            event("RECURRENCE-ID;RANGE=THISANDFUTURE:20260110T090000Z\nDTSTART:20251201T090000Z"),
        ], zones: TestZones.resolver, floating: TimeZoneRules.utc)
        var budget = WorkBudget.standard
        #expect(try series.bounds(budget: &budget)?.firstStart == moment("20251201T090000Z"))
    }

    @Test("a rule of hours in an all-day series counts each day once, in every window")
    func hoursOfDays() throws {
        // Every 16 hours reaches each day once or twice; the days are 3 to 18 January.
        let rule = try RecurrenceRule("FREQ=HOURLY;INTERVAL=16;COUNT=16")
        let days = (3...18).map { LocalDateTime.midnight(LocalDate(daysSince1970: 17_531 + $0)) }
        for (index, day) in days.enumerated() {
            var budget = WorkBudget.standard
            var all = rule.localTimes(from: days[0], isDate: true, notBefore: day)
            var found: [LocalDateTime] = []
            while let next = try all.next(&budget) { found.append(next) }
            #expect(found == Array(days[index...]))
            var only = rule.localTimes(from: days[0], isDate: true, notBefore: day, through: day)
            #expect(try only.next(&budget) == day)
            #expect(try only.next(&budget) == nil)
        }
    }

    private func moment(_ text: String) throws -> Instant {
        guard case .utc(let moment) = try DateOrTime(text) else { throw Irregularity.malformed(.dateTime) }
        return moment
    }

    private func starts(
        _ lines: String, _ from: String, seconds: Int64, _ budget: inout WorkBudget
    ) throws -> [String] {
        let series = Series([event(lines)], zones: TestZones.resolver, floating: TimeZoneRules.utc)
        let first = try moment(from)
        return try series.occurrences(in: first..<first + .seconds(seconds), budget: &budget)
            .map { DateOrTime.utc($0.startInstant).text }
    }
}
