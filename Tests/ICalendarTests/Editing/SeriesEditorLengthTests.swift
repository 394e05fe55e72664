import CivilTime
@testable import ICalendar
import Testing

@Suite("Editing a whole series: the lengths of overrides")
struct SeriesEditorLengthTests {
    private static let berlin = "DTSTART;TZID=Europe/Berlin:20260105T100000\nDTEND;TZID=Europe/Berlin:20260105T110000"
    private static let days = "DTSTART;VALUE=DATE:20260105\nDTEND;VALUE=DATE:20260107"

    @Test("an override that was moved individually has an end of its start's kind", arguments: [
        // An hour on Thursday afternoon, in a series of Wednesdays at ten that becomes all day or two hours
        // long.
        (berlin, "DTSTART;TZID=Europe/Berlin:20260115T150000\nDTEND;TZID=Europe/Berlin:20260115T160000",
         "DTSTART;VALUE=DATE:20260105\nDTEND;VALUE=DATE:20260106",
         "DTSTART;VALUE=DATE:20260115\nDTEND;VALUE=DATE:20260116"),
        (berlin, "DTSTART;TZID=Europe/Berlin:20260115T150000\nDTEND;TZID=Europe/Berlin:20260115T160000",
         "DTSTART;TZID=America/New_York:20260105T100000\nDTEND;TZID=America/New_York:20260105T120000",
         "DTSTART;TZID=Europe/Berlin:20260115T150000\nDTEND;TZID=Europe/Berlin:20260115T170000"),
        (berlin, "DTSTART;TZID=Europe/Berlin:20260115T150000\nDTEND;TZID=Europe/Berlin:20260115T160000",
         "DTSTART:20260105T100000Z\nDTEND:20260105T120000Z",
         "DTSTART;TZID=Europe/Berlin:20260115T150000\nDTEND;TZID=Europe/Berlin:20260115T170000"),
        // Four hours until after midnight are on two days; half past eleven in UTC is the next day in Berlin.
        (berlin, "DTSTART;TZID=Europe/Berlin:20260115T220000\nDTEND;TZID=Europe/Berlin:20260116T020000",
         "DTSTART;VALUE=DATE:20260105\nDTEND;VALUE=DATE:20260106",
         "DTSTART;VALUE=DATE:20260115\nDTEND;VALUE=DATE:20260117"),
        (berlin, "DTSTART:20260115T233000Z\nDURATION:PT2H",
         "DTSTART;VALUE=DATE:20260105\nDTEND;VALUE=DATE:20260106",
         "DTSTART;VALUE=DATE:20260116\nDURATION:P1D"),
        // Days become times on their own day; an override that was a day longer ends a day later.
        (days, "DTSTART;VALUE=DATE:20260115\nDTEND;VALUE=DATE:20260117", berlin,
         "DTSTART;TZID=Europe/Berlin:20260115T100000\nDTEND;TZID=Europe/Berlin:20260115T110000"),
        (days, "DTSTART;VALUE=DATE:20260115\nDTEND;VALUE=DATE:20260118", berlin,
         "DTSTART;TZID=Europe/Berlin:20260115T100000\nDTEND;TZID=Europe/Berlin:20260116T110000"),
        (days, "DTSTART;VALUE=DATE:20260115\nDTEND;VALUE=DATE:20260116", berlin,
         "DTSTART;TZID=Europe/Berlin:20260115T100000\nDTEND;TZID=Europe/Berlin:20260115T110000"),
        // A time in a series of days has the right kind already.
        (days, "DTSTART:20260115T150000Z\nDTEND:20260115T160000Z", berlin,
         "DTSTART:20260115T150000Z\nDTEND:20260115T160000Z"),
    ])
    func movedByItself(series: String, override: String, edit: String, expected: String) throws {
        #expect(try overrideTimes(series, override, edit) == lines(expected))
    }

    @Test("an override at its original time has an end of its start's kind", arguments: [
        // Three hours of a series that becomes one of days, in another zone, or two hours longer.
        ("DTSTART;TZID=Europe/Berlin:20260114T100000\nDTEND;TZID=Europe/Berlin:20260114T130000",
         "DTSTART;VALUE=DATE:20260105\nDTEND;VALUE=DATE:20260106",
         "DTSTART;VALUE=DATE:20260114\nDTEND;VALUE=DATE:20260115"),
        ("DTSTART;TZID=Europe/Berlin:20260114T100000\nDTEND;TZID=Europe/Berlin:20260114T130000",
         "DTSTART;TZID=America/New_York:20260105T090000\nDTEND;TZID=America/New_York:20260105T110000",
         "DTSTART;TZID=America/New_York:20260114T090000\nDTEND;TZID=America/New_York:20260114T120000"),
        ("DTSTART;TZID=Europe/Berlin:20260114T100000\nDURATION:PT1H",
         "DTSTART:20260105T090000Z\nDTEND:20260105T120000Z",
         "DTSTART:20260114T090000Z\nDTEND:20260114T120000Z"),
        // A flight: it begins in one zone and ends in the other.
        ("DTSTART;TZID=Europe/Berlin:20260114T100000\nDTEND;TZID=Europe/Berlin:20260114T110000",
         "DTSTART;TZID=Europe/Berlin:20260105T120000\nDTEND;TZID=America/New_York:20260105T150000",
         "DTSTART;TZID=Europe/Berlin:20260114T120000\nDTEND;TZID=America/New_York:20260114T150000"),
    ])
    func inPlace(override: String, edit: String, expected: String) throws {
        #expect(try overrideTimes(Self.berlin, override, edit) == lines(expected))
    }

    @Test("a split keeps the kinds of ends, and periods become days in a series of days")
    func following() throws {
        let calendar = try Self.calendar("\(Self.days)\nRDATE;VALUE=DATE:20260129", id: ";VALUE=DATE:20260114",
            "DTSTART;VALUE=DATE:20260115\nDTEND;VALUE=DATE:20260117")
        var editor = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: Instant(secondsSince1970: 0))
        let other = try #require(try editor.changeFollowing(DateOrTime("20260107"), newUID: "2") { master in
            master.set(Property("DTSTART", value: "20260107T100000Z"))
            master.set(Property("DTEND", value: "20260107T110000Z"))
        })
        try expectStrict(other)
        #expect(other.components[0].first("RDATE") == Property("RDATE", value: "20260129T100000Z"))
        #expect(times(other.components[1]) == lines("DTSTART:20260115T100000Z\nDTEND:20260115T110000Z"))

        let periods = try Self.calendar(
            "\(Self.berlin)\nRDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260129T100000/PT3H", id: ":20260114T090000Z",
            "DTSTART:20260114T090000Z")
        editor = try SeriesEditor(periods, uid: "1", zones: TestZones.resolver, now: Instant(secondsSince1970: 0))
        try editor.changeAll { master in
            master.set(Property("DTSTART", .date(LocalDate(daysSince1970: 20_458)))) // 5 January 2026
            master.set(Property("DTEND", .date(LocalDate(daysSince1970: 20_459))))
        }
        try expectStrict(editor.calendar)
        let date = editor.calendar.components[0].first("RDATE")
        #expect(date == Property("RDATE", .date(LocalDate(daysSince1970: 20_482)))) // 29 January
    }

    private func overrideTimes(_ series: String, _ override: String, _ edit: String) throws -> [Property] {
        let id = series == Self.days ? ";VALUE=DATE:20260114" : ";TZID=Europe/Berlin:20260114T100000"
        let calendar = try Self.calendar(series, id: id, override)
        try expectStrict(calendar)
        var editor = try SeriesEditor(calendar, uid: "1", zones: TestZones.resolver, now: Instant(secondsSince1970: 0))
        try editor.changeAll { master in
            for property in lines(edit) { master.set(property) }
        }
        try expectStrict(editor.calendar)
        return times(editor.calendar.components[1])
    }

    private static func calendar(_ series: String, id: String, _ override: String) throws -> Component {
        let header = [Property("VERSION", value: "2.0"), Property("PRODID", value: "x")]
        return Component("VCALENDAR", properties: header, components: [
            event("UID:1\nDTSTAMP:20260101T000000Z\n\(series)\nRRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=6"),
            event("UID:1\nDTSTAMP:20260101T000000Z\nRECURRENCE-ID\(id)\n\(override)"),
        ])
    }

    private func lines(_ text: String) -> [Property] { times(event(text)) }

    private func times(_ component: Component) -> [Property] {
        ["DTSTART", "DTEND", "DURATION"].compactMap(component.first)
    }

    /// Returns a calendar with the zones that the components name.
    private func expectStrict(_ calendar: Component) throws {
        let from = Instant(secondsSince1970: 1_760_000_000), to = Instant(secondsSince1970: 1_780_000_000)
        var whole = calendar
        for name in ["Europe/Berlin", "America/New_York"] {
            let rules = try #require(TestZones.rules(name))
            whole.components.append(Component.timeZone(name, rules, over: from..<to))
        }
        _ = try CalendarObject(CalendarStream([whole]), .strict) { TestZones.rules($0) }
    }
}
