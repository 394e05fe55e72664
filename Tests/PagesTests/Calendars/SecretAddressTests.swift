import Archive
@testable import Calendars
import HTTP
import ICalendar
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Secret addresses of calendars")
struct SecretAddressTests {
    let world: CalendarWorld
    var browser: Browser { world.browser }
    var test: TestApp { world.test }

    init() throws { world = try CalendarWorld() }

    /// Publishes the calendar, and returns the path of its address as its page shows it.
    private func publish(_ segment: String = "personal") throws -> String {
        let id = try world.calendar(segment).id
        try browser.get("/calendars/\(id)")
        let answer = try browser.post("/calendars/\(id)/publish")
        try #require(answer.location == "/calendars/\(id)#share")
        let page = try browser.get("/calendars/\(id)")
        let shown = page.text.firstMatch(of: /value="[^"]*(\/feeds\/[A-Za-z0-9_-]{43}\.ics)"/)
        return try String(#require(shown).1)
    }

    /// A calendar program that knows only the address.
    private func fetch(_ path: String, _ headers: Headers = [:]) throws -> Answer {
        try Browser(test, address: "198.51.100.9").get(path, headers)
    }

    private func put(_ uid: String, _ lines: String) throws {
        _ = try world.home.put(Array(CalendarWorld.event(uid, lines).utf8), at: ObjectPlace("personal", "\(uid).ics"))
    }

    private func events(_ answer: Answer) throws -> [Component] {
        try CalendarStream(answer.bytes, .strict).components.flatMap(\.components).filter { $0.name == "VEVENT" }
    }

    @Test("anybody with the address reads the calendar; without one there is none")
    func reads() throws {
        #expect(try browser.get("/calendars/\(world.calendar().id)").shows("calendars.share.make", test))
        try world.put("a")
        let path = try publish(), answer = try fetch(path)
        #expect(answer.status == 200)
        #expect(answer.header("Content-Type") == "text/calendar; charset=utf-8")
        #expect(answer.header("Cache-Control") == "private, max-age=300")
        #expect(answer.header("X-Robots-Tag") == "noindex")
        #expect(answer.header("Set-Cookie") == nil)
        #expect(try events(answer).map { $0.first("SUMMARY")?.value } == ["Event a"])
        #expect(answer.contains("REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n"))
        #expect(answer.contains("X-WR-CALNAME:Personal\r\n"))
        #expect(try fetch("/feeds/\(String(repeating: "A", count: 43)).ics").status == 404)
        #expect(try fetch("/feeds/personal.ics").status == 404)
        #expect(try fetch(path + "?a=b").status == 404)
    }

    @Test("the text comes again only after a change, packed or not")
    func validators() throws {
        try world.put("a")
        let path = try publish()
        let tag = try #require(try fetch(path).header("ETag"))
        let packed = try fetch(path, ["Accept-Encoding": "gzip"])
        let packedTag = try #require(packed.header("ETag"))
        #expect(packed.header("Content-Encoding") == "gzip")
        #expect(try gunzipped(packed.bytes, limit: 1 << 20) == fetch(path).bytes)
        #expect(tag != packedTag)
        for known in [tag, packedTag, "*", "W/\(tag)"] {
            let answer = try fetch(path, ["If-None-Match": known])
            #expect(answer.status == 304)
            #expect(answer.bytes.isEmpty)
        }
        try world.put("b")
        let changed = try fetch(path, ["If-None-Match": tag])
        #expect(changed.status == 200)
        #expect(try events(changed).count == 2)
        try browser.get("/calendars/\(world.calendar().id)")
        try browser.post("/calendars/\(world.calendar().id)", ["name": "Other", "color": "blue"])
        #expect(try fetch(path, ["If-None-Match": changed.header("ETag") ?? ""]).contains("X-WR-CALNAME:Other"))
    }

    @Test("a private event is only a busy time, a confidential one is not there", arguments: [
        ("PUBLIC", "Event a"), ("PRIVATE", "Busy"), ("X-MINE", "Busy"), ("private", "Busy"), ("CONFIDENTIAL", nil),
    ])
    func classes(name: String, title: String?) throws {
        try put("a", "CLASS:\(name)\r\nLOCATION:Clinic\r\nRRULE:FREQ=DAILY;COUNT=3\r\nX-SECRET:word")
        let answer = try fetch(publish()), found = try events(answer)
        #expect(found.map { $0.first("SUMMARY")?.value } == (title.map { [$0] } ?? []))
        #expect(answer.contains("Clinic") == (name == "PUBLIC"))
        #expect(!answer.contains("X-SECRET"))
        #expect(answer.contains("RRULE:FREQ=DAILY;COUNT=3") == (title != nil))
    }

    @Test("one private day makes the whole series private")
    func strictest() throws {
        let text = CalendarWorld.event("a", "RRULE:FREQ=DAILY;COUNT=3").replacing("END:VCALENDAR", with: """
            BEGIN:VEVENT\r
            UID:a\r
            DTSTAMP:20261101T000000Z\r
            RECURRENCE-ID:20261124T090000Z\r
            DTSTART:20261124T100000Z\r
            CLASS:PRIVATE\r
            SUMMARY:Surprise\r
            END:VEVENT\r
            END:VCALENDAR
            """)
        _ = try world.home.put(Array(text.utf8), at: ObjectPlace("personal", "a.ics"))
        let answer = try fetch(publish())
        #expect(try events(answer).map { $0.first("SUMMARY")?.value } == ["Busy", "Busy"])
        #expect(!answer.contains("Surprise"))
    }

    @Test("guests, alarms and files of an event stay with its owner")
    func stripped() throws {
        try put("a", """
            ORGANIZER:mailto:zaid@example.org\r
            ATTENDEE;CN=Huda:mailto:huda@example.org\r
            ATTACH:https://example.org/file\r
            BEGIN:VALARM\r
            ACTION:DISPLAY\r
            DESCRIPTION:x\r
            TRIGGER:-PT10M\r
            END:VALARM
            """)
        let answer = try fetch(publish())
        #expect(try events(answer).count == 1)
        for part in ["ORGANIZER", "ATTENDEE", "huda", "ATTACH", "VALARM"] { #expect(!answer.contains(part)) }
    }

    @Test("time zones come with the events that name them")
    func zones() throws {
        let text = CalendarWorld.event("a").replacing("BEGIN:VEVENT", with: """
            BEGIN:VTIMEZONE\r
            TZID:Here\r
            BEGIN:STANDARD\r
            DTSTART:19700101T000000\r
            TZOFFSETFROM:+0300\r
            TZOFFSETTO:+0300\r
            END:STANDARD\r
            END:VTIMEZONE\r
            BEGIN:VEVENT
            """).replacing("DTSTART:20261123T090000Z", with: "DTSTART;TZID=Here:20261123T090000")
        _ = try world.home.put(Array(text.utf8), at: ObjectPlace("personal", "a.ics"))
        let answer = try fetch(publish())
        #expect(answer.contains("BEGIN:VTIMEZONE\r\nTZID:Here\r\n"))
        #expect(answer.contains("DTSTART;TZID=Here:20261123T090000\r\n"))
    }

    @Test("a new address ends the old one, and both end when the owner says so")
    func revoke() throws {
        let first = try publish(), second = try publish()
        #expect(first != second)
        #expect(try fetch(first).status == 404)
        #expect(try fetch(second).status == 200)
        let id = try world.calendar().id
        try browser.get("/calendars/\(id)")
        try browser.post("/calendars/\(id)/unpublish")
        #expect(try fetch(second).status == 404)
        #expect(try browser.get("/calendars/\(id)").shows("calendars.share.make", test))
    }

    @Test("the address of a deleted calendar opens nothing until the calendar is back")
    func deleted() throws {
        let work = try world.make("Work")
        let path = try publish(work.segment)
        try browser.get("/calendars")
        try browser.post("/calendars/\(work.id)/delete")
        #expect(try fetch(path).status == 404)
        try browser.get("/calendars")
        try browser.post("/calendars/restore", ["id": "\(work.id)"])
        #expect(try fetch(path).status == 200)
    }

    @Test("nobody publishes somebody else's calendar")
    func strangers() throws {
        let stranger = Browser(test)
        try stranger.signIn("hud@example.org")
        try stranger.get("/calendars")
        let id = try world.calendar().id
        #expect(try stranger.post("/calendars/\(id)/publish").status == 404)
        #expect(try world.home.publication(of: world.calendar()) == nil)
    }

    @Test("a text is written 120 times an hour for one address; clients that have it are not counted")
    func limit() throws {
        let path = try publish()
        var last = try fetch(path)
        let tag = try #require(last.header("ETag"))
        for _ in 0..<119 { last = try fetch(path) }
        #expect(last.status == 200)
        #expect(try fetch(path).status == 429)
        #expect(try fetch(path, ["If-None-Match": tag]).status == 304)
    }

    @Test("a lost key leaves an address that works and cannot be shown")
    func lostKey() throws {
        let path = try publish()
        let id = try world.calendar().id
        try test.database.connect().execute("UPDATE calendar_feed SET nonce = decode(repeat('00', 16), 'hex')")
        #expect(try browser.get("/calendars/\(id)").shows("calendars.share.lost", test))
        #expect(try fetch(path).status == 200)
    }
}
