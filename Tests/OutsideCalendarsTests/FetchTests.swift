import Calendars
@testable import OutsideCalendars
import Postgres
import Storage
import TestSupport
import Testing

@Suite("Fetching calendars of others")
struct FetchTests {
    private let ten = (1...9).map { event("e\($0)", "2027010\($0)", "Day \($0)") }

    private func calendar(of events: [String], head: String = "X-WR-CALNAME:School\r\n") -> [UInt8] {
        Array(("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//School//EN\r\n" + head + events.joined()
            + "END:VCALENDAR\r\n").utf8)
    }

    @Test("a calendar is fetched, named as it names itself, and read only")
    func join() throws {
        let world = try OutsideWorld(), sara = try world.customer()
        world.host.serve(calendar(of: ten))
        let joined = try world.join(sara)
        #expect(joined.displayName == "127.0.0.1")
        let calendar = try world.now(joined, of: sara)
        #expect(calendar.displayName == "School" && calendar.isReadOnly && calendar.objectCount == 9)
        guard case .upToDate = try world.state(calendar, of: sara).status else {
            Issue.record("not up to date")
            return
        }
        #expect(throws: CalendarRefusal.self) {
            try world.test.app.calendars(of: sara).put(
                Array(self.calendar(of: [event("mine", "20270101", "Mine")])),
                at: ObjectPlace(calendar.segment, "mine.ics"))
        }
    }

    @Test("case 18: validators are sent back, and 304 writes nothing")
    func validators() throws {
        let world = try OutsideWorld(), sara = try world.customer()
        world.host.serve(
            calendar(of: ten), headers: "ETag: W/\"x 1\"\r\nLast-Modified: Sat, 28 Nov 2026 08:00:00 GMT\r\n")
        let joined = try world.join(sara), token = try world.now(joined, of: sara).counter
        world.host.serve(status: 304)
        try world.fetchAgain()
        #expect(world.host.heads.count == 2)
        #expect(world.host.heads[1].contains("If-None-Match: W/\"x 1\"\r\n"))
        #expect(world.host.heads[1].contains("If-Modified-Since: Sat, 28 Nov 2026 08:00:00 GMT\r\n"))
        #expect(try world.now(joined, of: sara).counter == token)
    }

    @Test("cases 19 and 20: new stamps and another order leave the sync token")
    func stamps() throws {
        let world = try OutsideWorld(), sara = try world.customer()
        world.host.serve(calendar(of: ten))
        let joined = try world.join(sara), token = try world.now(joined, of: sara).counter
        world.host.serve(calendar(of: ten.reversed().map {
            $0.replacing("20261101T080000Z", with: "20261128T210000Z")
        }))
        try world.fetchAgain()
        #expect(try world.now(joined, of: sara).counter == token)
    }

    @Test("case 21: one title is one change under the same address")
    func oneTitle() throws {
        let world = try OutsideWorld(), sara = try world.customer()
        world.host.serve(calendar(of: ten))
        let joined = try world.join(sara), before = try world.now(joined, of: sara)
        world.host.serve(calendar(of: [event("e1", "20270101", "Changed")] + ten.dropFirst()))
        try world.fetchAgain()
        let after = try world.now(joined, of: sara)
        #expect(after.counter == before.counter + 1 && after.objectCount == 9)
        #expect(try world.titles(joined).contains("Changed"))
    }

    @Test("cases 24 and 25: failures change a sentence and nothing else", arguments: [
        (500, FetchProblem.server), (404, .notFound), (403, .forbidden), (410, .gone), (429, .busy),
    ])
    func failures(status: Int, problem: FetchProblem) throws {
        let world = try OutsideWorld(), sara = try world.customer()
        world.host.serve(calendar(of: ten))
        let joined = try world.join(sara), token = try world.now(joined, of: sara).counter
        world.host.serve(status: status)
        for _ in 0..<4 { try world.fetchAgain() }
        let state = try world.state(joined, of: sara)
        #expect(state.source?.problem == problem.rawValue && state.source?.failures == 4)
        #expect(try world.now(joined, of: sara).counter == token)
        world.host.serve(calendar(of: ten))
        try world.fetchAgain()
        #expect(try world.state(joined, of: sara).source?.problem == nil)
    }

    @Test("cases 26 and 28: a web page and half a calendar leave the events")
    func broken() throws {
        let world = try OutsideWorld(), sara = try world.customer()
        world.host.serve(calendar(of: ten))
        let joined = try world.join(sara)
        for body in ["<html>Sign in</html>", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:e1\r\n"] {
            world.host.serve(Array(body.utf8))
            try world.fetchAgain()
            #expect(try world.now(joined, of: sara).objectCount == 9)
        }
    }

    @Test("cases 27 and 59: an empty answer is held, and believed when it came three times over a day")
    func held() throws {
        let world = try OutsideWorld(), sara = try world.customer()
        world.host.serve(calendar(of: ten))
        let joined = try world.join(sara)
        world.host.serve(calendar(of: []))
        try world.fetchAgain()
        #expect(try world.state(joined, of: sara).status == .held(vanished: 9, of: 9))
        try world.fetchAgain()
        try world.fetchAgain()
        #expect(try world.now(joined, of: sara).objectCount == 9, "three times within an hour or two")
        try world.fetchAgain(afterHours: 25)
        #expect(try world.now(joined, of: sara).objectCount == 0)
    }

    @Test("a held answer is applied when its reader says that it is right, and not to others")
    func accepted() throws {
        let world = try OutsideWorld(), sara = try world.customer(), omar = try world.customer("omar@example.org")
        world.host.serve(calendar(of: ten))
        let hers = try world.join(sara), his = try world.join(omar)
        world.host.serve(calendar(of: []))
        try world.fetchAgain()
        #expect(try world.test.app.subscriptions(of: sara).acceptHeld(hers.id))
        try world.fetchAgain()
        #expect(try world.now(hers, of: sara).objectCount == 0)
        #expect(try world.now(his, of: omar).objectCount == 9)
    }

    @Test("a last good answer after a held one ends the doubt")
    func doubtEnds() throws {
        let world = try OutsideWorld(), sara = try world.customer()
        world.host.serve(calendar(of: ten))
        let joined = try world.join(sara)
        world.host.serve(calendar(of: []))
        try world.fetchAgain()
        world.host.serve(calendar(of: ten))
        try world.fetchAgain()
        guard case .upToDate = try world.state(joined, of: sara).status else { Issue.record("still in doubt"); return }
    }

    @Test("case 30: identifiers that are new at each fetch double nothing")
    func renamed() throws {
        let world = try OutsideWorld(), sara = try world.customer()
        world.host.serve(calendar(of: ten))
        let joined = try world.join(sara), token = try world.now(joined, of: sara).counter
        world.host.serve(calendar(of: ten.map { $0.replacing("UID:e", with: "UID:other-") }))
        try world.fetchAgain()
        #expect(try world.now(joined, of: sara).counter == token)
        #expect(try world.titles(joined).count == 9)
    }

    @Test("case 31: the zone of Windows is read without a VTIMEZONE")
    func windowsZone() throws {
        let world = try OutsideWorld(), sara = try world.customer()
        let lesson = "BEGIN:VEVENT\r\nUID:w\r\nDTSTAMP:20261101T080000Z\r\n"
            + "DTSTART;TZID=Arab Standard Time:20270105T090000\r\n"
            + "DURATION:PT1H\r\nSUMMARY:Lesson\r\nEND:VEVENT\r\n"
        world.host.serve(calendar(of: [lesson]))
        let joined = try world.join(sara)
        let found: Bool? = try world.test.store.connection.value("""
            SELECT first_start = '2027-01-05 06:00:00Z' FROM calendar_object WHERE collection_id = \(joined.id)
            """)
        #expect(found == true)
    }

    @Test("cases 34 and 35: nothing is sent for guests, and alarms stay out unless they are wanted", arguments: [
        true, false,
    ])
    func guests(withAlarms: Bool) throws {
        let world = try OutsideWorld(), sara = try world.customer()
        let more = "ORGANIZER:mailto:head@school.example\r\n"
            + "ATTENDEE:mailto:sara@example.org\r\nURL:javascript:alert(1)\r\n"
            + "ATTACH;VALUE=BINARY;ENCODING=BASE64:AAAA\r\nX-JADWAL-ANCHOR:fajr\r\n"
            + "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:x\r\nTRIGGER:-PT10M\r\nEND:VALARM\r\n"
        world.host.serve(calendar(of: [event("a", "20270101", "Meeting", more: more)], head: "METHOD:REQUEST\r\n"))
        var choices = JoinChoices(address: world.url(), name: "School")
        (choices.allowsPlain, choices.withAlarms) = (true, withAlarms)
        let joined = try world.test.app.subscriptions(of: sara).join(choices)
        try world.fetch()
        let text = try #require(try world.texts(joined).first)
        #expect(text.contains("VALARM") == withAlarms)
        #expect(text.ranges(of: "SCHEDULE-AGENT=NONE").count == 2)
        for part in ["METHOD", "javascript", "AAAA", "X-JADWAL"] { #expect(!text.contains(part)) }
        #expect(try world.test.count("notification") == 0)
    }

    @Test("cases 36 and 70: two customers share a fetch, and the last who leaves ends it")
    func shared() throws {
        let world = try OutsideWorld(), sara = try world.customer(), omar = try world.customer("omar@example.org")
        world.host.serve(
            calendar(of: ten), headers: "ETag: \"1\"\r\n")
        let hers = try world.join(sara), his = try world.join(omar)
        #expect(try world.test.count("outside_source") == 1)
        #expect(try world.now(his, of: omar).objectCount == 9)
        let asked = world.host.heads.count
        try world.fetchAgain()
        #expect(world.host.heads.count == asked + 1)
        #expect(try world.test.app.subscriptions(of: sara).leave(hers, .remove))
        #expect(try world.now(his, of: omar).objectCount == 9)
        try world.test.run("DELETE FROM customer WHERE id = \(omar.id)")
        #expect(try world.test.count("outside_source") == 0)
    }

    @Test("case 13: an address that moved for good for three days is the new one")
    func moved() throws {
        let world = try OutsideWorld(), sara = try world.customer()
        world.host.serve(calendar(of: ten), at: "/b.ics")
        world.host.serve(status: 301, headers: "Location: /b.ics\r\n")
        let joined = try world.join(sara)
        for _ in 0..<2 { try world.fetchAgain(afterHours: 24) }
        let asked = world.host.heads.count
        try world.fetchAgain(afterHours: 24)
        #expect(world.host.heads.dropFirst(asked).contains { $0.hasPrefix("GET /b.ics") })
        #expect(try world.test.count("outside_source") == 1)
        #expect(try world.now(joined, of: sara).objectCount == 9)
        let last = world.host.heads.count
        try world.fetchAgain()
        #expect(world.host.heads.dropFirst(last).allSatisfy { $0.hasPrefix("GET /b.ics") })
    }

    @Test("case 6: what is gone is removed, but the past of a source that shows no past stays")
    func gone() throws {
        let world = try OutsideWorld(), sara = try world.customer()
        let past = event("past", "20261101", "Past"), soon = event("soon", "20270101", "Soon")
        let later = event("later", "20270201", "Later")
        world.host.serve(calendar(of: [past, soon, later]))
        let joined = try world.join(sara)
        world.host.serve(calendar(of: [later]))
        try world.fetchAgain()
        #expect(try world.titles(joined) == ["Later", "Past"])
    }

    @Test("cases 61 to 63: another key opens nothing and changes nothing, and no secret is in the log")
    func secrets() throws {
        let world = try OutsideWorld(), sara = try world.customer()
        world.host.serve(calendar(of: ten), at: "/very-secret.ics")
        let joined = try world.join(sara, "/very-secret.ics"), token = try world.now(joined, of: sara).counter
        try world.test.run("UPDATE outside_source SET address_digest = sha256('another row')")
        try world.fetchAgain()
        #expect(try world.state(joined, of: sara).status == .locked)
        #expect(try world.now(joined, of: sara).counter == token)
        #expect(!world.test.log.lines.joined().contains("very-secret"))
    }
}
