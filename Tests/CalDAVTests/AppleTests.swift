import HTTP
import Postgres
import Storage
import TestSupport
import Testing
import XML

/// Pitfalls 7 to 14 of the notes: what iOS and macOS send and need.
@Suite("Apple's programs")
struct AppleTests {
    let client: Client

    init() throws { client = try Client() }

    @Test("make a calendar at an upper-case UUID with a colour, a time zone and a component set")
    func makeCalendar() throws {
        let path = client.home + "8E5E3C5C-1B2D-4E0C-9A55-0B1E0F6B9C11/"
        let answer = try client.send(
            .mkcalendar, path, ["Content-Type": "text/xml"],
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <B:mkcalendar xmlns:B="urn:ietf:params:xml:ns:caldav">
              <A:set xmlns:A="DAV:">
                <A:prop>
                  <B:supported-calendar-component-set><B:comp name="VEVENT"/></B:supported-calendar-component-set>
                  <D:calendar-color
                      xmlns:D="http://apple.com/ns/ical/" symbolic-color="custom">#FF2968FF</D:calendar-color>
                  <D:calendar-order xmlns:D="http://apple.com/ns/ical/">2</D:calendar-order>
                  <B:calendar-free-busy-set><YES/></B:calendar-free-busy-set>
                  <B:calendar-timezone>\(calendar(customZone).replacing("\r\n", with: "&#13;\n"))</B:calendar-timezone>
                  <A:displayname>Family</A:displayname>
                </A:prop>
              </A:set>
            </B:mkcalendar>
            """)
        #expect(answer.status == 201, "\(answer.text)")
        let part = try #require(
            try client.properties(
                path,
                """
                <d:displayname/><a:calendar-color/><a:calendar-order/><c:calendar-timezone/>\
                <c:supported-calendar-component-set/>
                """
            ).parts[path])
        #expect(part.ok["d:displayname"]?.text == "Family")
        #expect(part.ok["a:calendar-color"]?.text == "#FF2968FF")
        #expect(part.ok["a:calendar-color"]?.attribute("symbolic-color") == "custom")
        #expect(part.ok["a:calendar-order"]?.text == "2")
        #expect(part.ok["c:calendar-timezone"]?.text == calendar(customZone))
        #expect(part.ok["c:supported-calendar-component-set"]?.elements.map { $0.attribute("name") } == ["VEVENT"])
        #expect(try client.put(path + "a.ics", event("a")).status == 201)
    }

    @Test("make a list of reminders, naming VTIMEZONE among its kinds")
    func reminders() throws {
        let path = try client.make(
            "R",
            "<c:supported-calendar-component-set><c:comp name=\"VTODO\"/><c:comp name=\"VTIMEZONE\"/>"
                + "</c:supported-calendar-component-set>"
        )
        #expect(try client.put(path + "a.ics", calendar(component("VTODO", "a", "SUMMARY:Milk"))).status == 201)
        #expect(try client.put(path + "b.ics", event("b")).error == "c:supported-calendar-component")
    }

    @Test(
        "set colours with and without alpha: one value, replaced, in its namespace",
        arguments: [
            ("#1badf8ff", "blue", "#1BADF8FF"), ("#FF2968", nil, "#FF2968"), ("#00000000", "custom", "#00000000"),
        ] as [(String, String?, String)])
    func colours(color: String, symbol: String?, stored: String) throws {
        let attribute = symbol.map { " symbolic-color=\"\($0)\"" } ?? ""
        let answer = try client.patch(
            client.personal, "<d:set><d:prop><a:calendar-color\(attribute)>\(color)</a:calendar-color></d:prop></d:set>"
        )
        #expect(answer.only?.ok["a:calendar-color"] != nil, "\(answer.text)")
        let found = try client.properties(client.personal, "<a:calendar-color/>").only?.ok["a:calendar-color"]
        #expect(found?.text == stored)
        #expect(found?.attribute("symbolic-color") == symbol)
    }

    @Test("set the order of calendars and the default alarms, also on the home, the principal and the root")
    func defaultAlarms() throws {
        let alarm =
            "BEGIN:VALARM&#13;\nACTION:NONE&#13;\nTRIGGER;VALUE=DATE-TIME:19760401T005545Z&#13;\nEND:VALARM&#13;\n"
        for path in [client.personal, client.home, client.principal, "/dav/"] {
            let set = try client.patch(
                path,
                """
                <d:set><d:prop><c:default-alarm-vevent-datetime>\(alarm)</c:default-alarm-vevent-datetime>\
                <c:default-alarm-vevent-date/><a:calendar-order>1</a:calendar-order></d:prop></d:set>
                """)
            #expect(set.status == 207)
            #expect(set.only?.failed.isEmpty == true, "\(path): \(set.text)")
            let found = try client.properties(
                path, "<c:default-alarm-vevent-datetime/><c:default-alarm-vevent-date/><a:calendar-order/>"
            ).only
            #expect(found?.ok["c:default-alarm-vevent-datetime"]?.text.contains("19760401T005545Z") == true, "\(path)")
            #expect(found?.ok["c:default-alarm-vevent-date"] != nil, "\(path)")
            #expect(found?.ok["a:calendar-order"]?.text == "1", "\(path)")
        }
    }

    @Test(
        "send a token that was never issued: they learn to start over",
        arguments: [
            "http://example.com/ns/sync/123", "data:,0000000000000000-0", "data:,zz-1", "1", "urn:x:-1",
        ])
    func unknownTokens(token: String) throws {
        let answer = try client.sync(client.personal, token)
        #expect(answer.status == 403)
        #expect(answer.error == "d:valid-sync-token")
    }

    @Test("send a token that runs ahead of the calendar: they learn to start over")
    func tokenAhead() throws {
        let token = try client.token()
        let ahead = try #require(token.split(separator: "-").first) + "-99"
        #expect(try client.sync(client.personal, String(ahead)).error == "d:valid-sync-token")
    }

    @Test("begin with an empty token")
    func emptyToken() throws {
        try client.put(client.personal + "a.ics", event("a"))
        for element in ["<d:sync-token/>", "<d:sync-token></d:sync-token>", ""] {
            let answer = try client.report(
                client.personal, "d:sync-collection",
                """
                \(element)<d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop>
                """)
            #expect(answer.status == 207)
            #expect(answer.names == ["a.ics"])
            #expect(answer.token == (try client.token()))
        }
    }

    @Test("see the other events of a calendar beside one whose rule is broken, matches nothing, or costs too much")
    func badRules() throws {
        // Objects of an older version of the checks, written past them.
        try client.put(events: ["good": "DTSTART:20260105T100000Z\nDTEND:20260105T110000Z"])
        let rules: [(String, String)] = [
            ("broken", "RRULE:FREQ=SOMETIMES"), ("never", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
            ("costly", "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30"),
            ("dense", "RRULE:FREQ=SECONDLY"), ("junk", "RRULE:;;;"),
        ]
        for (uid, rule) in rules {
            try client.put(client.personal + "x.ics", event("x-\(uid)"))
            let octets = Array(event(uid, "DTSTART:20200105T100000Z\nDTEND:20200105T110000Z\n\(rule)").utf8)
            try client.test.run(
                """
                UPDATE calendar_object SET octets = \(octets), octet_count = \(octets.count), uid = \(uid),
                       segment = \(uid + ".ics"), is_recurring = true, last_end = NULL
                 WHERE segment = 'x.ics'
                """)
        }
        let month = range("20260101T000000Z", "20260201T000000Z")
        #expect(try client.found(month).contains("good.ics"))
        for data in [
            "<c:calendar-data/>",
            "<c:calendar-data><c:expand start=\"20260101T000000Z\" end=\"20260201T000000Z\"/></c:calendar-data>",
            "<c:calendar-data><c:limit-recurrence-set start=\"20260101T000000Z\" end=\"20260201T000000Z\"/>"
                + "</c:calendar-data>",
        ] {
            let answer = try client.query(
                client.personal, vCalendar("<c:comp-filter name=\"VEVENT\">\(month)</c:comp-filter>"),
                "<d:getetag/>" + data)
            #expect(answer.status == 207)
            #expect(answer.data("good.ics")?.contains("UID:good") == true)
        }
        let busy = try client.report(client.personal, "c:free-busy-query", month)
        #expect(busy.status == 200)
        #expect(busy.text.contains("20260105T100000Z/20260105T110000Z"))
        #expect(try client.sync(client.personal, "", "<c:calendar-data/>").names.count == 6)
    }

    @Test("store a rule that never matches, or has very many occurrences, or learn why not")
    func rulesOnPut() throws {
        for (uid, rule) in [
            ("never", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
            ("secondly", "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30"),
        ] {
            let answer = try client.put(
                client.personal + uid + ".ics", event(uid, "DTSTART:20260105T100000Z\nDTEND:20260105T110000Z\n\(rule)"))
            #expect(answer.status == 201 || answer.status == 403 && answer.error != nil, "\(uid) \(answer.status)")
        }
    }

    @Test("ask for a window with a start only, or an end only")
    func halfOpenWindows() throws {
        try client.put(events: [
            "past": "DTSTART:20200105T100000Z\nDTEND:20200105T110000Z",
            "future": "DTSTART:20300105T100000Z\nDTEND:20300105T110000Z",
            "weekly": "DTSTART:20200101T100000Z\nDTEND:20200101T110000Z\nRRULE:FREQ=WEEKLY",
            "day": "DTSTART;VALUE=DATE:20300601",
        ])
        #expect(try client.found(range("20260101T000000Z", nil)) == ["future.ics", "weekly.ics", "day.ics"])
        #expect(try client.found(range(nil, "20260101T000000Z")) == ["past.ics", "weekly.ics"])
    }

    @Test("get back the bytes they sent, under the entity tag that PUT gave them")
    func bytes() throws {
        let text = event(
            "a",
            """
            DTSTART:20260105T100000Z
            DTEND:20260105T110000Z
            SUMMARY:Tea\\, and  cake 
            X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-APPLE-RADIUS=70;X-TITLE="Café; \\"Q\\"":geo:37.331686,-122.030656
            X-EMPTY:
            """)
        let stored = try client.put(client.personal + "a.ics", text)
        #expect(stored.status == 201)
        let got = try client.send(.get, client.personal + "a.ics")
        #expect(got.text == text)
        #expect(got.etag == stored.etag)
        #expect(got.etag?.hasPrefix("\"") == true, "a strong tag")
        #expect(got.headers["Content-Type"]?.hasPrefix("text/calendar") == true)
        let again = try client.put(
            client.personal + "a.ics", text.replacing("cake", with: "pie"), ["If-Match": stored.etag ?? ""])
        #expect(again.status == 204)
        #expect(again.etag != nil && again.etag != stored.etag)
    }

    @Test("move an event to another calendar under a new name: removed here, new there")
    func move() throws {
        let work = try client.make("work")
        try client.put(client.personal + "a.ics", event("a"))
        let here = try client.token(), there = try client.token(work)
        let answer = try client.send(
            .move, client.personal + "a.ics",
            [
                "Destination": "https://jadwal.example.org\(work)3C1D9A40-NEW.ics", "Overwrite": "F",
            ])
        #expect(answer.status == 201, "\(answer.text)")
        #expect(try client.send(.get, work + "3C1D9A40-NEW.ics").text == event("a"))
        #expect(try client.send(.get, client.personal + "a.ics").status == 404)
        let left = try client.sync(client.personal, here).parts
        #expect(left.mapValues(\.status) == [client.personal + "a.ics": 404])
        let arrived = try client.sync(work, there).parts
        #expect(arrived.keys.map { $0 } == [work + "3C1D9A40-NEW.ics"])
        #expect(arrived.first?.value.ok["d:getetag"] != nil)
    }

    @Test("move an event back and forth, past a deleted one of the same UID")
    func moveBack() throws {
        let work = try client.make("work")
        try client.put(work + "a.ics", event("a"))
        #expect(try client.send(.delete, work + "a.ics").status == 204)
        try client.put(client.personal + "a.ics", event("a"))
        for _ in 0..<2 {
            #expect(try client.send(.move, client.personal + "a.ics", ["Destination": work + "a.ics"]).status == 201)
            #expect(try client.send(.move, work + "a.ics", ["Destination": client.personal + "a.ics"]).status == 201)
        }
    }

    @Test("learn which object has a UID already")
    func duplicateUID() throws {
        try client.put(client.personal + "first one.ics".replacing(" ", with: "%20"), event("a"))
        let answer = try client.put(client.personal + "second.ics", event("a"))
        #expect(answer.status == 403 || answer.status == 409)
        #expect(answer.error == "c:no-uid-conflict")
        #expect(answer.root?.hrefs == [client.personal + "first%20one.ics"])
        let changed = try client.put(client.personal + "first%20one.ics", event("b"))
        #expect(changed.error == "c:no-uid-conflict", "the UID of an object never changes")
        let work = try client.make("work")
        #expect(try client.put(work + "second.ics", event("a")).status == 201, "another calendar may have it")
        let moved = try client.send(.move, work + "second.ics", ["Destination": client.personal + "third.ics"])
        #expect(moved.error == "c:no-uid-conflict")
        #expect(moved.root?.hrefs == [client.personal + "first%20one.ics"])
    }

    @Test("keep the placeholder alarm of macOS")
    func placeholderAlarm() throws {
        let text = event(
            "a",
            """
            DTSTART:20260105T100000Z
            DTEND:20260105T110000Z
            BEGIN:VALARM
            ACTION:NONE
            TRIGGER;VALUE=DATE-TIME:19760401T005545Z
            X-WR-ALARMUID:31D1-2
            END:VALARM
            """)
        let stored = try client.put(client.personal + "a.ics", text)
        #expect(stored.status == 201, "\(stored.text)")
        #expect(stored.etag != nil)
        #expect(try client.send(.get, client.personal + "a.ics").text == text)
    }
}
