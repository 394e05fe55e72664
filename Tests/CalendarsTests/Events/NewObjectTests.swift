@testable import Calendars
import CivilTime
import ICalendar
import Testing

@Suite("New events")
struct NewObjectTests {
    @Test("every field is in the object")
    func everything() throws {
        var draft = try draft("Lunch, with Sara")
        draft.place = "Panda"
        draft.mapLink = "https://maps.example.org/?q=1"
        draft.link = "https://example.org/a"
        draft.note = "One\r\nTwo; three"
        let morning = try local("2026-11-25 09:00")
        draft.reminders = [.before(minutes: 15), .before(minutes: 1_440), .beforeEnd(minutes: 0), .at(morning)]
        draft.isBusy = false
        draft.status = .tentative
        draft.color = CalendarPalette.named[3]
        draft.priority = .high
        draft.categories = ["Work", "A, B"]
        draft.visibility = .private
        #expect(try lines(draft) == [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Jadwal//Calendar//EN", "BEGIN:VEVENT", "UID:1",
            "DTSTAMP:20261123T000000Z", "CREATED:20261123T000000Z", "LAST-MODIFIED:20261123T000000Z", "SEQUENCE:0",
            "DTSTART;TZID=Asia/Riyadh:20261125T150000", "DTEND;TZID=Asia/Riyadh:20261125T160000",
            "SUMMARY:Lunch\\, with Sara", "LOCATION;ALTREP=\"https://maps.example.org/?q=1\":Panda",
            "URL:https://example.org/a", "DESCRIPTION:One\\nTwo\\; three", "TRANSP:TRANSPARENT", "STATUS:TENTATIVE",
            "COLOR:teal", "PRIORITY:1", "CATEGORIES:Work,A\\, B", "CLASS:PRIVATE",
            "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "DESCRIPTION:Lunch\\, with Sara", "END:VALARM",
            "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-P1D", "DESCRIPTION:Lunch\\, with Sara", "END:VALARM",
            "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER;RELATED=END:PT0S",
            "DESCRIPTION:Lunch\\, with Sara", "END:VALARM",
            "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER;VALUE=DATE-TIME:20261125T060000Z",
            "DESCRIPTION:Lunch\\, with Sara", "END:VALARM", "END:VEVENT", "END:VCALENDAR",
        ])
        #expect(try read(text(draft.object(uid: "1", context()))).draft == draft.normalized)
    }

    @Test("whole days are free, and end on the day after the last")
    func days() throws {
        let draft = EventDraft(title: "Trip", time: .allDay(try date("2026-11-25")...day("2026-11-27")))
        let lines = try lines(draft)
        #expect(lines.contains("DTSTART;VALUE=DATE:20261125") && lines.contains("DTEND;VALUE=DATE:20261128"))
        #expect(lines.contains("TRANSP:TRANSPARENT"))
        #expect(try read(text(draft.object(uid: "1", context()))).draft == draft)
    }

    @Test("a flight begins and ends in two zones, and the object has both")
    func flight() throws {
        let draft = EventDraft(title: "Flight", time: .timed(
            start: try local("2026-11-25 15:00"), startZone: "Asia/Riyadh", end: try local("2026-11-25 18:30"),
            endZone: "Europe/Berlin"))
        let object = try draft.object(uid: "1", context())
        #expect(object.components.filter { $0.name == "VTIMEZONE" }.compactMap { $0.first("TZID")?.value }
            == ["Asia/Riyadh", "Europe/Berlin"])
        #expect(object.components[2].first("DTEND")?.parameter("TZID") == "Europe/Berlin")
        #expect(try read(text(object)).draft == draft)
    }

    @Test("the choices of the form are rules, and rules are choices again", arguments: [
        (.daily, "FREQ=DAILY"), (.weekly(interval: 1, [.wednesday, .sunday]), "FREQ=WEEKLY;BYDAY=WE,SU"),
        (.weekly(interval: 2, [.wednesday, .sunday]), "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,SU;WKST=SU"),
        (.monthlyByDay, "FREQ=MONTHLY;BYMONTHDAY=25"), (.monthlyByWeekday, "FREQ=MONTHLY;BYDAY=4WE"),
        (.yearly, "FREQ=YEARLY"),
    ] as [(Repetition.Rule, String)])
    func rules(rule: Repetition.Rule, text expected: String) throws {
        let draft = try draft(repeating: Repetition(rule))
        #expect(try lines(draft).contains("RRULE:\(expected)"))
        #expect(try read(text(draft.object(uid: "1", context()))).draft == draft)
    }

    @Test("rules of programs that mean a choice are that choice, others are shown as they are", arguments: [
        ("FREQ=WEEKLY", .weekly(interval: 1, [.wednesday])),
        ("FREQ=WEEKLY;BYDAY=WE;WKST=MO", .weekly(interval: 1, [.wednesday])),
        ("FREQ=MONTHLY", .monthlyByDay), ("FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=25", .yearly),
        ("FREQ=DAILY;INTERVAL=3", nil), ("FREQ=MONTHLY;BYDAY=-1WE", nil), ("FREQ=WEEKLY;BYDAY=WE;BYHOUR=9,15", nil),
    ] as [(String, Repetition.Rule?)])
    func stored(rule text: String, choice: Repetition.Rule?) throws {
        let event = try read(Self.series(text))
        try #expect(event.draft.repetition.rule == choice ?? .custom(try RecurrenceRule(text)))
    }

    static func series(_ rule: String) -> String {
        """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        PRODID:x\r
        BEGIN:VEVENT\r
        UID:1\r
        DTSTAMP:20261101T000000Z\r
        DTSTART;TZID=Asia/Riyadh:20261125T150000\r
        DTEND;TZID=Asia/Riyadh:20261125T160000\r
        RRULE:\(rule)\r
        SUMMARY:Lunch\r
        END:VEVENT\r
        END:VCALENDAR\r

        """
    }

    @Test("a last day is one of the start's zone, and the last event is on it")
    func until() throws {
        let timed = try draft(repeating: Repetition(.daily, .until(try date("2026-11-27"))))
        #expect(try lines(timed).contains("RRULE:FREQ=DAILY;UNTIL=20261127T205959Z"))
        #expect(try read(text(timed.object(uid: "1", context()))).draft == timed)
        var days = timed
        days.time = .allDay(try date("2026-11-25")...day("2026-11-25"))
        #expect(try lines(days).contains("RRULE:FREQ=DAILY;UNTIL=20261127"))
        #expect(try timed.nextDays(5, context()) == [date("2026-11-25"), date("2026-11-26"), date("2026-11-27")])
    }

    @Test("a series begins on the first of its days")
    func inStep() throws {
        let draft = try draft(repeating: Repetition(.weekly(interval: 1, [.friday, .monday]), .count(3)))
        let lines = try lines(draft)
        #expect(lines.contains("DTSTART;TZID=Asia/Riyadh:20261127T150000"))
        #expect(lines.contains("DTEND;TZID=Asia/Riyadh:20261127T160000"))
        #expect(try draft.nextDays(5, context()) == [date("2026-11-27"), date("2026-11-30"), date("2026-12-04")])
    }
}
