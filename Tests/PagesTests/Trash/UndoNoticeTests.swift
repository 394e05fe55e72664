@testable import Calendars
import HTTP
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

@Suite("The notice with undo")
struct UndoNoticeTests {
    let world: CalendarWorld
    var browser: Browser { world.browser }
    var test: TestApp { world.test }

    init() throws { world = try CalendarWorld() }

    private func deletion() throws -> UndoToken {
        try world.put("a")
        return try world.home.deleteObject(at: ObjectPlace("personal", "a.ics"))
    }

    @Test("a page with the change in its address says what happened, and its button leads back to it without that")
    func notice() throws {
        let token = try deletion()
        let page = try browser.get("/calendar/trash?after=1-2-3&done=deleted&undo=\(token.text)")
        #expect(page.shows("undo.deleted", test))
        #expect(page.contains("name=\"undo\" value=\"\(token.text)\""))
        #expect(page.contains("name=\"next\" value=\"/calendar/trash?after=1-2-3\""))
        #expect(page.contains("role=\"status\""))
    }

    @Test("the change alone says what happened")
    func tokenAlone() throws {
        #expect(try browser.get("/calendar/trash?undo=\(deletion().text)").shows("undo.deleted", test))
    }

    @Test("a page that is loaded again later has no notice, nor has one with another text in its address")
    func noNotice() throws {
        let token = try deletion()
        test.advance(seconds: UndoToken.seconds + 1)
        for query in ["done=deleted&undo=\(token.text)", "undo=x", "done=x", "done=", "x=y"] {
            #expect(try !browser.get("/calendar/trash?\(query)").contains("class=\"notice"), "\(query)")
        }
    }

    @Test("the button takes the change back")
    func undo() throws {
        let token = try deletion()
        try browser.get("/calendar/trash")
        let answer = try browser.post(
            "/calendar/undo", ["undo": token.text, "next": "/calendar/trash?after=1-2-3&done=deleted&undo=x"])
        #expect(answer.location == "/calendar/trash?after=1-2-3&done=undone")
        #expect(try world.home.object(at: ObjectPlace("personal", "a.ics")) != nil)
    }

    @Test("a second press, and one that comes too late, say so")
    func refusals() throws {
        let token = try deletion()
        try browser.get("/calendar/trash")
        _ = try browser.post("/calendar/undo", ["undo": token.text, "next": "/calendar/trash"])
        let again = try browser.post("/calendar/undo", ["undo": token.text, "next": "/calendar/trash"])
        #expect(again.location == "/calendar/trash?done=overtaken")
        #expect(try browser.get("/calendar/trash?done=overtaken").shows("undo.overtaken", test))
        let other = try world.home.deleteObject(at: ObjectPlace("personal", "a.ics"))
        try test.run("UPDATE calendar_trash SET removed_at = removed_at - interval '10 minutes'")
        let late = try browser.post("/calendar/undo", ["undo": other.text, "next": "/calendar/trash"])
        #expect(late.location == "/calendar/trash?done=late")
        #expect(try world.calendar().objectCount == 0)
    }

    @Test("from the page of an event that went, the way leads to the calendar; of one that moved, to its own page")
    func pageOfEvent() throws {
        try world.put("b")
        let work = try world.make("Work"), personal = try world.calendar()
        let moved = try world.home.move(
            from: ObjectPlace("personal", "b.ics"), to: ObjectPlace(work.segment, "b.ics"), isMove: true)
        let back = try browser.post(
            "/calendar/undo", ["undo": moved.undo.text, "next": "/events/\(work.id)/b.ics"])
        #expect(back.location == "/events/\(personal.id)/b.ics?done=undone")
        let text = Array(CalendarWorld.event("c").utf8)
        let added = try #require(try world.home.put(text, at: ObjectPlace("personal", "c.ics")).undo)
        let gone = try browser.post(
            "/calendar/undo", ["undo": added.text, "next": "/events/\(personal.id)/c.ics?on=20261123"])
        #expect(gone.location == "/calendar?done=undone")
    }

    @Test("the way back never leads to another site", arguments: ["https://evil.example/", "//evil.example", "x", ""])
    func otherSite(next: String) throws {
        let token = try deletion()
        try browser.get("/calendar/trash")
        let answer = try browser.post("/calendar/undo", ["undo": token.text, "next": next])
        let location = try #require(answer.location)
        #expect(location.hasPrefix("/") && !location.hasPrefix("//") && !location.contains("evil"))
    }

    @Test("somebody else's change stays")
    func others() throws {
        let token = try deletion()
        let sara = Browser(test)
        try sara.signIn("sara@example.org")
        try sara.get("/calendars")
        let answer = try sara.post("/calendar/undo", ["undo": token.text, "next": "/calendars"])
        #expect(answer.location == "/calendars?done=overtaken")
        #expect(try world.calendar().objectCount == 0)
    }

    @Test("a forged form changes nothing")
    func forged() throws {
        let token = try deletion()
        #expect(try browser.post("/calendar/undo", ["undo": token.text, "csrf": "x"]).status == 403)
        #expect(try world.calendar().objectCount == 0)
    }
}
