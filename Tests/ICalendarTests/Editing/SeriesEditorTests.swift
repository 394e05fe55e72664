import CivilTime
@testable import ICalendar
import Testing

@Suite("Editing a series")
struct SeriesEditorTests {
    let now = Instant(secondsSince1970: 1_700_000_000)
    let weekly = Component(reading: """
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
        """)

    @Test("a changed occurrence becomes an override, which later changes edit")
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

    @Test("SEQUENCE increases from any INTEGER and stops at the largest", arguments: [
        ("1764000000", "1764000001"), ("2147483647", "2147483647"), ("-3", "1"), ("many", "1"),
    ])
    func sequence(before: String, after: String) throws {
        let calendar = Component("VCALENDAR", components: [event("UID:1\nDTSTART:20250106T100000Z\nSEQUENCE:\(before)")])
        var editor = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: now)
        try editor.changeAll { $0.set(Property("DTSTART", value: "20250106T110000Z")) }
        #expect(editor.calendar.components[0].first("SEQUENCE")?.value == after)
    }

    @Test("a deleted occurrence loses its override")
    func deleteOne() throws {
        var editor = try editor()
        try editor.deleteOne(berlin("20250210T100000"))
        #expect(editor.calendar.components.count == 1)
        #expect(editor.calendar.components[0].first("SEQUENCE")?.value == "5")
        #expect(try starts(editor.calendar) == starts(weekly).filter { !$0.hasPrefix("20250210") })
        #expect(throws: EditingError.noOccurrence) { try editor.deleteOne(berlin("20250211T100000")) }
    }

    @Test("this and all later occurrences: two series that together equal the old one")
    func following() throws {
        var editor = try editor()
        let other = try #require(try editor.changeFollowing(berlin("20250127T100000"), newUID: "2") {
            $0.set(Property("SUMMARY", value: "Big choir"))
        })
        #expect(editor.calendar.components.count == 1)
        #expect(editor.calendar.components[0].first("RRULE")?.value == "FREQ=WEEKLY;UNTIL=20250127T085959Z")
        #expect(editor.calendar.components[0].first("EXDATE")?.value == "20250113T100000")
        #expect(other.components.map { $0.first("UID")?.value } == ["2", "2"])
        #expect(other.components[0].first("RRULE")?.value == "FREQ=WEEKLY;COUNT=5")
        #expect(other.components[0].first("EXDATE")?.value == "20250203T100000")
        #expect(try starts(editor.calendar) + starts(other) == starts(weekly))
        #expect(throws: EditingError.isFirstOccurrence) { try editor.deleteFollowing(berlin("20250106T100000")) }
    }

    @Test("the UNTIL of a split series is of the kind of its start", arguments: [
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

    @Test("a night has the length of the others, even if the series began in the night without two o'clock")
    func shortNight() throws {
        let calendar = Component("VCALENDAR", components: [event("""
            UID:1
            DTSTART;TZID=Europe/Berlin:20250329T220000
            DTEND;TZID=Europe/Berlin:20250330T060000
            RRULE:FREQ=DAILY
            """)])
        var editor = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: now)
        try editor.changeOne(berlin("20250405T220000")) { $0.set(Property("SUMMARY", value: "Watch")) }
        #expect(editor.calendar.components.last?.first("DTEND")?.value == "20250406T050000")
        let other = try #require(try editor.changeFollowing(berlin("20250410T220000"), newUID: "2") { _ in })
        #expect(other.components[0].first("DTEND")?.value == "20250411T050000")
        // Only UTC can name the second two o'clock of 26 October 2025.
        let long = Component("VCALENDAR", components: [event("""
            UID:1
            DTSTART;TZID=Europe/Berlin:20251024T220000
            DTEND;TZID=Europe/Berlin:20251025T033000
            RRULE:FREQ=DAILY
            """)])
        editor = try SeriesEditor(long, uid: "1", zones: TestZones.resolver, now: now)
        try editor.changeOne(berlin("20251025T220000")) { $0.set(Property("SUMMARY", value: "Watch")) }
        #expect(editor.calendar.components.last?.first("DTEND") == Property("DTEND", value: "20251026T013000Z"))
    }

    @Test("moving a series moves its exceptions and overrides")
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

    @Test("an edit without a series is refused")
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

@Suite("Editing a whole series")
struct SeriesEditorAllTests {
    static let master = "UID:1\nSUMMARY:Choir\nLOCATION:Hall\nDTSTART:20250106T100000Z\nDTEND:20250106T110000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20250210T100000Z"

    @Test("an override moves with its series unless it was moved individually", arguments: [
        // the override's lines, and the lines after the series moved an hour and a day later
        ("DTSTART:20250113T100000Z\nDTEND:20250113T110000Z", "20250114T110000Z", "20250114T120000Z"),
        ("DTSTART:20250113T100000Z\nDTEND:20250113T130000Z", "20250114T110000Z", "20250114T140000Z"),
        ("DTSTART:20250113T150000Z\nDTEND:20250113T160000Z", "20250113T150000Z", "20250113T160000Z"),
    ])
    func move(times: String, start: String, end: String) throws {
        let after = try all([Self.master, "UID:1\nRECURRENCE-ID:20250113T100000Z\n\(times)"]) { master in
            master.set(Property("DTSTART", value: "20250107T110000Z"))
            master.set(Property("DTEND", value: "20250107T120000Z"))
        }
        #expect(after[0].first("RRULE")?.value == "FREQ=WEEKLY;UNTIL=20250211T110000Z;BYDAY=TU")
        #expect(after[1].first("RECURRENCE-ID")?.value == "20250114T110000Z")
        #expect(after[1].first("DTSTART")?.value == start)
        #expect(after[1].first("DTEND")?.value == end)
        // Attendees must know its new RECURRENCE-ID (RFC 5546 §2.1.4).
        #expect(after.map { $0.first("SEQUENCE")?.value } == ["1", "1"])
    }

    @Test("a THISANDFUTURE change keeps its distance from the series")
    func changesMove() throws {
        let change = "UID:1\nRECURRENCE-ID;RANGE=THISANDFUTURE:20250120T100000Z\nDTSTART:20250120T130000Z\nDTEND:20250120T140000Z"
        let after = try all([Self.master, change]) { master in
            master.set(Property("DTSTART", value: "20250106T110000Z"))
            master.set(Property("DTEND", value: "20250106T120000Z"))
        }
        #expect(after[1].first("RECURRENCE-ID")?.value == "20250120T110000Z")
        #expect(after[1].first("RECURRENCE-ID")?.parameter("RANGE") == "THISANDFUTURE")
        #expect(after[1].first("DTSTART")?.value == "20250120T140000Z")
    }

    @Test("new texts and a new length reach the overrides that still had the old ones")
    func texts() throws {
        let own = "UID:1\nRECURRENCE-ID:20250113T100000Z\nSUMMARY:Concert\nLOCATION:Hall\nDTSTART:20250113T150000Z\nDTEND:20250113T160000Z"
        let after = try all([Self.master, own]) { master in
            master.set(Property("SUMMARY", value: "Big choir"))
            master.set(Property("LOCATION", value: "Church"))
            master.set(Property("DTEND", value: "20250106T113000Z"))
        }
        #expect(after[1].first("SUMMARY")?.value == "Concert")
        #expect(after[1].first("LOCATION")?.value == "Church")
        #expect(after[1].first("DTEND")?.value == "20250113T163000Z")
        // A new title alone does not count.
        let titled = try all([Self.master, own]) { $0.set(Property("SUMMARY", value: "Big choir")) }
        #expect(titled.map { $0.first("SEQUENCE")?.value } == [nil, nil])
        #expect(titled.map { $0.first("DTSTAMP") != nil } == [true, false])
    }

    @Test("an added attendee is added to every override, and answers are kept")
    func attendees() throws {
        let guests = "ATTENDEE:mailto:a@example.org\nATTENDEE:mailto:b@example.org"
        let own = "UID:1\nRECURRENCE-ID:20250113T100000Z\nDTSTART:20250113T100000Z\nATTENDEE;PARTSTAT=DECLINED:mailto:a@example.org\nATTENDEE:mailto:b@example.org"
        let after = try all(["\(Self.master)\n\(guests)", own]) { master in
            master.properties.removeAll { $0.value == "mailto:b@example.org" }
            master.properties.append(Property("ATTENDEE", value: "mailto:c@example.org"))
        }
        #expect(after[1].all("ATTENDEE").map(\.value) == ["mailto:a@example.org", "mailto:c@example.org"])
        #expect(after[1].first("ATTENDEE")?.parameter("PARTSTAT") == "DECLINED")
    }

    @Test("a series that becomes all day changes its exceptions too")
    func toDays() throws {
        let own = "UID:1\nRECURRENCE-ID:20250113T100000Z\nDTSTART:20250113T100000Z\nDTEND:20250113T110000Z"
        let after = try all([Self.master + "\nEXDATE:20250127T100000Z", own]) { master in
            master.set(Property("DTSTART", .date(LocalDate(daysSince1970: 20_094))))
            master.set(Property("DTEND", .date(LocalDate(daysSince1970: 20_095))))
        }
        #expect(after[0].first("RRULE")?.value == "FREQ=WEEKLY;UNTIL=20250210;BYDAY=MO")
        #expect(after[0].first("EXDATE") == Property("EXDATE", .date(LocalDate(daysSince1970: 20_115))))
        #expect(after[1].first("RECURRENCE-ID")?.value == "20250113")
        #expect(after[1].first("DTEND")?.value == "20250114")
    }

    @Test("an override without its occurrence is deleted")
    func gone() throws {
        let own = "UID:1\nRECURRENCE-ID:20250113T100000Z\nDTSTART:20250113T150000Z"
        let after = try all([Self.master, own]) { $0.set(Property("RRULE", value: "FREQ=WEEKLY;INTERVAL=2")) }
        #expect(after.count == 1)
    }

    @Test("an attendee's changes do not increase SEQUENCE")
    func attendee() throws {
        let after = try all([Self.master], isOrganizer: false) { $0.set(Property("DTEND", value: "20250106T120000Z")) }
        #expect(after[0].first("SEQUENCE") == nil)
        #expect(after[0].first("LAST-MODIFIED")?.value == "20231114T221320Z")
    }

    private func all(
        _ events: [String], isOrganizer: Bool = true, _ change: (inout Component) -> Void
    ) throws -> [Component] {
        let calendar = Component("VCALENDAR", components: events.map(event))
        var editor = try SeriesEditor(
            calendar, uid: "1", zones: TestZones.resolver, now: Instant(secondsSince1970: 1_700_000_000), isOrganizer: isOrganizer)
        try editor.changeAll(change)
        return editor.calendar.components
    }
}
