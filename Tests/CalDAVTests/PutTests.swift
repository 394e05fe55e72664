import HTTP
import Postgres
import Storage
import TestSupport
import Testing
import XML

@Suite("PUT (RFC 4791 §5.3.2)")
struct PutTests {
    let client: Client

    init() throws { client = try Client() }

    @Test(
        "refuses objects that no calendar may hold, with the condition and a sentence",
        arguments: [
            ("", "c:valid-calendar-data"), ("hello", "c:valid-calendar-data"),
            ("BEGIN:VCALENDAR\r\n", "c:valid-calendar-data"),
            (event("a") + event("a"), "c:valid-calendar-data"),
            (event("a", "DTSTART:tomorrow"), "c:valid-calendar-data"),
            (event("a", "DTSTART:20260105T100000Z\nRRULE:FREQ=SOMETIMES"), "c:valid-calendar-data"),
            (event("a", "DTSTART:20260105T100000Z\nRRULE:COUNT=3"), "c:valid-calendar-data"),
            (event("a", "DTSTART:20260105T100000Z\nno colon"), "c:valid-calendar-data"),
            (event("a", "SUMMARY:no start"), "c:valid-calendar-data"),
            (event("a", "DTSTART:20260105T100000Z\nSUMMARY:a\u{7}b"), "c:valid-calendar-data"),
            (event("a", "DTSTART:20260105T100000Z\nSUMMARY:a\u{0}b"), "c:valid-calendar-data"),
            (
                event("a").replacing("VERSION:2.0\r\n", with: "VERSION:2.0\r\nMETHOD:REQUEST\r\n"),
                "c:valid-calendar-object-resource"
            ),
            (calendar(customZone), "c:valid-calendar-object-resource"),
            (
                calendar(
                    component("VEVENT", "a", "DTSTART:20260105T100000Z") + "\n"
                        + component("VEVENT", "b", "DTSTART:20260105T100000Z")),
                "c:valid-calendar-object-resource"
            ),
            (
                calendar(
                    component("VEVENT", "a", "DTSTART:20260105T100000Z") + "\n" + component("VTODO", "a", "SUMMARY:x")),
                "c:valid-calendar-object-resource"
            ),
            (event("a").replacing("UID:a\r\n", with: ""), "c:valid-calendar-object-resource"),
            (calendar(component("VTODO", "a", "SUMMARY:x")), "c:supported-calendar-component"),
            (event("a", "DTSTART:15820101T100000Z"), "c:min-date-time"),
            (event("a", "DTSTART:20260105T100000Z\nRRULE:RSCALE=KLINGON;FREQ=YEARLY"), "c:supported-rscale"),
            (
                event("a", "DTSTART:20260105T100000Z\nDESCRIPTION:" + String(repeating: "x", count: 1 << 20)),
                "c:max-resource-size"
            ),
            (
                event("a", "DTSTART:20260105T100000Z\nDTEND:20260105T100001Z\nRRULE:FREQ=SECONDLY;COUNT=100000"),
                "c:max-instances"
            ),
            (
                event(
                    "a",
                    "DTSTART:20260105T100000Z\n"
                        + (0...2_000).map { "ATTENDEE:mailto:a\($0)@example.org" }.joined(separator: "\n")),
                "c:max-attendees-per-instance"
            ),
        ])
    func preconditions(text: String, condition: String) throws {
        let answer = try client.put(client.personal + "a.ics", text)
        #expect(answer.status == 403, "\(text.prefix(300))")
        #expect(answer.error == condition, "\(text.prefix(300))")
        #expect(answer.text.wholeMatch(of: /(?s).*<!-- [a-z].* -->.*/) != nil, "a sentence for people: \(answer.text)")
        #expect(try client.send(.get, client.personal + "a.ics").status == 404)
    }

    @Test("refuses octets that are no UTF-8")
    func encoding() throws {
        let text = Array(event("a", "DTSTART:20260105T100000Z\nSUMMARY:caf").utf8)
        for bad: [UInt8] in [
            [0xE9], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xEF, 0xBF, 0xBF],
        ] {
            let octets = text.prefix(120) + bad + text.dropFirst(120)
            let answer = try client.send(
                .put, client.personal + "a.ics", ["Content-Type": "text/calendar"], octets: Array(octets))
            #expect(answer.error == "c:valid-calendar-data", "\(bad)")
        }
    }

    @Test(
        "refuses other media types and character sets",
        arguments: [
            "text/plain", "application/json", "text/vcard", "text/calendar; charset=iso-8859-1",
            "text/calendar;charset=\"utf-16\"",
        ])
    func mediaTypes(type: String) throws {
        #expect(
            try client.put(client.personal + "a.ics", event("a"), ["Content-Type": type]).error
                == "c:supported-calendar-data")
    }

    @Test(
        "takes text/calendar in every spelling, and no type at all",
        arguments: [
            "text/calendar", "TEXT/Calendar; Charset=\"UTF-8\"", "text/calendar; component=vevent; charset=utf-8", "",
        ])
    func goodMediaTypes(type: String) throws {
        let headers: Headers = type.isEmpty ? [:] : ["Content-Type": type]
        #expect(try client.send(.put, client.personal + "a.ics", headers, event("a")).status == 201)
    }

    @Test(
        "stores what RFC 5545 allows: alarms, overrides without a series, RSCALE, journals, availability",
        arguments: [
            component("VEVENT", "a", "DTSTART;VALUE=DATE:20260105"),
            component("VEVENT", "a", "RECURRENCE-ID:20260105T100000Z\nDTSTART:20260105T110000Z"),
            component("VEVENT", "a", "DTSTART;VALUE=DATE:20260217\nRRULE:RSCALE=CHINESE;FREQ=YEARLY"),
            component("VJOURNAL", "a", "DTSTART;VALUE=DATE:20260105\nSUMMARY:Notes"),
            component("VTODO", "a", "DUE:20260105T100000Z\nSTATUS:COMPLETED\nCOMPLETED:20260104T100000Z"),
            component(
                "VFREEBUSY", "a", "DTSTART:20260105T100000Z\nDTEND:20260106T100000Z\nFREEBUSY:20260105T100000Z/PT1H"),
            component(
                "VAVAILABILITY", "a",
                "DTSTART:20260105T100000Z\nBEGIN:AVAILABLE\nUID:b\nDTSTAMP:20260101T000000Z\nDTSTART:20260105T100000Z\n"
                    + "DTEND:20260105T180000Z\nEND:AVAILABLE"
            ),
            customZone + "\n" + component("VEVENT", "a", "DTSTART;TZID=Two hours east:20260105T100000"),
        ])
    func allowed(content: String) throws {
        let work = try client.make("work")
        let answer = try client.put(work + "a.ics", calendar(content))
        #expect(answer.status == 201, "\(answer.text)")
        #expect(try client.send(.get, work + "a.ics").text == calendar(content))
    }

    @Test("is refused where objects cannot be: the home, a calendar, a missing calendar, below an object")
    func places() throws {
        #expect(try client.put(client.home + "a.ics", event("a")).status == 403)
        #expect(try client.put(client.home, event("a")).status == 405)
        #expect(try client.put(client.personal, event("a")).status == 405)
        #expect(try client.put(client.home + "missing/a.ics", event("a")).status == 409)
        #expect(try client.put(client.personal + "a/b.ics", event("a")).status == 404)
        #expect(try client.put(client.personal + String(repeating: "x", count: 252) + ".ics", event("a")).status == 414)
        #expect(try client.put(client.personal + String(repeating: "x", count: 251) + ".ics", event("a")).status == 201)
    }

    @Test("does not store a part of an object")
    func contentRange() throws {
        #expect(try client.put(client.personal + "a.ics", event("a"), ["Content-Range": "bytes 0-10/20"]).status == 400)
    }

    @Test("POST to a calendar stores an object under a new name (RFC 5995)")
    func addMember() throws {
        let path = try #require(
            try client.properties(client.personal, "<d:add-member/>").only?.ok["d:add-member"]?.hrefs.first)
        let answer = try client.send(.post, path, ["Content-Type": "text/calendar"], event("a"))
        #expect(answer.status == 201)
        let location = try #require(answer.headers["Location"])
        #expect(location.hasPrefix(client.personal))
        #expect(try client.send(.get, location).etag == answer.etag)
        let duplicate = try client.send(.post, path, ["Content-Type": "text/calendar"], event("a"))
        #expect(duplicate.error == "c:no-uid-conflict")
        #expect(duplicate.root?.hrefs == [location])
        let shown = try client.send(
            .post, path, ["Content-Type": "text/calendar", "Prefer": "return=representation"], event("b"))
        #expect(shown.headers["Content-Location"] == shown.headers["Location"], "not that of the calendar")
        #expect(shown.text == event("b"))
        #expect(try client.send(.post, client.home, [:], event("a")).status == 405)
        // There is no outbox for invitations, whatever is sent.
        let request = calendar("METHOD:REQUEST\n" + component("VFREEBUSY", "f", "DTSTART:20260105T100000Z"))
        let outbox = client.home + "outbox/"
        #expect(try client.send(.post, outbox, ["Content-Type": "text/calendar"], request).status == 404)
    }

    @Test("DELETE removes an object once")
    func delete() throws {
        try client.put(client.personal + "a.ics", event("a"))
        #expect(try client.send(.delete, client.personal + "a.ics").status == 204)
        #expect(try client.send(.delete, client.personal + "a.ics").status == 404)
    }
}
