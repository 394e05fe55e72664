@testable import Calendars
import CivilTime
import ICalendar
import Testing

@Suite("Edits of events")
struct EditObjectTests {
    /// An object as several programs write it, with much that no form knows.
    static let odd = """
        BEGIN:VCALENDAR\r
        PRODID:-//Apple Inc.//macOS 15.0//EN\r
        VERSION:2.0\r
        CALSCALE:GREGORIAN\r
        X-WR-CALNAME:Odd\r
        BEGIN:VEVENT\r
        TRANSP:OPAQUE\r
        DTEND;TZID=Asia/Riyadh;X-END=1:20261125T160000\r
        UID:1\r
        DTSTAMP:20261101T000000Z\r
        LOCATION;LANGUAGE=ar;X-LABEL="a;b":Panda\\, Olaya\r
        DESCRIPTION;ALTREP="data:text/html,x":A note that was folded quite ear\r
         ly by its program\r
        SEQUENCE:3\r
        SUMMARY;X-A=1:Lunch\r
        DTSTART;TZID=Asia/Riyadh:20261125T150000\r
        RRULE:FREQ=WEEKLY;COUNT=5;BYDAY=WE\r
        EXDATE;TZID=Asia/Riyadh:20261209T150000\r
        X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT30M\r
        CATEGORIES:Work\r
        CATEGORIES:Home\r
        COLOR:tomato\r
        PRIORITY:3\r
        ATTENDEE;CN="Sara";PARTSTAT=ACCEPTED:mailto:sara@example.org\r
        ORGANIZER:mailto:zaid@example.org\r
        BEGIN:VALARM\r
        X-WR-ALARMUID:A\r
        ACTION:AUDIO\r
        TRIGGER:-PT10M\r
        ATTACH;VALUE=URI:Basso\r
        END:VALARM\r
        BEGIN:VALARM\r
        ACTION:EMAIL\r
        TRIGGER:-PT1H\r
        SUMMARY:x\r
        DESCRIPTION:x\r
        ATTENDEE:mailto:zaid@example.org\r
        END:VALARM\r
        END:VEVENT\r
        END:VCALENDAR\r

        """

    func edited(
        _ scope: EditScope = .all, at id: String? = nil, _ text: String = odd,
        _ change: (inout EventDraft) throws -> Void
    ) throws -> EditedObject? {
        let event = try read(text, at: id)
        var draft = event.draft
        try change(&draft)
        return try event.edited(scope, to: draft, newUID: "2")
    }

    func text(_ octets: [UInt8]?) throws -> String { String(decoding: try #require(octets), as: UTF8.self) }

    /// Returns the lines that an edit of all changes, without those of each edit.
    func difference(_ change: (inout EventDraft) throws -> Void) throws -> (new: [String], gone: [String]) {
        let edited = try #require(try edited(.all, at: nil, Self.odd, change))
        let (new, gone) = changes(Self.odd, try text(edited.octets))
        let bookkeeping = ["DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "BEGIN:VTIMEZONE"]
        func own(_ lines: [String]) -> [String] {
            lines.filter { line in !bookkeeping.contains { line.hasPrefix($0) } }
        }
        // The zone that the program forgot.
        let zone = try lines(of: "Asia/Riyadh")
        return (own(new).filter { !zone.contains($0) }, own(gone))
    }

    private func lines(of zone: String) throws -> Set<String> {
        let object = try draft().object(uid: "1", context())
        return Set(written(object.components[0]).split(separator: "\r\n").map(String.init))
    }

    @Test("a form that was sent as it was shown changes nothing")
    func nothing() throws {
        #expect(try edited { _ in } == nil)
        #expect(try edited { $0.note += "\r\n" } == nil)
    }

    @Test("one edited field changes its own line, and every other line stays octet by octet")
    func oneField() throws {
        #expect(try difference { $0.title = "Dinner" } == (["SUMMARY;X-A=1:Dinner"], ["SUMMARY;X-A=1:Lunch"]))
        #expect(try difference { $0.place = "Home" }
            == (["LOCATION;LANGUAGE=ar;X-LABEL=\"a;b\":Home"], ["LOCATION;LANGUAGE=ar;X-LABEL=\"a;b\":Panda\\, Olaya"]))
        #expect(try difference { $0.note = "New" } == (["DESCRIPTION:New"], [
            "DESCRIPTION;ALTREP=\"data:text/html,x\":A note that was folded quite ear", " ly by its program",
        ]))
        #expect(try difference { $0.isBusy = false } == (["TRANSP:TRANSPARENT"], ["TRANSP:OPAQUE"]))
        #expect(try difference { $0.priority = .low } == (["PRIORITY:9"], ["PRIORITY:3"]))
        #expect(try difference { $0.color = nil } == ([], ["COLOR:tomato"]))
        #expect(try difference { $0.categories = ["Family"] }
            == (["CATEGORIES:Family"], ["CATEGORIES:Work", "CATEGORIES:Home"]))
        #expect(try difference { $0.visibility = .private } == (["CLASS:PRIVATE"], []))
        #expect(try difference { $0.link = "https://example.org" } == (["URL:https://example.org"], []))
        #expect(try difference { $0.repetition.end = .never }
            == (["RRULE:FREQ=WEEKLY;BYDAY=WE"], ["RRULE:FREQ=WEEKLY;COUNT=5;BYDAY=WE"]))
    }

    @Test("a new reminder is an alarm of its own, and the other alarms stay")
    func reminders() throws {
        let added = try difference { $0.reminders.append(.before(minutes: 5)) }
        #expect(added.gone == [])
        #expect(added.new.sorted() == [
            "ACTION:DISPLAY", "BEGIN:VALARM", "DESCRIPTION:Lunch", "END:VALARM", "TRIGGER:-PT5M",
        ])
        let removed = try difference { $0.reminders = [] }
        #expect(removed.new == [])
        #expect(removed.gone.contains("TRIGGER:-PT10M") && !removed.gone.contains("TRIGGER:-PT1H"))
    }

    @Test("the form says what it keeps")
    func kept() throws {
        let event = try read(Self.odd)
        #expect(KeptPart.parts(of: event.component, series: event.series, in: event.calendar, context()) == [
            .otherAlarms(1), .guests(1), .others(["X-APPLE-TRAVEL-DURATION"]),
        ])
        #expect(event.draft.reminders == [.before(minutes: 10)])
        #expect(event.draft.repetition == Repetition(.weekly(interval: 1, [.wednesday]), .count(5)))
        #expect(event.draft.categories == ["Work", "Home"])
    }

    @Test("all events move with their rule and their exceptions")
    func moveAll() throws {
        let moved = try difference { draft in
            draft.time = .timed(
                start: try local("2026-11-26 17:00"), startZone: "Asia/Riyadh", end: try local("2026-11-26 18:00"),
                endZone: "Asia/Riyadh")
        }
        #expect(Set(moved.new) == [
            "DTEND;TZID=Asia/Riyadh;X-END=1:20261126T180000", "DTSTART;TZID=Asia/Riyadh:20261126T170000",
            "RRULE:FREQ=WEEKLY;COUNT=5;BYDAY=TH", "EXDATE;TZID=Asia/Riyadh:20261210T170000",
        ])
    }

    @Test("all events move as far as the one on which a person moved them")
    func moveAllFromLater() throws {
        let result = try edited(.all, at: "20261202T150000") { draft in
            draft.time = .timed(
                start: try local("2026-12-02 15:30"), startZone: "Asia/Riyadh", end: try local("2026-12-02 17:00"),
                endZone: "Asia/Riyadh")
        }
        let after = try text(result?.octets)
        #expect(after.contains("DTSTART;TZID=Asia/Riyadh:20261125T153000"))
        #expect(after.contains("DTEND;TZID=Asia/Riyadh;X-END=1:20261125T170000"))
        #expect(after.contains("EXDATE;TZID=Asia/Riyadh:20261209T153000"))
    }

    @Test("one event of a series gets a change of its own")
    func one() throws {
        let result = try #require(try edited(.one, at: "20261202T150000") { $0.title = "Elsewhere" })
        let after = try text(result.octets)
        #expect(changes(Self.odd, after).gone == [])
        let event = try read(after, at: "20261202T150000")
        #expect(event.isChanged && event.draft.title == "Elsewhere")
        #expect(event.component.first("DTSTART")?.value == "20261202T150000")
        #expect(try read(after, at: "20261125T150000").draft.title == "Lunch")
    }

    @Test("this event and all later ones become a series of their own")
    func following() throws {
        let result = try #require(try edited(.following, at: "20261202T150000") { $0.title = "New" })
        let head = try text(result.octets), rest = try text(result.second)
        #expect(head.contains("UNTIL=20261202T115959Z") && head.contains("SUMMARY;X-A=1:Lunch"))
        #expect(rest.contains("UID:2\r\n") && rest.contains("SUMMARY;X-A=1:New"))
        #expect(rest.contains("DTSTART;TZID=Asia/Riyadh:20261202T150000") && rest.contains("COUNT=4"))
        #expect(rest.contains("LOCATION;LANGUAGE=ar;X-LABEL=\"a;b\":Panda\\, Olaya\r\n"))
    }

    @Test("another rule from one event on keeps the rest of the count")
    func followingRule() throws {
        let result = try #require(try edited(.following, at: "20261202T150000") { $0.repetition.rule = .daily })
        #expect(try text(result.second).contains("RRULE:FREQ=DAILY;COUNT=4"))
    }

    @Test("the rule of a series is not that of one event")
    func oneRule() throws {
        #expect(throws: EventProblems([EventProblem(.repetition, .onlyForSeries)])) {
            try edited(.one, at: "20261202T150000") { $0.repetition.rule = .daily }
        }
    }

    @Test("a series that cannot follow a move says so")
    func unclear() throws {
        let text = NewObjectTests.series("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-4")
        let error = #expect(throws: EventRefusal.self) {
            try edited(.all, at: nil, text) { draft in draft.time = draft.time.moved(days: 5) }
        }
        var isUnclear = false
        if case .unclearRule? = error { isUnclear = true }
        #expect(isUnclear)
    }

    @Test("an event that stops repeating is one event")
    func single() throws {
        let after = try text(try edited { $0.repetition = .none }?.octets)
        #expect(!after.contains("RRULE") && !after.contains("EXDATE"))
        #expect(try !read(after).isRecurring)
    }

    @Test("whole days and back")
    func days() throws {
        let result = try edited { $0.time = .allDay(try date("2026-11-25")...day("2026-11-26")) }
        let after = try text(result?.octets)
        #expect(after.contains("DTSTART;VALUE=DATE:20261125\r\n") && after.contains("VALUE=DATE:20261127\r\n"))
        #expect(after.contains("EXDATE;VALUE=DATE:20261209"))
        let back = try text(try edited(.all, at: "20261202", after) { draft in
            draft.time = .timed(
                start: try local("2026-12-02 09:00"), startZone: "Asia/Riyadh", end: try local("2026-12-02 10:00"),
                endZone: "Asia/Riyadh")
        }?.octets)
        #expect(back.contains("DTSTART;TZID=Asia/Riyadh:20261125T090000"))
        #expect(back.contains("EXDATE;TZID=Asia/Riyadh:20261209T090000"))
    }

    @Test("removing one, some and all", arguments: [
        (EditScope.one, "20261202T150000", "EXDATE;TZID=Asia/Riyadh:20261202T150000\r\n"),
        (.following, "20261202T150000", "RRULE:FREQ=WEEKLY;UNTIL=20261202T115959Z;BYDAY=WE\r\n"),
        (.following, "20261125T150000", nil), (.all, "20261202T150000", nil),
    ] as [(EditScope, String, String?)])
    func removal(scope: EditScope, id: String, line: String?) throws {
        let octets = try read(Self.odd, at: id).removing(scope).octets
        #expect((octets == nil) == (line == nil))
        if let line { #expect(try text(octets).contains(line)) }
    }

    @Test("a series whose last event is removed is gone")
    func lastOne() throws {
        let text = NewObjectTests.series("FREQ=DAILY;COUNT=1")
        #expect(try read(text, at: "20261125T150000").removing(.one).octets == nil)
    }

    @Test("the choice says how many events each scope concerns")
    func counts() throws {
        #expect(try read(Self.odd, at: "20261202T150000").counts() == ScopeCounts(following: 3, all: 4))
        #expect(try read(NewObjectTests.series("FREQ=DAILY"), at: "20261126T150000").counts()
            == ScopeCounts(following: nil, all: nil))
        #expect(throws: EventRefusal.self) { try read(Self.odd, at: "20261209T150000") }
    }

    @Test("a copy has a UID of its own and no guests")
    func copy() throws {
        let whole = String(decoding: try read(Self.odd).copied(uid: "9"), as: UTF8.self)
        #expect(whole.contains("UID:9\r\n") && whole.contains("RRULE:") && !whole.contains("sara"))
        let one = String(decoding: try read(Self.odd, at: "20261202T150000").copied(uid: "9"), as: UTF8.self)
        #expect(!one.contains("RRULE") && !one.contains("RECURRENCE-ID"))
        #expect(one.contains("DTSTART;TZID=Asia/Riyadh:20261202T150000"))
    }

    @Test("a time in UTC is shown on the customer's clocks, and stays in UTC")
    func utc() throws {
        let text = Self.odd.replacing("DTSTART;TZID=Asia/Riyadh:20261125T150000", with: "DTSTART:20261125T120000Z")
            .replacing("DTEND;TZID=Asia/Riyadh;X-END=1:20261125T160000", with: "DTEND:20261125T130000Z")
            .replacing("EXDATE;TZID=Asia/Riyadh:20261209T150000\r\n", with: "")
        let event = try read(text)
        #expect(event.draft.time == (try draft()).time)
        let after = try self.text(try edited(.all, text) { draft in
            draft.time = try time(at: "2026-11-25 15:30", to: "2026-11-25 16:30")
        }?.octets)
        #expect(after.contains("DTSTART:20261125T123000Z\r\n") && after.contains("DTEND:20261125T133000Z\r\n"))
    }
}

private func written(_ component: Component) -> String { text(component) }
private func time(at start: String, to end: String) throws -> EventTime { try draft(at: start, to: end).time }
