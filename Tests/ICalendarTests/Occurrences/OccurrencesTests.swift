import CivilTime
@testable import ICalendar
import SeededRandom
import Testing

@Suite("Occurrences one at a time")
struct OccurrencesTests {
    @Test("a rule without an end is expanded far in the future", arguments: [
        // rule, from, the next three starts
        ("FREQ=DAILY", "99000101T000000Z", ["99000101T100000Z", "99000102T100000Z", "99000103T100000Z"]),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "20990101T000000Z", ["21040229T100000Z", "21080229T100000Z", "21120229T100000Z"]),
        ("FREQ=SECONDLY", "20500101T000000Z", ["20500101T000000Z", "20500101T000001Z", "20500101T000002Z"]),
        ("FREQ=DAILY;COUNT=900000", "29000101T000000Z", ["29000101T100000Z", "29000102T100000Z", "29000103T100000Z"]),
    ])
    func farAway(rule: String, from: String, expected: [String]) throws {
        var left = series(["DTSTART:20000101T100000Z\nRRULE:\(rule)"]).occurrences(from: try moment(from))
        // Some dozen steps for each occurrence, instead of one for each day or second since 2000.
        var budget = WorkBudget(steps: 2_000)
        let found = try (0..<3).map { _ in try left.next(&budget)?.startInstant }
        #expect(found.map { $0.map { DateOrTime.utc($0).text } } == expected)
    }

    @Test("an occurrence that has begun comes first; one that starts at the window's end is left out")
    func bounds() throws {
        let series = series(["DTSTART:20250106T100000Z\nDTEND:20250106T120000Z\nRRULE:FREQ=DAILY"])
        #expect(try starts(series.occurrences(from: moment("20250110T110000Z"), before: moment("20250112T100000Z")))
            == ["20250110T100000Z", "20250111T100000Z"])
        #expect(try starts(series.occurrences(from: moment("20250110T120000Z"), before: moment("20250111T100001Z")))
            == ["20250111T100000Z"])
        #expect(try starts(series.occurrences(from: moment("20250110T110000Z"), before: moment("20240112T100000Z"))) == [])
    }

    static let daily = "UID:1\nDTSTART;TZID=Europe/Berlin:20250106T100000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=6"

    @Test("an override is listed at its own time", arguments: [
        ("20250108T100000", "20250105T090000", "05T08 06T09 07T09 09T09 10T09 11T09"),  // before them all
        ("20250108T100000", "20250109T093000", "06T09 07T09 09T08 09T09 10T09 11T09"),  // behind its neighbour
        ("20250106T100000", "20250201T100000", "07T09 08T09 09T09 10T09 11T09 01T09"),  // behind them all
    ])
    func overrides(id: String, start: String, expected: String) throws {
        let override = "UID:1\nRECURRENCE-ID;TZID=Europe/Berlin:\(id)\nDTSTART;TZID=Europe/Berlin:\(start)\nDURATION:PT1H"
        #expect(try starts(series([Self.daily, override])).map { String($0.dropFirst(6).prefix(5)) }.joined(separator: " ") == expected)
    }

    @Test("a THISANDFUTURE change is listed at its own times", arguments: [
        ("20250109T110000", "06T09 07T09 08T09 09T10 10T10 11T10"),
        ("20250107T100000", "06T09 07T09 07T09 08T09 08T09 09T09"),  // two days earlier: among those before
        ("20241230T100000", "30T09 31T09 01T09 06T09 07T09 08T09"),  // before all of them
        ("20260109T100000", "06T09 07T09 08T09 09T09 10T09 11T09"),
    ])
    func changes(start: String, expected: String) throws {
        let change = "UID:1\nRECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20250109T100000\n"
            + "DTSTART;TZID=Europe/Berlin:\(start)\nDURATION:PT1H"
        #expect(try starts(series([Self.daily, change])).map { String($0.dropFirst(6).prefix(5)) }.joined(separator: " ") == expected)
    }

    @Test("a THISANDFUTURE change holds even if its own occurrence is deleted")
    func changeWithoutItsOwn() throws {
        let change = "UID:1\nRECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20250109T100000\nDTSTART;TZID=Europe/Berlin:20250109T120000"
        let found = try starts(series([Self.daily + "\nEXDATE;TZID=Europe/Berlin:20250109T100000", change]))
        #expect(found.suffix(3) == ["20250108T090000Z", "20250110T110000Z", "20250111T110000Z"])
    }

    @Test("a THISANDFUTURE change may turn days into times, and times into days")
    func changeOfKind() throws {
        let days = "UID:1\nDTSTART;VALUE=DATE:20250106\nRRULE:FREQ=DAILY;COUNT=3"
        let toTime = "UID:1\nRECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20250107\nDTSTART;TZID=Europe/Berlin:20250107T100000"
        #expect(try starts(series([days, toTime])) == ["20250106T000000Z", "20250107T090000Z", "20250108T090000Z"])
        let toDay = "UID:1\nRECURRENCE-ID;TZID=Europe/Berlin;RANGE=THISANDFUTURE:20250110T100000\nDTSTART;VALUE=DATE:20250110"
        #expect(try starts(series([Self.daily, toDay])).suffix(2) == ["20250110T000000Z", "20250111T000000Z"])
    }

    @Test("floating times keep their order when the reader's clocks skip an hour")
    func floatingGap() throws {
        // Berlin, 30 March 2025: 02:30 is read as 03:30, which is after 03:00.
        let events = [event("DTSTART:20250330T013000\nRRULE:FREQ=MINUTELY;INTERVAL=30;COUNT=6")]
        let berlin = try #require(TestZones.rules("Europe/Berlin"))
        let found = try starts(Series(events, zones: TestZones.resolver, floating: berlin).occurrences(from: TimeRange.earliest))
        #expect(found.map { $0.dropFirst(9).prefix(4) } == ["0030", "0100", "0100", "0130", "0130", "0200"])
    }

    @Test("every window lists its occurrences by their starts: 400 random series with overrides and changes")
    func windows() throws {
        var random = SeededRandom(4)
        for _ in 0..<400 {
            let series = series(randomEvents(&random))
            let all = try list(series.occurrences(from: TimeRange.earliest))
            #expect(zip(all, all.dropFirst()).allSatisfy { $0.startInstant <= $1.startInstant })
            let start = try moment("20250101T000000Z") + .seconds(random.number(-30...120) * 43_200)
            let window = start..<start + .seconds(random.number(1...40) * 43_200)
            var budget = WorkBudget.standard
            #expect(try series.occurrences(in: window, budget: &budget) == all.filter { $0.overlaps(window) })
            // Each time of a series has one description.
            let ids = all.map { DateOrTime.utc($0.startInstant).text + ($0.recurrenceID?.text ?? "") }
            #expect(Set(ids).count == ids.count)
        }
    }

    /// Makes a series of at most forty occurrences. Some are moved one by one or from there on, by up to ten
    /// days.
    private func randomEvents(_ random: inout SeededRandom) -> [String] {
        let zone = [";TZID=Europe/Berlin", ";TZID=America/New_York", ""][random.number(0...2)]
        let rule = ["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,WE,SA", "FREQ=HOURLY;INTERVAL=7"][random.number(0...2)]
        var events = ["UID:1\nDTSTART\(zone):20250320T023000\nDURATION:PT\(random.number(0...72))H\nRRULE:\(rule);COUNT=40"]
        let start = LocalDateTime.midnight(LocalDate(daysSince1970: 20_167)) + 9_000 // 20 March 2025, 02:30
        let ids = Set((0..<random.number(0...4)).map { _ in random.number(1...20) })
        for index in ids.sorted() {
            let step: Int64 = rule.contains("HOURLY") ? 25_200 : 86_400
            let id = start + step * Int64(index), moved = id + Int64(random.number(-20...20) * 43_200)
            let range = random.chance(50) ? ";RANGE=THISANDFUTURE" : ""
            events.append("""
                UID:1
                RECURRENCE-ID\(zone)\(range):\(id.basic)
                DTSTART\(zone):\(moved.basic)
                DURATION:PT\(random.number(0...72))H
                """)
        }
        return events
    }

    private func series(_ events: [String]) -> Series {
        Series(events.map(event), zones: TestZones.resolver, floating: TimeZoneRules.utc)
    }

    private func moment(_ text: String) throws -> Instant {
        try TestZones.resolver.instant(of: DateOrTime(text), floating: TimeZoneRules.utc)
    }

    private func list(_ occurrences: Occurrences) throws -> [Occurrence] {
        var left = occurrences, budget = WorkBudget.standard, found: [Occurrence] = []
        while let occurrence = try left.next(&budget) { found.append(occurrence) }
        return found
    }

    private func starts(_ series: Series) throws -> [String] { try starts(series.occurrences(from: TimeRange.earliest)) }

    private func starts(_ occurrences: Occurrences) throws -> [String] {
        try list(occurrences).map { DateOrTime.utc($0.startInstant).text }
    }
}
