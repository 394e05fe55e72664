import CivilTime
import Testing
@testable import ICalendar

@Suite("Editing a series")
struct SeriesEditorTests {
    let now = Instant(secondsSince1970: 1_700_000_000)
    let weekly = quickRead("""
        BEGIN:VCALENDAR
        BEGIN:VEVENT
        UID:1
        DTSTART;TZID=Europe/Berlin:20250106T100000
        DTEND;TZID=Europe/Berlin:20250106T110000
        RRULE:FREQ=WEEKLY;COUNT=8
        EXDATE;TZID=Europe/Berlin:20250113T100000,20250203T100000
        SUMMARY:Choir
        SEQUENCE:4
        END:VEVENT
        BEGIN:VEVENT
        UID:1
        RECURRENCE-ID;TZID=Europe/Berlin:20250210T100000
        DTSTART;TZID=Europe/Berlin:20250210T120000
        DTEND;TZID=Europe/Berlin:20250210T130000
        SUMMARY:Choir, late
        END:VEVENT
        END:VCALENDAR
        """)[0]

    @Test("one occurrence becomes an override, and is changed again in place")
    func one() throws {
        var editor = try editor()
        for title in ["Choir, elsewhere", "Choir, at home"] {
            try editor.changeOne(berlin("20250120T100000")) { $0.set(Property("SUMMARY", value: title)) }
        }
        let override = try #require(editor.calendar.components.last)
        #expect(editor.calendar.components.count == 3)
        #expect(override.first("SUMMARY")?.value == "Choir, at home")
        #expect(override.first("DTEND")?.value == "20250120T110000")
        #expect(override.first("RRULE") == nil && override.first("EXDATE") == nil)
        #expect(override.first("SEQUENCE")?.value == "4") // a title does not matter to iTIP
        #expect(override.first("DTSTAMP")?.value == "20231114T221320Z")
        #expect(try starts(editor.calendar) == starts(weekly))
    }

    @Test("one occurrence is taken away, its override too")
    func deleteOne() throws {
        var editor = try editor()
        try editor.deleteOne(berlin("20250210T100000"))
        #expect(editor.calendar.components.count == 1)
        #expect(editor.calendar.components[0].first("SEQUENCE")?.value == "5")
        #expect(try starts(editor.calendar) == starts(weekly).filter { !$0.hasPrefix("20250210") })
        #expect(throws: EditingError.noOccurrence) { try editor.deleteOne(berlin("20250211T100000")) }
    }

    @Test("this and what follows: two series that together are the old one")
    func following() throws {
        var editor = try editor()
        let other = try editor.changeFollowing(berlin("20250127T100000"), newUID: "2") {
            $0.set(Property("SUMMARY", value: "Big choir"))
        }
        #expect(editor.calendar.components.count == 1)
        #expect(editor.calendar.components[0].first("RRULE")?.value == "FREQ=WEEKLY;UNTIL=20250127T085959Z")
        #expect(editor.calendar.components[0].first("EXDATE")?.value == "20250113T100000")
        #expect(other.components.map { $0.first("UID")?.value } == ["2", "2"])
        #expect(other.components[0].first("RRULE")?.value == "FREQ=WEEKLY;COUNT=5")
        #expect(other.components[0].first("EXDATE")?.value == "20250203T100000")
        #expect(try starts(editor.calendar) + starts(other) == starts(weekly))
        #expect(throws: EditingError.isFirstOccurrence) { try editor.deleteFollowing(berlin("20250106T100000")) }
    }

    @Test("the end of a series is of the kind of its start", arguments: [
        ("DTSTART;VALUE=DATE:20250106", DateOrTime.date(LocalDate(daysSince1970: 20_100)), "20250111"),
        ("DTSTART:20250106T100000", .floating(LocalDateTime(wallSeconds: 20_100 * 86_400 + 36_000)), "20250112T095959"),
        ("DTSTART:20250106T100000Z", .utc(Instant(secondsSince1970: 20_100 * 86_400 + 36_000)), "20250112T095959Z"),
    ])
    func until(start: String, id: DateOrTime, until: String) throws {
        let calendar = Component("VCALENDAR", components: [event("UID:1\n\(start)\nRRULE:FREQ=DAILY")])
        var editor = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: now)
        try editor.deleteFollowing(id)
        #expect(editor.calendar.components[0].first("RRULE")?.value == "FREQ=DAILY;UNTIL=\(until)")
    }

    @Test("all of it: exceptions and overrides move along")
    func all() throws {
        var editor = try editor()
        try editor.changeAll { master in
            master.set(Property("DTSTART", berlin("20250106T113000")))
            master.set(Property("DTEND", berlin("20250106T123000")))
        }
        let master = editor.calendar.components[0]
        #expect(master.first("EXDATE")?.value == "20250113T113000,20250203T113000")
        #expect(master.first("SEQUENCE")?.value == "5")
        #expect(editor.calendar.components[1].first("RECURRENCE-ID")?.value == "20250210T113000")
        #expect(try starts(editor.calendar).count == starts(weekly).count)
    }

    @Test("no series, no change")
    func noSeries() {
        #expect(throws: EditingError.noSeries) {
            try SeriesEditor(weekly, uid: "2", zones: TestZones.resolver, now: now)
        }
    }

    private func editor() throws -> SeriesEditor {
        try SeriesEditor(weekly, uid: "1", zones: TestZones.resolver, now: now)
    }

    private func berlin(_ text: String) -> DateOrTime {
        (try? DateOrTime(text, tzid: "Europe/Berlin")) ?? .floating(LocalDateTime(wallSeconds: 0))
    }

    private func starts(_ calendar: Component) throws -> [String] {
        var found: [String] = []
        for series in Series.all(in: calendar, zones: TestZones.resolver, floating: TimeZoneRules.utc) {
            var budget = WorkBudget.standard
            found += try series.occurrences(in: TimeRange.earliest..<TimeRange.latest, budget: &budget)
                .map { DateOrTime.utc($0.startInstant).text }
        }
        return found.sorted()
    }
}
