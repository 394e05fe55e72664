import HTTP
import Postgres
import Storage
import TestSupport
import Testing
import XML

@Suite("Forms of answers (RFC 7240, RFC 8144, RFC 7265)")
struct FormatTests {
    let client: Client

    init() throws { client = try Client() }

    @Test("return=minimal and Brief leave out what is missing; depth-noroot leaves out the collection")
    func minimal() throws {
        try client.put(client.personal + "a.ics", event("a"))
        for header in [("Prefer", "return=minimal"), ("Brief", "t"), ("Prefer", "return-minimal")] {
            let answer = try client.properties(
                client.personal, "<d:getetag/><d:nothing/>", depth: "1", Headers(dictionaryLiteral: header))
            #expect(answer.parts.values.allSatisfy { $0.failed.isEmpty })
            #expect(answer.parts.count == 2)
            #expect(answer.headers["Preference-Applied"] == "return=minimal")
            #expect(answer.headers["Vary"]?.contains("Prefer") == true)
        }
        let inside = try client.properties(client.personal, "<d:getetag/>", depth: "1", ["Prefer": "depth-noroot"])
        #expect(inside.parts.keys.map { $0 } == [client.personal + "a.ics"])
        let query = try client.report(
            client.personal, "c:calendar-query",
            "<d:prop><d:getetag/><d:nothing/></d:prop><c:filter>\(vCalendar(""))</c:filter>",
            ["Depth": "1", "Prefer": "return=minimal"])
        #expect(query.only?.failed.isEmpty == true)
    }

    @Test("return=representation shows what was stored, with its tag and address")
    func representation() throws {
        let answer = try client.put(client.personal + "a.ics", event("a"), ["Prefer": "return=representation"])
        #expect(answer.status == 201)
        #expect(answer.text == event("a"))
        #expect(answer.headers["Content-Location"] == client.personal + "a.ics")
        #expect(answer.headers["Preference-Applied"] == "return=representation")
        #expect(answer.etag == (try client.send(.get, client.personal + "a.ics").etag))
        let second = try client.put(client.personal + "a.ics", event("a"), ["Prefer": "return=representation"])
        #expect(second.status == 200)
    }

    @Test("return=representation shows jCal to those who prefer it, without the tag of the text")
    func representationInJCal() throws {
        let wishes: Headers = ["Prefer": "return=representation", "Accept": "application/calendar+json"]
        var refused = wishes
        refused["If-Match"] = "\"x\""
        for answer in [
            try client.put(client.personal + "a.ics", event("a"), wishes),
            try client.put(client.personal + "a.ics", event("a"), refused),
            try client.send(.post, client.personal, wishes, event("b")),
        ] {
            #expect(answer.headers["Content-Type"] == "application/calendar+json")
            #expect(answer.text.hasPrefix("[\"vcalendar\""), "\(answer.text)")
            #expect(answer.etag == nil && answer.headers["Vary"]?.contains("Accept") == true)
        }
    }

    @Test("a failed condition with return=representation shows what is stored instead (RFC 8144 §3)")
    func failedRepresentation() throws {
        let etag = try client.put(client.personal + "a.ics", event("a")).etag
        let answer = try client.put(
            client.personal + "a.ics", event("a", "DTSTART:20270101T000000Z"),
            ["If-Match": "\"x\"", "Prefer": "return=representation"])
        #expect(answer.status == 412)
        #expect(answer.text == event("a"))
        #expect(answer.etag == etag)
        #expect(answer.headers["Content-Location"] == client.personal + "a.ics")
    }

    @Test("jCal is read and written, without an entity tag for other bytes than were sent")
    func jCal() throws {
        let json = """
            ["vcalendar",[["version",{},"text","2.0"],["prodid",{},"text","-//Example//EN"]],[["vevent",[\
            ["uid",{},"text","a"],["dtstamp",{},"date-time","2026-01-01T00:00:00Z"],\
            ["dtstart",{},"date-time","2026-01-05T10:00:00Z"],["summary",{},"text","Tea, and cake"]],[]]]]
            """
        let stored = try client.put(client.personal + "a.ics", json, ["Content-Type": "application/calendar+json"])
        #expect(stored.status == 201, "\(stored.text)")
        #expect(stored.etag == nil)
        let text = try client.send(.get, client.personal + "a.ics")
        #expect(text.text.contains("SUMMARY:Tea\\, and cake\r\n"))
        #expect(text.headers["Vary"]?.contains("Accept") == true)
        #expect(
            try client.put(client.personal + "b.ics", "[\"vcalendar\"", ["Content-Type": "application/calendar+json"])
                .error
                == "c:valid-calendar-data")
    }

    @Test(
        "jCal is sent to those who prefer it",
        arguments: [
            ("application/calendar+json", true), ("application/calendar+json, text/calendar;q=0.5", true),
            ("text/calendar, application/calendar+json", false),
            ("application/calendar+json;q=0.5, text/calendar", false),
            ("application/calendar+json;q=0", false), ("*/*", false),
            ("text/*, application/calendar+json;q=0.9", false),
            ("application/calendar+json;q=0.9, text/calendar;q=0.2", true),
            ("application/calendar+json, */*;q=0.1", true),
        ])
    func negotiation(accept: String, isJSON: Bool) throws {
        try client.put(client.personal + "a.ics", event("a"))
        let answer = try client.send(.get, client.personal + "a.ics", ["Accept": accept])
        #expect(answer.status == 200)
        #expect(answer.text.hasPrefix("[\"vcalendar\"") == isJSON)
        #expect(
            answer.headers["Content-Type"]?.hasPrefix(isJSON ? "application/calendar+json" : "text/calendar") == true)
    }
}
