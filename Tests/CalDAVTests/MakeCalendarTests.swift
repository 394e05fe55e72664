import HTTP
import Postgres
import Storage
import TestSupport
import Testing
import XML

@Suite("Making and deleting calendars (RFC 4791 §5.3.1, RFC 5689)")
struct MakeCalendarTests {
    let client: Client

    init() throws { client = try Client() }

    @Test("MKCALENDAR without a body makes a calendar for everything")
    func plain() throws {
        let path = try client.make("work")
        let part = try client.properties(path, "<d:resourcetype/><c:supported-calendar-component-set/>").only
        #expect(part?.ok["d:resourcetype"]?.names == ["d:collection", "c:calendar"])
        let kinds = part?.ok["c:supported-calendar-component-set"]?.elements.compactMap { $0.attribute("name") } ?? []
        #expect(Set(kinds).isSuperset(of: ["VEVENT", "VTODO", "VJOURNAL"]))
        #expect(try client.send(.mkcalendar, client.home + "bare", [:]).status == 201, "without the slash")
        #expect(try client.properties(client.home + "bare/", "<d:resourcetype/>").status == 207)
    }

    @Test("MKCALENDAR that cannot set a property makes nothing, and says which")
    func failing() throws {
        let answer = try client.send(
            .mkcalendar, client.home + "work/", [:],
            body(
                "c:mkcalendar",
                """
                <d:set><d:prop><d:displayname>Work</d:displayname><d:getetag>1</d:getetag>\
                <c:calendar-timezone>junk</c:calendar-timezone></d:prop></d:set>
                """))
        #expect(answer.status == 207, "RFC 4791 §5.3.1.1")
        let part = try #require(answer.parts[client.home + "work/"])
        #expect(part.failed == ["d:displayname": 424, "d:getetag": 403, "c:calendar-timezone": 403])
        #expect(part.errors == ["d:cannot-modify-protected-property", "c:valid-calendar-data"])
        #expect(try client.properties(client.home + "work/", "<d:getetag/>").status == 404)
    }

    @Test("MKCALENDAR is refused where a calendar is, inside one, and outside the home")
    func places() throws {
        #expect(try client.send(.mkcalendar, client.personal).error == "d:resource-must-be-null")
        #expect(try client.send(.mkcalendar, client.personal + "inner").error == "c:calendar-collection-location-ok")
        #expect(try client.send(.mkcalendar, client.personal + "inner/").status == 403)
        #expect(try client.send(.mkcalendar, client.home).status == 403)
        #expect(try client.send(.mkcalendar, client.home + "a/b/c/").status == 403)
        #expect(try client.send(.mkcalendar, "/dav/elsewhere/").error == "c:calendar-collection-location-ok")
    }

    @Test("MKCALENDAR takes no other body")
    func bodies() throws {
        #expect(try client.send(.mkcalendar, client.home + "a/", [:], body("d:mkcol", "")).status == 415)
        #expect(try client.send(.mkcalendar, client.home + "a/", [:], "<a").status == 400)
        #expect(
            try client.send(
                .mkcalendar, client.home + "a/", [:],
                body(
                    "c:mkcalendar",
                    """
                    <d:set><d:prop><c:supported-calendar-component-set><c:comp name="VFOO"/>\
                    </c:supported-calendar-component-set></d:prop></d:set>
                    """)
            ).parts.first?.value.errors == ["c:supported-calendar-component"])
    }

    @Test("MKCOL with the types of a calendar makes one; without them, nothing")
    func extended() throws {
        func mkCol(_ name: String, _ types: String, _ more: String = "") throws -> Answer {
            try client.send(
                .mkcol, client.home + name + "/", ["Content-Type": "application/xml"],
                body(
                    "d:mkcol",
                    """
                    <d:set><d:prop><d:resourcetype>\(types)</d:resourcetype>\(more)</d:prop></d:set>
                    """))
        }
        #expect(try mkCol("a", "<d:collection/><c:calendar/>", "<d:displayname>A</d:displayname>").status == 201)
        #expect(try client.properties(client.home + "a/", "<d:displayname/>").only?.ok["d:displayname"]?.text == "A")
        let wrong = try mkCol("b", "<d:collection/><x:book xmlns:x=\"urn:x\"/>")
        #expect(wrong.status == 403)
        #expect(wrong.root?.name.short == "d:mkcol-response")
        #expect(wrong.root?.names.contains("d:valid-resourcetype") == true)
        let failed = try mkCol("b", "<d:collection/><c:calendar/>", "<d:displayname>A</d:displayname><d:getetag/>")
        #expect(failed.status == 403 && failed.root?.name.short == "d:mkcol-response")
        #expect(try client.properties(client.home + "b/", "<d:displayname/>").status == 404)
    }

    @Test("MKCOL has its own statuses: 405 where something is, 415 for another body, 403 for plain collections")
    func mkColStatuses() throws {
        let calendar = body(
            "d:mkcol", "<d:set><d:prop><d:resourcetype><d:collection/><c:calendar/></d:resourcetype></d:prop></d:set>")
        #expect(try client.send(.mkcol, client.personal, ["Content-Type": "text/xml"], calendar).status == 405)
        #expect(try client.send(.mkcol, client.home + "a/", ["Content-Type": "text/plain"], "hello").status == 415)
        #expect(
            try client.send(.mkcol, client.home + "a/", ["Content-Type": "text/xml"], body("d:other", "")).status == 415
        )
        #expect(try client.send(.mkcol, client.home + "a/").status == 403)
        #expect(try client.send(.mkcol, client.personal + "a/", ["Content-Type": "text/xml"], calendar).status == 403)
    }

    @Test("a subscribed calendar is kept with its source, and shown as one")
    func subscribed() throws {
        let answer = try client.send(
            .mkcol, client.home + "holidays/", ["Content-Type": "text/xml"],
            body(
                "d:mkcol",
                """
                <d:set><d:prop><d:resourcetype><d:collection/><cs:subscribed/></d:resourcetype>\
                <cs:source><d:href>https://holidays.example/sa.ics</d:href></cs:source><cs:subscribed-strip-alarms/>\
                <a:refreshrate>P1D</a:refreshrate></d:prop></d:set>
                """))
        #expect(answer.status == 201, "\(answer.text)")
        let part = try client.properties(
            client.home, "<d:resourcetype/><cs:source/><a:refreshrate/><cs:subscribed-strip-alarms/>", depth: "1"
        )
        .parts[client.home + "holidays/"]
        #expect(part?.ok["d:resourcetype"]?.names == ["d:collection", "cs:subscribed"])
        #expect(part?.ok["cs:source"]?.hrefs == ["https://holidays.example/sa.ics"])
        #expect(part?.ok["a:refreshrate"]?.text == "P1D")
        #expect(part?.ok["cs:subscribed-strip-alarms"] != nil)
    }

    @Test("a deleted calendar is gone with its objects; the default one stays")
    func delete() throws {
        let work = try client.make("work")
        try client.put(work + "a.ics", event("a"))
        #expect(try client.send(.delete, work, ["Depth": "0"]).status == 400)
        #expect(try client.send(.delete, work).status == 204)
        #expect(try client.send(.get, work + "a.ics").status == 404)
        #expect(try client.send(.delete, work).status == 404)
        #expect(try client.properties(client.home, "<d:getetag/>", depth: "1").parts[work] == nil)
        #expect(try client.send(.delete, client.personal).error == "c:default-calendar-needed")
        #expect(try client.send(.delete, client.home).error == "d:need-privileges")
        try client.make("work")
        #expect(try client.send(.get, work + "a.ics").status == 404)
    }
}
