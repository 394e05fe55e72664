import CivilTime
@testable import ICalendar
import Testing

@Suite("Occurrences of a series")
struct SeriesTests {
    @Test("clocks change during the event: DTEND keeps the hours, DURATION the calendar's days")
    func clocksChanged() throws {
        // Berlin puts its clocks forward in the night to 30 March 2025 (RFC 5545 §3.8.5.3).
        #expect(try spans("""
            DTSTART;TZID=Europe/Berlin:20250328T220000
            DTEND;TZID=Europe/Berlin:20250329T060000
            RRULE:FREQ=DAILY;COUNT=3
            """) == ["20250328T210000Z/20250329T050000Z", "20250329T210000Z/20250330T050000Z", "20250330T200000Z/20250331T040000Z"])
        #expect(try spans("""
            DTSTART;TZID=Europe/Berlin:20250328T220000
            DURATION:P1D
            RRULE:FREQ=DAILY;COUNT=3
            """) == ["20250328T210000Z/20250329T210000Z", "20250329T210000Z/20250330T200000Z", "20250330T200000Z/20250331T200000Z"])
    }

    @Test("a skipped time moves behind the gap, a repeated one is the first")
    func gapAndOverlap() throws {
        // §3.3.5: New York, 11 March 2007 02:30 is read with the offset before, 03:30; 4 November 2007 01:30 is EDT.
        #expect(try spans("""
            DTSTART;TZID=America/New_York:20070310T023000
            RRULE:FREQ=DAILY;COUNT=3
            """).map { $0.prefix(16) } == ["20070310T073000Z", "20070311T073000Z", "20070312T063000Z"])
        #expect(try spans("DTSTART;TZID=America/New_York:20071104T013000").first?.prefix(16) == "20071104T053000Z")
    }

    @Test("several times a day stay in order across a gap, each moment once")
    func orderAcrossGap() throws {
        // 02:10 and 02:50 are left out and read as 03:10 and 03:50, which are the same moments as the
        // last two that COUNT allows. DTSTART is one more, since the rule does not match it.
        #expect(try spans("""
            DTSTART;TZID=America/New_York:20070311T013000
            RRULE:FREQ=DAILY;COUNT=5;BYHOUR=1,2,3;BYMINUTE=10,50
            """).map { $0.prefix(16) } == [
                "20070311T063000Z", "20070311T065000Z", "20070311T071000Z", "20070311T075000Z",
            ].map { $0.prefix(16) })
    }

    @Test("a THISANDFUTURE change that begins in a gap has its written time on later days")
    func changeInGap() throws {
        // New York, 11 March 2007 02:30 is 03:30; from there on half past two, two hours earlier than before.
        #expect(try spans("""
            DTSTART;TZID=America/New_York:20070310T043000
            RRULE:FREQ=DAILY;COUNT=3
            """, """
            RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/New_York:20070311T043000
            DTSTART;TZID=America/New_York:20070311T023000
            """).map { $0.prefix(16) } == ["20070310T093000Z", "20070311T073000Z", "20070312T063000Z"])
    }

    @Test("UNTIL is a moment", arguments: [
        ("20250330T080000Z", 3), ("20250330T075959Z", 2), ("20250330", 3), ("20250330T100000", 3),
    ])
    func untilIsAMoment(until: String, count: Int) throws {
        // Berlin, 10:00: at 09:00Z in winter, at 08:00Z from 30 March on.
        #expect(try spans("""
            DTSTART;TZID=Europe/Berlin:20250328T100000
            RRULE:FREQ=DAILY;UNTIL=\(until)
            """).count == count)
    }

    @Test("RDATE, EXDATE and EXRULE are read in every form")
    func addedAndTakenAway() throws {
        #expect(try spans("""
            DTSTART;TZID=Europe/Berlin:20250601T100000
            DURATION:PT1H
            RRULE:FREQ=DAILY;COUNT=6
            RDATE;VALUE=PERIOD:20250610T080000Z/PT3H,20250611T080000Z/20250611T090000Z
            EXDATE;TZID=Europe/Berlin:20250602T100000
            EXDATE:20250603T080000Z
            EXDATE;VALUE=DATE:20250604
            EXRULE:FREQ=DAILY;INTERVAL=4
            """) == ["20250606T080000Z/20250606T090000Z", "20250610T080000Z/20250610T110000Z", "20250611T080000Z/20250611T090000Z"])
    }

    @Test("an end is read on its start's clock, and a series starts at its DTSTART", arguments: [
        ("DTSTART;TZID=America/New_York:20250106T090000\nDTEND:20250106T100000", "20250106T140000Z/20250106T150000Z"),
        ("DTSTART;TZID=Asia/Tokyo:20250106T090000\nDTEND:20250106T100000", "20250106T000000Z/20250106T010000Z"),
        ("DTSTART:20250106T090000Z\nDTEND:20250106T100000", "20250106T090000Z/20250106T100000Z"),
        ("DTSTART:20250106T090000\nDTEND;TZID=Asia/Tokyo:20250106T100000", "20250106T090000Z/20250106T100000Z"),
        ("DTSTART:20250106T090000Z\nDTEND;TZID=Asia/Tokyo:20250106T200000", "20250106T090000Z/20250106T110000Z"),
        // a day and a time
        ("DTSTART:20250106T100000Z\nDTEND;VALUE=DATE:20250106", "20250106T100000Z/20250106T100000Z"),
        ("DTSTART:20250106T220000Z\nDTEND;VALUE=DATE:20250107", "20250106T220000Z/20250107T000000Z"),
        ("DTSTART;VALUE=DATE:20250106\nDTEND:20250105T230000Z", "20250106/20250107"),
        // an end before its start counts as missing
        ("DTSTART:20250106T100000Z\nDTEND:20250106T090000Z", "20250106T100000Z/20250106T100000Z"),
        ("DTSTART;VALUE=DATE:20250106\nDTEND;VALUE=DATE:20250104", "20250106/20250107"),
        // a day is a day
        ("DTSTART;VALUE=DATE:20250106\nDTEND;VALUE=DATE:20250106", "20250106/20250107"),
        ("DTSTART;VALUE=DATE:20250106\nDURATION:PT0S", "20250106/20250107"),
        // an unknown zone is the reader's, a count of 0 adds nothing, and fractions are cut off
        ("DTSTART;TZID=Moon:20250106T100000\nDTEND;TZID=Moon:20250106T110000", "20250106T100000Z/20250106T110000Z"),
        ("DTSTART:20250106T100000Z\nRRULE:FREQ=DAILY;COUNT=0", "20250106T100000Z/20250106T100000Z"),
        ("DTSTART:20250106T100000.000Z", "20250106T100000Z/20250106T100000Z"),
        ("DTSTART:20250106T100000Z\nDURATION:PT-22H0M0S", "20250106T100000Z/20250106T100000Z"),
        ("DTSTART:20250106T100000Z\nDURATION:P1H", "20250106T100000Z/20250106T110000Z"),
        ("DTSTART:20250106T100000Z\nDTEND:20250106T090000Z\nRRULE:FREQ=DAILY;COUNT=1", "20250106T100000Z/20250106T100000Z"),
        ("DTSTART:20250106T100000Z\nDTEND:20250106T090000Z\nRECURRENCE-ID:20250106T100000Z", "20250106T100000Z/20250106T100000Z"),
    ])
    func ends(lines: String, span: String) throws {
        #expect(try spans(lines) == [span])
    }

    @Test("a day that SKIP moves from the month or year before may be DTSTART", arguments: [
        ("20130501", "FREQ=MONTHLY;BYMONTHDAY=31", ["20130501", "20130531", "20130701", "20130731"]),
        ("20130301", "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=29", ["20130301", "20140301", "20150301", "20160229"]),
        ("20140101", "FREQ=YEARLY;BYYEARDAY=366", ["20140101", "20150101", "20160101", "20161231"]),
    ])
    func skippedToStart(start: String, rule: String, days: [String]) throws {
        let lines = "DTSTART;VALUE=DATE:\(start)\nRRULE:RSCALE=GREGORIAN;SKIP=FORWARD;COUNT=4;\(rule)"
        #expect(try spans(lines).map { String($0.prefix(8)) } == days)
    }

    @Test("a THISANDFUTURE change moves and lengthens the series")
    func thisAndFuture() throws {
        let master = """
            UID:1
            DTSTART;TZID=Europe/Berlin:20250106T100000
            DTEND;TZID=Europe/Berlin:20250106T110000
            RRULE:FREQ=WEEKLY;COUNT=4
            """
        let change = """
            UID:1
            RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20250120T100000
            DTSTART;TZID=Europe/Berlin:20250121T120000
            DTEND;TZID=Europe/Berlin:20250121T140000
            """
        #expect(try spans(master, change) == [
            "20250106T090000Z/20250106T100000Z", "20250113T090000Z/20250113T100000Z",
            "20250121T110000Z/20250121T130000Z", "20250128T110000Z/20250128T130000Z",
        ])
    }

    @Test("the highest SEQUENCE counts; an override without its series is an occurrence")
    func overrides() throws {
        let override = "UID:1\nRECURRENCE-ID:20250107T100000Z\nDTSTART:20250107T120000Z\nSEQUENCE:"
        #expect(try spans("UID:1\nDTSTART:20250106T100000Z\nRRULE:FREQ=DAILY;COUNT=2", override + "3",
            override.replacing("T12", with: "T13") + "2") == ["20250106T100000Z/20250106T100000Z", "20250107T120000Z/20250107T120000Z"])
        #expect(try spans(override + "1") == ["20250107T120000Z/20250107T120000Z"])
    }

    @Test("an all-day event lasts one day, or until DTEND")
    func allDay() throws {
        #expect(try spans("DTSTART;VALUE=DATE:20250106\nRRULE:FREQ=DAILY;COUNT=2") == ["20250106/20250107", "20250107/20250108"])
        #expect(try spans("DTSTART;VALUE=DATE:20250106\nDTEND;VALUE=DATE:20250109") == ["20250106/20250109"])
    }

    @Test("the bounds of a series", arguments: [
        ("DTSTART:20250106T100000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3", "20250106T100000Z", "20250108T110000Z"),
        ("DTSTART:20250106T100000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY", "20250106T100000Z", nil),
        ("DTSTART:20250106T100000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20250107T120000Z", "20250106T100000Z", "20250107T110000Z"),
        ("DTSTART:20250106T100000Z\nDURATION:PT1H", "20250106T100000Z", "20250106T110000Z"),
        ("DTSTART:20250106T100000Z\nRRULE:FREQ=SECONDLY;COUNT=900000000", "20250106T100000Z", nil),
    ] as [(String, String, String?)])
    func bounds(event: String, first: String, last: String?) throws {
        var budget = WorkBudget(steps: 10_000)
        let bounds = try #require(try series([event]).bounds(budget: &budget))
        #expect(DateOrTime.utc(bounds.firstStart).text == first)
        #expect(bounds.lastEnd.map { DateOrTime.utc($0).text } == last)
    }

    @Test("a window far away is reached without expanding everything before it", arguments: [
        ("FREQ=SECONDLY", 10, 10),
        ("FREQ=MINUTELY;INTERVAL=7", 4_200, 10),
        ("FREQ=DAILY;COUNT=900000", 864_000, 10),
        ("FREQ=WEEKLY;BYDAY=MO,TH;COUNT=900000", 70 * 86_400, 20),
        ("FREQ=SECONDLY;COUNT=999999999", 10, 10),
        ("FREQ=SECONDLY;COUNT=800000000", 10, 0), // 1990 and 800,000,000 seconds are in 2015
        ("FREQ=MONTHLY;BYMONTHDAY=1,2;COUNT=90000", 62 * 86_400, 4),
    ])
    func farAway(rule: String, seconds: Int, count: Int) throws {
        let series = series(["DTSTART:19900101T000000Z\nRRULE:\(rule)"])
        // A few hundred steps: far fewer than the days or months since 1990.
        var budget = WorkBudget(steps: 300)
        let start = Instant(secondsSince1970: 1_500_000_000) // 2017-07-14T02:40:00Z
        #expect(try series.occurrences(in: start..<start + .seconds(seconds), budget: &budget).count == count)
    }

    @Test("endless work is an error", arguments: [
        "FREQ=SECONDLY;INTERVAL=2;BYSECOND=1", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=1,2,3", "FREQ=SECONDLY",
    ])
    func budget(rule: String) {
        let series = series(["DTSTART:19900101T000000Z\nRRULE:\(rule)"])
        #expect(throws: RecurrenceError.outOfBudget) {
            var budget = WorkBudget(steps: 1_000)
            _ = try series.occurrences(in: TimeRange.earliest..<TimeRange.latest, budget: &budget)
        }
    }

    @Test("values that cannot be read are reported and left out")
    func problems() throws {
        let series = series(["DTSTART:20250106T100000Z\nRRULE:FREQ=NEVER\nEXDATE:yesterday"])
        #expect(series.problems.map(\.name) == ["RRULE", "EXDATE"])
        var budget = WorkBudget.standard
        #expect(try series.occurrences(in: TimeRange.earliest..<TimeRange.latest, budget: &budget).count == 1)
    }

    private func series(_ events: [String]) -> Series {
        Series(events.map(event), zones: TestZones.resolver, floating: TimeZoneRules.utc)
    }

    private func spans(_ events: String...) throws -> [String] {
        var budget = WorkBudget.standard
        return try series(events).occurrences(in: TimeRange.earliest..<TimeRange.latest, budget: &budget).map { occurrence in
            occurrence.start.isDate ? "\(occurrence.start.text)/\(occurrence.end.text)"
                : "\(DateOrTime.utc(occurrence.startInstant).text)/\(DateOrTime.utc(occurrence.endInstant).text)"
        }
    }
}
