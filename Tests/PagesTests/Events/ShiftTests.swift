@testable import Calendars
import Crypto
import HTTP
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Dragging an event")
struct ShiftTests {
    let world: CalendarWorld
    var browser: Browser { world.browser }

    init() throws { world = try CalendarWorld() }

    private func put(_ lines: String, _ times: String = "DTSTART:20261123T090000Z\r\nDTEND:20261123T100000Z") throws {
        let text = CalendarWorld.event("a", lines).replacing("DTSTART:20261123T090000Z", with: times)
        _ = try world.home.put(Array(text.utf8), at: ObjectPlace("personal", "a.ics"))
    }

    /// Sends a drag of the version that is stored, or of another one.
    private func shift(
        _ days: String, _ minutes: String, _ longer: String, on: String = "", tag: String? = nil
    ) throws -> Answer {
        try browser.get("/calendars")
        let id = try world.calendar().id
        return try browser.post("/events/\(id)/a.ics/shift\(on)", [
            "days": days, "minutes": minutes, "longer": longer, "next": "/calendar/2026-11?done=old",
            "tag": try tag ?? self.tag(),
        ])
    }

    private func tag() throws -> String {
        base64URL(try world.home.event(at: ObjectPlace("personal", "a.ics"))?.version ?? [])
    }

    private func text() throws -> String {
        let object = try #require(try world.home.object(at: ObjectPlace("personal", "a.ics")))
        return String(decoding: object.octets, as: UTF8.self)
    }

    @Test("an event moves by days and minutes, and gets longer; the view comes back with an undo", arguments: [
        ("1", "0", "0", "20261124T090000Z", "20261124T100000Z"),
        ("0", "35", "0", "20261123T093500Z", "20261123T103500Z"),
        ("-1", "-600", "0", "20261121T230000Z", "20261122T000000Z"),
        ("0", "0", "45", "20261123T090000Z", "20261123T104500Z"),
    ])
    func moves(days: String, minutes: String, longer: String, start: String, end: String) throws {
        try put("X-MINE:kept")
        let answer = try shift(days, minutes, longer)
        #expect(answer.status == 303)
        #expect(answer.location?.hasPrefix("/calendar/2026-11?done=edited&undo=") == true)
        let text = try text()
        #expect(text.contains("DTSTART:\(start)"))
        #expect(text.contains("DTEND:\(end)"))
        #expect(text.contains("X-MINE:kept"))
    }

    @Test("whole days move by days only")
    func wholeDays() throws {
        try put("", "DTSTART;VALUE=DATE:20261123\r\nDTEND;VALUE=DATE:20261125")
        #expect(try shift("3", "60", "0").status == 303)
        #expect(try text().contains("DTSTART;VALUE=DATE:20261126\r\nDTEND;VALUE=DATE:20261128"))
    }

    @Test("a drag that is sent twice moves the event once, and its undo is there again")
    func twice() throws {
        try put("")
        let seen = try tag()
        let first = try shift("0", "60", "0", tag: seen), second = try shift("0", "60", "0", tag: seen)
        #expect(try text().contains("DTSTART:20261123T100000Z"))
        #expect(second.location == first.location)
        let undo = try #require(second.location?.split(separator: "undo=").last)
        try browser.post("/calendar/undo", ["undo": String(undo), "next": "/calendar"])
        #expect(try text().contains("DTSTART:20261123T090000Z"))
    }

    @Test("an event that was changed since it was seen stays, and its page says so", arguments: ["", "old", nil])
    func changed(tag: String?) throws {
        try put("")
        let seen = try tag ?? self.tag()
        try put("LOCATION:Another place")
        let answer = try shift("1", "0", "0", tag: seen)
        let page = try browser.get(try #require(answer.location, "\(answer)"))
        #expect(page.shows("event.done.stayed", world.test))
        #expect(try text().contains("DTSTART:20261123T090000Z"))
    }

    @Test("an event that was deleted since it was seen leads back to the view, which says so")
    func deleted() throws {
        try put("")
        let seen = try tag()
        _ = try world.home.deleteObject(at: ObjectPlace("personal", "a.ics"))
        #expect(try shift("1", "0", "0", tag: seen).location == "/calendar/2026-11?done=missing")
    }

    @Test("month, week and day have the version of each event that can be dragged, and no other", arguments: [
        "/calendar/2026-11", "/calendar/week/2026-11-23", "/calendar/day/2026-11-23",
    ])
    func versions(page: String) throws {
        try put("")
        let timed = try tag()
        try put("", "DTSTART;VALUE=DATE:20261123\r\nDTEND;VALUE=DATE:20261125")
        let allDay = try tag()
        #expect(try browser.get(page).contains(" data-tag=\"\(allDay)\""))
        try put("")
        #expect(try browser.get(page).contains(" data-tag=\"\(timed)\""))
        let toDo = CalendarWorld.event("t").replacing("VEVENT", with: "VTODO")
        _ = try world.home.put(Array(toDo.utf8), at: ObjectPlace("tasks", "t.ics"))
        _ = try world.home.deleteObject(at: ObjectPlace("personal", "a.ics"))
        #expect(try !browser.get(page).contains("data-tag"))
    }

    @Test("one of a series asks which ones are meant, and moves nothing before")
    func series() throws {
        try put("RRULE:FREQ=DAILY;COUNT=3")
        let before = try text()
        let answer = try shift("0", "60", "0", on: "?on=20261124T090000Z")
        #expect(answer.status == 200)
        #expect(answer.contains("name=\"which\""))
        #expect(try text() == before)
    }

    @Test("an end before the start is refused on the form, and the event stays")
    func refused() throws {
        try put("")
        let before = try text()
        #expect(try shift("0", "0", "-120").status == 422)
        #expect(try text() == before)
    }

    @Test("what is no distance is refused", arguments: ["", "x", "99999"])
    func wrong(days: String) throws {
        try put("")
        #expect(try shift(days, "0", "0").status == 400)
    }

    @Test("nobody drags somebody else's event")
    func strangers() throws {
        try put("")
        let stranger = Browser(world.test)
        try stranger.signIn("hud@example.org")
        try stranger.get("/calendars")
        let answer = try stranger.post(
            "/events/\(world.calendar().id)/a.ics/shift", ["days": "1", "minutes": "0", "longer": "0"])
        #expect(answer.status == 404)
    }
}
