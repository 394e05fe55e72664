@testable import Calendars
import HTTP
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Pages of stored events")
struct StoredEventPageTests: StoredEventTests {
    let world: CalendarWorld
    var test: TestApp { world.test }

    init() throws { world = try CalendarWorld() }

    private static let full = """
        DTEND:20261123T100000Z\r
        LOCATION;ALTREP="https://maps.example.org/x":Room 4\r
        URL:https://meet.example.org/team\r
        DESCRIPTION:Agenda: budget.\\nMaryam brings numbers.\r
        STATUS:TENTATIVE\r
        CATEGORIES:Work,Budget\r
        ORGANIZER;CN=Maryam:mailto:maryam@example.org\r
        ATTENDEE;CN=Ali;PARTSTAT=ACCEPTED:mailto:ali@example.org\r
        ATTENDEE;PARTSTAT=DECLINED:mailto:omar@example.org\r
        X-PHONE;X-A=b:kept\r
        BEGIN:VALARM\r
        ACTION:DISPLAY\r
        DESCRIPTION:x\r
        TRIGGER:-PT10M\r
        END:VALARM
        """

    // MARK: Showing

    @Test("every detail of an event is on its page")
    func details() throws {
        let page = try browser.get(try put(Self.full))
        #expect(page.status == 200)
        for words in [
            "Event a", "Monday 23 November 2026, 12:00–13:00", "13 Jumada II 1448",
            "Room 4", "https://maps.example.org/x",
            "href=\"https://meet.example.org/team\" rel=\"noopener noreferrer\"", "Agenda: budget.",
            "Maryam brings numbers.",
            "Not certain yet", "Work", "Budget", "10 min before", "2 guests", "Ali", "Comes", "omar@example.org",
            "Does not come", "invited by", "Busy",
        ] { #expect(page.contains(words), "\(words)") }
        #expect(!page.contains("X-PHONE"), "the name of a program's property")
    }

    @Test("addresses in note and place are links, a meeting has a button, and rows of underscores are gone")
    func links() throws {
        let row = String(repeating: "_", count: 80)
        let page = try browser.get(try put("""
            DTEND:20261123T100000Z\r
            LOCATION:Online\\, https://example.org/room\r
            DESCRIPTION:\(row)\\nJoin<https://teams.microsoft.com/l/meetup-join/19%3am/0?context=%7b%7d>\\nCall \
            +966 11 123 4567\\, write help@example.org\\n\(row)\\nAgenda
            """))
        func link(_ address: String) -> String { "<a href=\"\(address)\" rel=\"noopener noreferrer\" dir=\"ltr\">" }
        for address in [
            "https://example.org/room", "https://teams.microsoft.com/l/meetup-join/19%3am/0?context=%7b%7d",
            "tel:+966111234567", "mailto:help@example.org",
        ] { #expect(page.contains(link(address)), "\(address)") }
        #expect(page.contains("class=\"btn small join quiet\" href=\"https://teams.microsoft.com/l/meetup-join/"))
        #expect(!page.contains("____") && page.contains("<hr>"))
    }

    @Test("the button of a meeting is green from ten minutes before until its end", arguments: [
        ("08:49:59", false), ("08:50:00", true), ("09:59:59", true), ("10:00:00", false),
    ])
    func join(time: String, isGreen: Bool) throws {
        let address = try put("DTEND:20261123T100000Z\r\nLOCATION:https://zoom.us/j/812")
        try test.setClock("2026-11-23T\(time)Z")
        let page = try browser.get(address)
        #expect(page.contains("class=\"btn small join primary\" href=\"https://zoom.us/j/812\"") == isGreen)
        #expect(page.contains("class=\"btn primary\" href=\"\(edit(address))\"") != isGreen, "one green button")
        let today = try browser.get("/today")
        let isOver = time == "10:00:00"
        #expect(today.contains("href=\"https://zoom.us/j/812\" rel") != isOver)
        #expect(today.contains("class=\"btn primary\" href=\"https://zoom.us/j/812\"") == isGreen)
    }

    @Test("a meeting in the note has a button in the lists of the day too", arguments: ["", "RRULE:FREQ=DAILY\r\n"])
    func joinInLists(rule: String) throws {
        _ = try put(rule + "DTEND:20261123T100000Z\r\nDESCRIPTION:Join https://meet.google.com/abc-defg-hij")
        try test.setClock("2026-11-23T08:55:00Z")
        for view in ["/today", "/calendar/list/2026-11-23", "/calendar/2026-11?day=2026-11-23"] {
            #expect(try browser.get(view).contains("href=\"https://meet.google.com/abc-defg-hij\""), "\(view)")
        }
    }

    @Test("a title that turns around is shown in its order, and stays as it is stored")
    func overrides() throws {
        let address = try put("LOCATION:a\u{202E}b\u{2069}c\r\nDESCRIPTION:x\u{202E}y")
            .replacing("a.ics", with: "t.ics")
        let text = CalendarWorld.event("t", "LOCATION:a\u{202E}b\u{2069}c\r\nDESCRIPTION:x\u{202E}y")
            .replacing("SUMMARY:Event t", with: "SUMMARY:photo\u{202E}gnp.exe")
        _ = try world.home.put(Array(text.utf8), at: ObjectPlace("personal", "t.ics"))
        let views = [
            "/calendar/2026-11?day=2026-11-23", "/calendar/week/2026-11-23", "/calendar/day/2026-11-23",
            "/calendar/list/2026-11-23", "/calendar/search?q=photo",
        ]
        for view in [address] + views {
            let page = try browser.get(view)
            #expect(page.contains("photo"), "\(view)")
            #expect(!page.text.unicodeScalars.contains { ("\u{202A}"..."\u{202E}").contains($0) }, "\(view)")
        }
        #expect(try self.text("t").contains("photo\u{202E}gnp.exe"))
    }

    @Test("a reminder says that it needs a device, until one is connected")
    func silent() throws {
        let address = try put("BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:x\r\nTRIGGER:-PT10M\r\nEND:VALARM")
        let calendar = try "/calendars/\(world.calendar().id)"
        let words = "Your phone or computer reminds you, once it is connected. <a href=\"/settings/devices/connect\">"
        let pages = [address, edit(address), "/events/new", calendar]
        for page in pages { #expect(try browser.get(page).contains(words), "\(page)") }
        #expect(try !browser.get(put("", "b")).contains(words), "without a reminder")
        try browser.get("/settings/devices/connect/android")
        try browser.post("/settings/devices/connect/android", ["label": "Phone"])
        for page in pages { #expect(try !browser.get(page).contains(words), "\(page)") }
    }

    @Test("an event that the customer declined says so, one that was cancelled says only that", arguments: [
        ("STATUS:CONFIRMED", true), ("STATUS:CANCELLED", false),
    ])
    func declined(status: String, isSaid: Bool) throws {
        let page = try browser.get(try put("\(status)\r\nATTENDEE;PARTSTAT=DECLINED:mailto:Zaid@example.org"))
        #expect(page.contains("You declined") == isSaid)
        #expect(page.contains("Cancelled") == !isSaid)
    }

    @Test("the event of somebody else, a deleted one and a to-do are not found")
    func notFound() throws {
        let page = try put("")
        let other = Browser(test)
        try other.signIn("sara@example.org")
        for path in [page, edit(page), "\(page)/delete", "\(page)/move"] {
            #expect(try other.get(path).status == 404)
        }
        try other.get("/settings")
        for path in ["\(page)/delete", "\(page)/move", "\(page)/duplicate", edit(page), "\(page)/series"] {
            #expect(try other.post(path, ["calendar": "1", "tag": "x"]).status == 404)
        }
        #expect(try browser.get("\(page)x").status == 404)
        #expect(try browser.get("/events/0/a.ics").status == 404)
        #expect(try text().contains("UID:a"))
    }

    @Test("nothing that another program wrote becomes markup or a link that runs")
    func hostile() throws {
        let page = try browser.get(try put("""
            URL:javascript:alert(1)\r
            LOCATION;ALTREP="javascript:alert(2)":<script>alert(3)</script>\r
            DESCRIPTION:<img src=x onerror=alert(4)> https://evil.example
            """))
        #expect(page.status == 200)
        #expect(!page.contains("<script>alert") && !page.contains("<img"))
        #expect(!page.contains("href=\"javascript"))
    }

    @Test("an event in another zone shows the clocks of both")
    func zones() throws {
        let page = try browser.get(try put("DTEND:20261123T100000Z"))
        #expect(page.contains("12:00–13:00"))
        let jakarta = "DTSTART;TZID=Asia/Jakarta:20261123T140000\r\nDURATION:PT30M"
        _ = try world.home.put(
            Array(CalendarWorld.event("z").replacing("DTSTART:20261123T090000Z", with: jakarta).utf8),
            at: ObjectPlace("personal", "z.ics"))
        let other = try browser.get("/events/\(try world.calendar().id)/z.ics")
        #expect(other.contains("10:00–10:30"))
        #expect(other.contains("In \u{2068}Jakarta\u{2069}: 14:00–14:30"))
    }

    @Test("a point on the map is a link to a map, from a phone's GEO, a geo link, or a place", arguments: [
        "GEO:24.7;46.6", "LOCATION;ALTREP=\"geo:24.7,46.6\":Home", "LOCATION:geo:24.7\\,46.6\\;u=35",
        "URL:geo:24.7,46.6,600",
    ])
    func point(line: String) throws {
        let page = try browser.get(try put(line))
        #expect(page.contains("href=\"https://www.openstreetmap.org/?mlat=24.7&amp;mlon=46.6#map=16/24.7/46.6\""))
        let form = try #require(FormOnPage(browser.get(edit(put(line)))))
        #expect(form.fields.allSatisfy { !$0.1.contains("openstreetmap") })
    }

    @Test("words of the other direction are set apart in the sentences of a series and of categories")
    func isolated() throws {
        let page = try put("CATEGORIES:عمل,Budget\r\nDTEND:20261123T100000Z\r\nRRULE:FREQ=WEEKLY;COUNT=4")
        #expect(try browser.get(page).contains("\u{2068}عمل\u{2069}, \u{2068}Budget\u{2069}"))
        let question = try browser.get("\(page)/delete?on=20261130T090000Z")
        #expect(question.contains("\u{2068}Event a\u{2069} is one of a series."))
    }

    @Test("an event becomes a moment without an end, and gets an end again")
    func moment() throws {
        let page = try put("DTEND:20261123T100000Z")
        let answer = try browser.send(FormOnPage(browser.get(edit(page))), ["end-time": "12:00"])
        #expect(answer.status == 303, "\(answer)")
        #expect(try !text().contains("DTEND"))
        #expect(try browser.get(page).contains("Monday 23 November 2026, 12:00<"))
        #expect(try browser.send(FormOnPage(browser.get(edit(page))), ["lasts": "30"]).status == 303)
        #expect(try text().contains("DTSTART:20261123T090000Z\r\nDTEND:20261123T093000Z"))
    }

    // MARK: Editing

    @Test("a form that is sent as it was shown changes no octet")
    func unchanged() throws {
        let page = try put(Self.full)
        let before = try text()
        #expect(try browser.send(FormOnPage(browser.get(edit(page)))).status == 303)
        #expect(try text() == before)
    }

    @Test("an edit changes what was edited, and leaves every other line")
    func edited() throws {
        let page = try put(Self.full)
        let before = try text()
        let answer = try browser.send(FormOnPage(browser.get(edit(page))), ["place": "Room 5"])
        #expect(answer.status == 303, "\(answer)")
        let after = try text()
        #expect(after.contains("Room 5") && !after.contains("Room 4"))
        let changing = ["LOCATION", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE"]
        for line in before.split(separator: "\r\n") where !changing.contains(where: { line.hasPrefix($0) }) {
            #expect(after.contains(line), "\(line)")
        }
    }

    @Test("a form that a phone overtook shows both versions, and saves what was chosen")
    func overtaken() throws {
        let page = try put(Self.full)
        let form = try FormOnPage(browser.get(edit(page)))
        _ = try put(Self.full.replacing("Room 4", with: "Room 9").replacing("budget", with: "hiring"))
        let answer = try browser.send(form, ["title": "My title", "place": "Room 5"])
        #expect(answer.status == 409)
        for words in ["My title", "Event a", "Room 5", "Room 9", "hiring"] {
            #expect(answer.contains(words), "\(words)")
        }
        // The note was changed by the phone only, the place by both.
        #expect(answer.contains("name=\"choose-note\" value=\"stored\" checked"))
        #expect(answer.contains("name=\"choose-place\" value=\"typed\" checked"))
        #expect(try text().contains("Room 9"), "nothing is saved yet")
        let saved = try browser.send(FormOnPage(answer), ["choose-place": "stored"])
        #expect(saved.status == 303, "\(saved)")
        let after = try text()
        #expect(after.contains("SUMMARY:My title") && after.contains("Room 9") && after.contains("hiring"))
    }

    @Test("an event that was deleted meanwhile can be saved as a new one")
    func gone() throws {
        let page = try put("DTEND:20261123T100000Z")
        let form = try FormOnPage(browser.get(edit(page)))
        _ = try world.home.deleteObject(at: ObjectPlace("personal", "a.ics"))
        let answer = try browser.send(form, ["title": "Still here"])
        #expect(answer.status == 409)
        #expect(answer.shows("event.gone", test))
        let saved = try browser.send(FormOnPage(answer))
        #expect(try browser.get(try #require(saved.location, "\(saved)")).contains("Still here"))
    }

    @Test("a form whose calendar was deleted asks for another one, and keeps what was typed", arguments: [
        "edit", "series",
    ])
    func goneCalendar(form: String) throws {
        let work = try world.make("Work")
        _ = try world.home.put(
            Array(CalendarWorld.event("w", "DTEND:20261123T100000Z").utf8), at: ObjectPlace(work.segment, "w.ics"))
        let page = "/events/\(work.id)/w.ics"
        var fields = try #require(FormOnPage(browser.get(edit(page)))).fields
        fields.append(("place", "Room 7"))
        try world.home.delete(work.segment)
        let answer = try browser.post("\(page)/\(form)", fields: fields.filter { $0 != ("place", "") })
        #expect(answer.status == 409)
        #expect(answer.shows("event.gone", test) && answer.shows("event.problem.calendar", test))
        #expect(answer.contains("aria-describedby=\"calendar-problem\""))
        let saved = try browser.send(FormOnPage(answer))
        #expect(try browser.get(try #require(saved.location, "\(saved)")).contains("Room 7"))
    }

    @Test("a button for an event that was deleted meanwhile leads to the trash, which says so", arguments: [
        "delete", "move", "duplicate",
    ])
    func missing(verb: String) throws {
        let page = try put("")
        try browser.get(page)
        _ = try world.home.deleteObject(at: ObjectPlace("personal", "a.ics"))
        let answer = try browser.post("\(page)/\(verb)", ["tag": "x", "calendar": "1"])
        #expect(answer.location == "/calendar/trash?done=missing", "\(answer)")
        #expect(try browser.get("/calendar/trash?done=missing").shows("undo.missing", test))
    }

    // MARK: Twice

    @Test("an edit that is sent twice is one: the second has the answer of the first")
    func editTwice() throws {
        let form = try FormOnPage(browser.get(edit(try put(Self.full))))
        let first = try browser.send(form, ["place": "Room 5"])
        let second = try browser.send(form, ["place": "Room 5"])
        #expect(second.status == 303 && second.location == first.location, "\(second)")
    }

    @Test("a move and an edit with another calendar that are sent twice are one each")
    func moveTwice() throws {
        let page = try put(Self.full), work = try world.make("Work")
        let form = try FormOnPage(browser.get("\(page)/move"))
        for _ in 0..<2 {
            let answer = try browser.send(form, ["calendar": work.id.description])
            #expect(answer.location?.hasPrefix("/events/\(work.id)/a.ics?done=moved") == true, "\(answer)")
        }
        let here = try world.calendar().id, back = try FormOnPage(browser.get("/events/\(work.id)/a.ics/edit"))
        for _ in 0..<2 {
            let answer = try browser.send(back, ["calendar": here.description, "title": "Moved"])
            #expect(answer.location?.hasPrefix("/events/\(here)/a.ics?done=edited") == true, "\(answer)")
        }
    }

    @Test("the button for a copy, pressed twice, makes one copy")
    func duplicateTwice() throws {
        let page = try put(Self.full), shown = try browser.get(page).text
        let uid = try #require(shown.firstMatch(of: /\/duplicate"[\s\S]*?name="uid" value="([^"]*)"/)?.1)
        let addresses = try (0..<2).map { _ in
            try browser.post("\(page)/duplicate", ["uid": String(uid)]).location?.prefix { $0 != "?" }
        }
        #expect(addresses[0] != nil && addresses[0] == addresses[1])
        #expect(try world.calendar().objectCount == 2)
    }

    // MARK: Deleting, copying, moving

    @Test("a deletion asks once, and an event that was changed meanwhile is not deleted")
    func delete() throws {
        let page = try put("")
        let question = try browser.get("\(page)/delete")
        #expect(question.contains("Event a"))
        _ = try put("LOCATION:New place")
        let late = try browser.send(FormOnPage(question))
        #expect(late.location?.hasSuffix("done=changed") == true)
        #expect(try browser.send(FormOnPage(browser.get("\(page)/delete"))).status == 303)
        #expect(try world.calendar().objectCount == 0)
    }

    @Test("a copy has a form of its own, and the first event stays")
    func duplicate() throws {
        let page = try put(Self.full)
        try browser.get(page)
        let answer = try browser.post("\(page)/duplicate")
        let copy = try browser.get(try #require(answer.location, "\(answer)"))
        #expect(copy.shows("undo.duplicated", test))
        #expect(try #require(FormOnPage(copy))["title"] == "Event a")
        #expect(try world.calendar().objectCount == 2)
        let token = try #require(copy.text.firstMatch(of: /name="undo" value="([^"]*)"/)?.1)
        try browser.post("/calendar/undo", ["undo": String(token), "next": "/calendar"])
        #expect(try world.calendar().objectCount == 1)
    }

    @Test("one undo takes back an edit and the choice of another calendar")
    func undoMovedEdit() throws {
        let page = try put(Self.full), before = try text(), work = try world.make("Work")
        let saved = try browser.send(
            FormOnPage(browser.get(edit(page))), ["calendar": work.id.description, "title": "Moved"])
        let shown = try browser.get(try #require(saved.location, "\(saved)"))
        #expect(shown.contains("Moved") && shown.shows("undo.edited", test))
        let token = try #require(shown.text.firstMatch(of: /name="undo" value="([^"]*)"/)?.1)
        let undone = try browser.post("/calendar/undo", [
            "undo": String(token), "next": "/events/\(work.id)/a.ics",
        ])
        #expect(undone.location == "\(page)?done=undone")
        #expect(try text() == before)
        #expect(try world.calendar(work.segment).objectCount == 0)
    }

    @Test("an event moves to another calendar, by its page and by its form")
    func move() throws {
        let page = try put(Self.full), work = try world.make("Work")
        let answer = try browser.send(FormOnPage(browser.get("\(page)/move")), ["calendar": work.id.description])
        let moved = try #require(answer.location, "\(answer)")
        #expect(moved.hasPrefix("/events/\(work.id)/"))
        #expect(try browser.get(moved).contains("Room 4"))
        let address = String(moved.prefix { $0 != "?" })
        let back = try browser.send(
            FormOnPage(browser.get(edit(address))), ["calendar": "\(try world.calendar().id)", "title": "Moved"])
        #expect(try browser.get(try #require(back.location, "\(back)")).contains("Moved"))
        #expect(try browser.send(FormOnPage(browser.get("\(page)/move")), ["calendar": "0"]).status == 422)
    }
}
