@testable import Calendars
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

    private func shift(_ days: String, _ minutes: String, _ longer: String, on: String = "") throws -> Answer {
        try browser.get("/calendars")
        let id = try world.calendar().id
        return try browser.post("/events/\(id)/a.ics/shift\(on)", [
            "days": days, "minutes": minutes, "longer": longer, "next": "/calendar/2026-11?done=old",
        ])
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
