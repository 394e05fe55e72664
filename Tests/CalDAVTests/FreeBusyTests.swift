import HTTP
import Planning
import Postgres
import PrayerFeeds
import Runtime
import Scheduling
import Storage
import TestSupport
import Testing
import XML

@Suite("free-busy-query (RFC 4791 §7.10)")
struct FreeBusyTests {
    let client: Client
    let work: String

    init() throws {
        client = try Client()
        work = try client.make("work")
    }

    /// The periods of the first week of 2026, by kind.
    private func busy(
        _ start: String = "20260105T000000Z", _ end: String = "20260112T000000Z", in place: String? = nil
    ) throws -> [String: [String]] {
        let answer = try client.report(place ?? work, "c:free-busy-query", range(start, end))
        try #require(answer.status == 200, "\(answer.text)")
        #expect(answer.headers["Content-Type"]?.hasPrefix("text/calendar") == true)
        let unfolded = answer.text.replacing("\r\n ", with: "")
        #expect(
            unfolded.contains("BEGIN:VFREEBUSY") && unfolded.contains("DTSTART:\(start)")
                && unfolded.contains("DTEND:\(end)"))
        var periods: [String: [String]] = [:]
        for line in unfolded.split(separator: "\r\n") where line.hasPrefix("FREEBUSY") {
            let parts = line.split(separator: ":", maxSplits: 1)
            let kind = parts[0].split(separator: "FBTYPE=").dropFirst().first.map(String.init) ?? "BUSY"
            periods[kind, default: []] += parts[1].split(separator: ",").map(String.init)
        }
        return periods
    }

    private func put(_ content: String) throws {
        let uid = "u\(Int.random(in: 0...(.max)))"
        let answer = try client.put(work + uid + ".ics", event(uid, content))
        #expect(answer.status == 201, "\(answer.text)")
    }

    @Test("has busy and tentative times, not cancelled and transparent ones; overlaps are merged")
    func kinds() throws {
        try put("DTSTART:20260105T100000Z\nDTEND:20260105T110000Z")
        try put("DTSTART:20260105T103000Z\nDTEND:20260105T120000Z")
        try put("DTSTART:20260105T120000Z\nDTEND:20260105T123000Z")
        try put("DTSTART:20260106T100000Z\nDTEND:20260106T110000Z\nSTATUS:TENTATIVE")
        try put("DTSTART:20260106T103000Z\nDTEND:20260106T104500Z")
        try put("DTSTART:20260107T100000Z\nDTEND:20260107T110000Z\nSTATUS:CANCELLED")
        try put("DTSTART:20260107T100000Z\nDTEND:20260107T110000Z\nTRANSP:TRANSPARENT")
        let found = try busy()
        #expect(found["BUSY"] == ["20260105T100000Z/20260105T123000Z", "20260106T103000Z/20260106T104500Z"])
        #expect(found["BUSY-TENTATIVE"] == ["20260106T100000Z/20260106T103000Z", "20260106T104500Z/20260106T110000Z"])
        #expect(found.count == 2)
    }

    @Test("an answer of more than 16 MB is refused")
    func tooMany() throws {
        for second in 10..<21 { try put("DTSTART:20260105T0000\(second)Z\nDURATION:PT1S\nRRULE:FREQ=MINUTELY") }
        let answer = try client.report(work, "c:free-busy-query", range("20260105T000000Z", "20260131T000000Z"))
        #expect(answer.status == 403 && answer.text.contains("number-of-matches-within-limits"))
        #expect(try !busy("20260105T000000Z", "20260105T010000Z").isEmpty)
    }

    @Test("an invitation counts by the customer's own answer", arguments: [
        ("PARTSTAT=ACCEPTED:mailto:zaid@example.org", "BUSY"), ("PARTSTAT=DECLINED:MAILTO:Zaid@Example.org", nil),
        ("PARTSTAT=NEEDS-ACTION:mailto:zaid@example.org", "BUSY-TENTATIVE"),
        ("RSVP=TRUE:mailto:zaid@example.org", "BUSY-TENTATIVE"),
        ("PARTSTAT=TENTATIVE:mailto:zaid@example.org", "BUSY-TENTATIVE"),
        ("PARTSTAT=DELEGATED:mailto:zaid@example.org", nil),
        ("PARTSTAT=DECLINED:mailto:sara@example.org", "BUSY"),
    ] as [(String, String?)])
    func answers(attendee: String, kind: String?) throws {
        let event = "DTSTART:20260105T100000Z\nDTEND:20260105T110000Z\nATTENDEE;\(attendee)\nORGANIZER:mailto:"
        try put(event + "omar@example.org")
        let expected = kind.map { [$0: ["20260105T100000Z/20260105T110000Z"]] } ?? [:]
        #expect(try busy() == expected)
    }

    @Test("the customer's own meeting needs no answer of the customer")
    func organizer() throws {
        try put("""
            DTSTART:20260105T100000Z
            DTEND:20260105T110000Z
            ORGANIZER:mailto:zaid@example.org
            ATTENDEE:mailto:zaid@example.org
            """)
        #expect(try busy() == ["BUSY": ["20260105T100000Z/20260105T110000Z"]])
    }

    @Test("of the home has the times of all calendars that count")
    func home() throws {
        let free = try client.make("free", "<c:schedule-calendar-transp><c:transparent/></c:schedule-calendar-transp>")
        try put("DTSTART:20260105T100000Z\nDTEND:20260105T110000Z")
        try client.put(client.personal + "p.ics", event("p", "DTSTART:20260105T103000Z\nDTEND:20260105T120000Z"))
        try client.put(free + "f.ics", event("f", "DTSTART:20260107T103000Z\nDTEND:20260107T120000Z"))
        #expect(try busy(in: client.home) == ["BUSY": ["20260105T100000Z/20260105T120000Z"]])
    }

    @Test("of the home has the customer's prayers, if the customer wants so, and nobody sees that they are prayers")
    func prayers() throws {
        try put("DTSTART:20260105T070000Z\nDTEND:20260105T073000Z")
        #expect(try busy(in: client.home)["BUSY"]?.count == 1, "without a place there are no prayers")
        let test = client.test, customer = try #require(try test.store.customer(client.customer))
        try test.app.store.transaction {
            _ = try test.app.replacePrayerFeed(of: customer.id, by: NewPrayerFeed(
                cityID: nil, placeName: "Riyadh", country: "SA", latitude: 24.69, longitude: 46.72,
                elevationMetres: nil, timeZone: "Asia/Riyadh", options: ""))
        }
        let found = try busy(in: client.home)
        #expect(found.keys.sorted() == ["BUSY"] && found["BUSY"]?.count == 5 * 7 + 1)
        #expect(try busy()["BUSY"]?.count == 1, "one calendar has its own events only")
        let planning = test.app.planning(of: customer)
        try planning.changeHabits { $0.prayers.strictness = .personal }
        #expect(try busy(in: client.home)["BUSY"]?.count == 1)
        try planning.changeHabits {
            $0.prayers.strictness = .congregation
            $0.showsPrayersBusy = false
        }
        #expect(try busy(in: client.home)["BUSY"]?.count == 1)
    }

    @Test("has days in the zone of the calendar, series with their changes, and nothing beyond the window")
    func days() throws {
        _ = try client.patch(
            work, "<d:set><d:prop><c:calendar-timezone-id>Europe/Berlin</c:calendar-timezone-id></d:prop></d:set>")
        try put("DTSTART;VALUE=DATE:20260107")
        try put("DTSTART:20260101T100000Z\nDTEND:20260101T110000Z\nRRULE:FREQ=DAILY;COUNT=9\nEXDATE:20260106T100000Z")
        try put("DTSTART:20260111T230000Z\nDTEND:20260113T000000Z")
        #expect(
            try busy()["BUSY"] == [
                "20260105T100000Z/20260105T110000Z", "20260106T230000Z/20260107T230000Z",
                "20260108T100000Z/20260108T110000Z",
                "20260109T100000Z/20260109T110000Z", "20260111T230000Z/20260112T000000Z",
            ])
    }

    @Test("has the stated times of VFREEBUSY, and what VAVAILABILITY leaves out")
    func stated() throws {
        try client.put(
            work + "f.ics",
            calendar(
                component(
                    "VFREEBUSY", "f",
                    "DTSTART:20260105T000000Z\nDTEND:20260106T000000Z\n"
                        + "FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20260105T010000Z/PT1H\n"
                        + "FREEBUSY;FBTYPE=FREE:20260105T030000Z/PT1H"
                )))
        #expect(try busy() == ["BUSY-UNAVAILABLE": ["20260105T010000Z/20260105T020000Z"]])
        try client.put(
            work + "v.ics",
            calendar(
                component(
                    "VAVAILABILITY", "v",
                    "DTSTART:20260107T000000Z\nDTEND:20260108T000000Z\nBEGIN:AVAILABLE\nUID:w\n"
                        + "DTSTAMP:20260101T000000Z\nDTSTART:20260107T080000Z\nDTEND:20260107T160000Z\n"
                        + "END:AVAILABLE"
                )))
        #expect(
            try busy()["BUSY-UNAVAILABLE"] == [
                "20260105T010000Z/20260105T020000Z", "20260107T000000Z/20260107T080000Z",
                "20260107T160000Z/20260108T000000Z",
            ])
    }

    @Test("of a transparent calendar is empty")
    func transparent() throws {
        try put("DTSTART:20260105T100000Z\nDTEND:20260105T110000Z")
        _ = try client.patch(
            work,
            "<d:set><d:prop><c:schedule-calendar-transp><c:transparent/></c:schedule-calendar-transp></d:prop></d:set>")
        #expect(try busy() == [:])
    }

    @Test("needs a window with both ends, in UTC, and a calendar")
    func requests() throws {
        for content in [
            "", range("20260101T000000Z", nil), range(nil, "20260101T000000Z"), range("20260101", "20260102"),
            range("20260102T000000Z", "20260101T000000Z"),
        ] {
            #expect(try client.report(work, "c:free-busy-query", content).status == 400, "\(content)")
        }
        let window = range("20260101T000000Z", "20260102T000000Z")
        #expect(try client.report("/dav/calendars/", "c:free-busy-query", window).error == "d:supported-report")
        #expect(try client.report(client.home + "missing/", "c:free-busy-query", window).status == 404)
    }
}
