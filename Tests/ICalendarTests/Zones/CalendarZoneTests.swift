import CivilTime
@testable import ICalendar
import Testing

/// Berlin is one hour ahead of UTC, and two from 29 March to 25 October 2026. Riyadh is always three hours
/// ahead.
@Suite("Floating times of a calendar that names its zone")
struct CalendarZoneTests {
    @Test("a time without a zone is in X-WR-TIMEZONE's zone; days, UTC and TZID are unchanged", arguments: [
        ("DTSTART:20260701T090000", ["20260701T070000Z 20260701T070000Z"]),
        ("DTSTART:20260701T090000\nDURATION:PT1H", ["20260701T070000Z 20260701T080000Z"]),
        ("DTSTART;VALUE=DATE:20260701", ["20260701 20260702"]),
        ("DTSTART:20260701T090000Z\nDTEND:20260701T100000Z", ["20260701T090000Z 20260701T100000Z"]),
        ("DTSTART;TZID=Asia/Riyadh:20260701T090000", ["20260701T060000Z 20260701T060000Z"]),
        // Clocks go forward in between: eight hours on the wall clock are seven.
        ("DTSTART:20260328T220000\nDTEND:20260329T060000", ["20260328T210000Z 20260329T040000Z"]),
        // A start on the calendar's clocks and an end in UTC.
        ("DTSTART:20260701T090000\nDTEND:20260701T080000Z", ["20260701T070000Z 20260701T080000Z"]),
    ])
    func times(lines: String, expected: [String]) throws {
        #expect(try occurrences(event(lines)) == expected)
    }

    @Test("UNTIL, EXDATE and RDATE of a floating series are read on the same clock", arguments: [
        ("RRULE:FREQ=WEEKLY;UNTIL=20260406T070000Z", ["20260323T080000Z", "20260330T070000Z", "20260406T070000Z"]),
        ("RRULE:FREQ=WEEKLY;UNTIL=20260406T065959Z", ["20260323T080000Z", "20260330T070000Z"]),
        ("RRULE:FREQ=WEEKLY;UNTIL=20260330T090000", ["20260323T080000Z", "20260330T070000Z"]),
        ("RRULE:FREQ=WEEKLY;COUNT=3\nEXDATE:20260330T090000", ["20260323T080000Z", "20260406T070000Z"]),
        ("RRULE:FREQ=WEEKLY;COUNT=3\nEXDATE:20260330T070000Z", ["20260323T080000Z", "20260406T070000Z"]),
        ("RDATE:20260401T120000\nRDATE:20260402T120000Z", ["20260323T080000Z", "20260401T100000Z", "20260402T120000Z"]),
        ("RDATE;VALUE=PERIOD:20260401T120000/PT1H", ["20260323T080000Z", "20260401T100000Z"]),
    ])
    func series(rule: String, expected: [String]) throws {
        #expect(try occurrences(event("DTSTART:20260323T090000\n\(rule)")).map { String($0.prefix(16)) } == expected)
    }

    @Test("an override is found by a floating RECURRENCE-ID and by one in UTC", arguments: [
        "RECURRENCE-ID:20260330T090000", "RECURRENCE-ID:20260330T070000Z",
        "RECURRENCE-ID;TZID=Asia/Riyadh:20260330T100000",
    ])
    func overrides(id: String) throws {
        let master = event("UID:1\nDTSTART:20260323T090000\nRRULE:FREQ=WEEKLY;COUNT=2")
        let override = event("UID:1\n\(id)\nDTSTART:20260331T120000")
        #expect(try occurrences(master, override).map { String($0.prefix(16)) } == ["20260323T080000Z", "20260331T100000Z"])
    }

    @Test("a floating EXDATE of a series with a TZID is still on the series' own clock")
    func zonedSeries() throws {
        let series = event("DTSTART;TZID=Asia/Riyadh:20260701T090000\nRRULE:FREQ=DAILY;COUNT=2\nEXDATE:20260702T090000")
        #expect(try occurrences(series) == ["20260701T060000Z 20260701T060000Z"])
    }

    @Test("a zone is found under the names that TZID may have, and in the calendar's own VTIMEZONE", arguments: [
        "W. Europe Standard Time", "/freeassociation.sourceforge.net/Europe/Berlin", "europe/berlin", "Own Zone",
    ])
    func names(name: String) throws {
        let own = Component(reading: """
            BEGIN:VTIMEZONE\nTZID:Own Zone\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0200
            TZOFFSETTO:+0200\nEND:STANDARD\nEND:VTIMEZONE\n
            """)
        let calendar = calendar(name, [own, event("DTSTART:20260701T090000")])
        #expect(try lines(calendar).map { String($0.prefix(16)) } == ["20260701T070000Z"])
    }

    @Test("an unknown zone is a problem, and the times stay floating")
    func unknown() throws {
        let calendar = calendar("Middle-earth/Shire", [event("DTSTART:20260701T090000")])
        #expect(try lines(calendar).map { String($0.prefix(15)) } == ["20260701T090000"])
        let problem = Problem(.unknownCalendarZone, line: 3, name: "X-WR-TIMEZONE")
        #expect(problem.reason.severity == .warning)
        #expect(CalendarCheck.problems([calendar], database: TestZones.rules).contains(problem))
        #expect(try lines(self.calendar("", [event("DTSTART:20260701T090000")])).map { String($0.prefix(15)) } == ["20260701T090000"])
    }

    @Test("strict reading leaves floating times to the reader, and reports no problem of the zone", arguments: ["Europe/Berlin", "Nowhere"])
    func strict(zone: String) throws {
        let calendar = calendar(zone, [event("DTSTART:20260701T090000")])
        #expect(ZoneResolver(calendar, .strict, database: TestZones.rules).floatingRules == nil)
        let reasons = CalendarCheck.problems([calendar], .strict, database: TestZones.rules).map(\.reason)
        #expect(!reasons.contains(.unknownCalendarZone) && !reasons.contains(.floatingInCalendarZone))
    }

    @Test("floating times in the calendar's zone are reported once")
    func noted() {
        let two = [event("DTSTART:20260701T090000"), event("DTSTART:20260702T090000")]
        let day = [event("DTSTART;VALUE=DATE:20260701"), event("DTSTART:20260701T090000Z")]
        func count(_ parts: [Component]) -> Int {
            CalendarCheck.problems([calendar("Europe/Berlin", parts)], database: TestZones.rules)
                .count { $0.reason == .floatingInCalendarZone }
        }
        #expect(count(two) == 1)
        #expect(count(day) == 0)
    }

    @Test("a stored object keeps its bytes, and an edit writes floating times as before")
    func stored() throws {
        let text = """
            BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//A//B//EN\r\nX-WR-TIMEZONE:Europe/Berlin\r\nBEGIN:VEVENT\r\nUID:1\r
            DTSTAMP:20260101T000000Z\r\nDTSTART:20260323T090000\r\nDTEND:20260323T100000\r\nRRULE:FREQ=WEEKLY\r\nEND:VEVENT\r
            END:VCALENDAR\r\n
            """
        let stream = try CalendarStream(Array(text.utf8))
        let object = try CalendarObject(stream, database: TestZones.rules)
        #expect(String(decoding: CalendarStream([object.calendar]).octets, as: UTF8.self) == text)

        let zones = ZoneResolver(object.calendar, database: TestZones.rules)
        var editor = try SeriesEditor(object.calendar, uid: "1", zones: zones, now: Instant(secondsSince1970: 0))
        // The occurrence of 6 April, as a moment.
        let id = try DateOrTime("20260406T070000Z")
        try editor.changeOne(id) { $0.set(Property("SUMMARY", text: "moved")) }
        #expect(editor.calendar.components[1].first("RECURRENCE-ID") == Property("RECURRENCE-ID", value: "20260406T090000"))
        #expect(editor.calendar.components[1].first("DTEND") == Property("DTEND", value: "20260406T100000"))
        try editor.deleteFollowing(id)
        #expect(editor.calendar.components[0].first("RRULE")?.value == "FREQ=WEEKLY;UNTIL=20260406T085959")
        try editor.changeAll { $0.set(Property("DTSTART", value: "20260323T110000")) }
        #expect(editor.calendar.components[0].first("RRULE")?.value == "FREQ=WEEKLY;UNTIL=20260406T105959")
    }

    @Test("a split at an occurrence in a gap deletes it, however it is named", arguments: ["20260329T023000", "20260329T013000Z"])
    func splitInGap(id: String) throws {
        let series = event("UID:1\nDTSTART:20260328T023000\nRRULE:FREQ=DAILY;COUNT=3")
        let calendar = calendar("Europe/Berlin", [series])
        let zones = ZoneResolver(calendar, database: TestZones.rules)
        var editor = try SeriesEditor(calendar, uid: "1", zones: zones, now: Instant(secondsSince1970: 0))
        try editor.deleteFollowing(try DateOrTime(id))
        #expect(try lines(editor.calendar).map { String($0.prefix(16)) } == ["20260328T013000Z"])
    }

    @Test("expansion, busy times, alarms and filters agree on the moments")
    func queries() throws {
        let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER;VALUE=DATE-TIME:20260701T080000\nEND:VALARM"
        let calendar = calendar("Europe/Berlin", [event("UID:1\nDTSTART:20260701T090000\nDTEND:20260701T100000\n\(alarm)")])
        let zones = ZoneResolver(calendar, database: TestZones.rules), reader = try #require(TestZones.rules("Asia/Riyadh"))
        let seven = Instant(secondsSince1970: 1_782_889_200), hour = 3_600
        let range = TimeRange(seven..<seven + .seconds(hour))
        var budget = WorkBudget.standard

        let expanded = try calendar.expanded(range, zones: zones, floating: reader, budget: &budget)
        #expect(expanded.components.map { $0.first("DTSTART")?.value } == ["20260701T070000Z"])
        #expect(expanded.components.map { $0.first("DTEND")?.value } == ["20260701T080000Z"])
        var busy = BusyTimes(seven - .seconds(hour)..<seven + .seconds(2 * hour))
        try busy.add(calendar, zones: zones, floating: reader, budget: &budget)
        #expect(busy.result == [BusyPeriod(start: seven, end: seven + .seconds(hour), kind: .busy)])
        let series = try #require(Series.all(in: calendar, zones: zones, floating: reader).first)
        #expect(try series.alarms(in: seven - .seconds(hour)..<seven, budget: &budget).map(\.moment) == [seven - .seconds(hour)])
        var filter = ComponentFilter("VCALENDAR"), inner = ComponentFilter("VEVENT")
        inner.timeRange = range
        filter.components = [inner]
        #expect(try filter.matches(calendar, zones: zones, floating: reader, budget: &budget))
    }

    // MARK: The calendar of a large service

    private func calendar(_ zone: String, _ components: [Component]) -> Component {
        Component("VCALENDAR", properties: [
            Property("VERSION", value: "2.0", line: 2), Property("X-WR-TIMEZONE", value: zone, line: 3),
        ], components: components)
    }

    /// Lists the occurrences for a reader in New York, whose clocks must not matter.
    private func lines(_ calendar: Component) throws -> [String] {
        var budget = WorkBudget.standard
        let year = Instant(secondsSince1970: 1_767_225_600)..<Instant(secondsSince1970: 1_798_761_600)
        return try CalendarStream([calendar]).occurrenceLines(
            in: year, floating: try #require(TestZones.rules("America/New_York")), database: TestZones.rules, budget: &budget)
    }

    private func occurrences(_ events: Component...) throws -> [String] {
        try lines(calendar("Europe/Berlin", events)).map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).prefix(2).joined(separator: " ")
        }
    }
}
