import HTTP
import Postgres
import Storage
import TestSupport
import Testing
import XML

/// DAVx5, Thunderbird and vdirsyncer, by the issue trackers that the notes name.
@Suite("DAVx5, Thunderbird and vdirsyncer")
struct OtherClientTests {
    let client: Client

    init() throws { client = try Client() }

    @Test("get each missing object of a multiget with its own 404, and an entity tag with each other one")
    func multiget() throws {
        try client.put(events: ["a": "DTSTART:20260105T100000Z", "b": "DTSTART:20260106T100000Z"])
        let hrefs = [
            client.personal + "a.ics", "https://jadwal.example.org\(client.personal)b.ics",
            client.personal + "gone.ics",
            client.personal + "gone%20too.ics", client.tasks + "a.ics", "/elsewhere/a.ics",
        ]
        let answer = try client.report(
            client.personal, "c:calendar-multiget",
            """
            <d:prop><d:getetag/><c:calendar-data/></d:prop>\(hrefs.map { "<d:href>\($0)</d:href>" }.joined())
            """)
        #expect(answer.status == 207)
        let parts = answer.parts
        #expect(parts.count == 6)
        for name in ["a.ics", "b.ics"] {
            let part = try #require(parts[client.personal + name])
            #expect(part.ok["d:getetag"]?.text == (try client.send(.get, client.personal + name).etag))
            #expect(part.ok["c:calendar-data"]?.text == (try client.send(.get, client.personal + name).text))
        }
        for href in hrefs.dropFirst(2) { #expect(parts[href]?.status == 404, "\(href)") }
    }

    @Test("get one answer for an object that is named in two encodings")
    func sameObject() throws {
        try client.put(client.personal + "a%40b.ics", event("a"))
        let answer = try client.report(
            client.personal, "c:calendar-multiget",
            """
            <d:prop><d:getetag/></d:prop><d:href>\(client.personal)a%40b.ics</d:href>\
            <d:href>\(client.personal)a@b.ics</d:href>
            """)
        #expect(answer.parts.keys.map { $0 } == [client.personal + "a@b.ics"])
    }

    @Test(
        "see hrefs in one encoding everywhere, never encoded twice",
        arguments: [
            ("a%20b.ics", "a%20b.ics"), ("a%2Fb.ics", "a%2Fb.ics"), ("a%2fb.ics", "a%2Fb.ics"), ("%61.ics", "a.ics"),
            ("a%2520b.ics", "a%2520b.ics"), ("%40home.ics", "@home.ics"), ("a+b.ics", "a%2Bb.ics"),
            ("a%25.ics", "a%25.ics"),
            ("%C3%A9.ics", "%C3%A9.ics"), ("e%CC%81.ics", "e%CC%81.ics"), ("%7B1%7D.ics", "%7B1%7D.ics"),
            ("a&b.ics", "a%26b.ics"), ("(1).ics", "(1).ics"), ("a%3Bb.ics", "a%3Bb.ics"),
        ])
    func encodings(sent: String, shown: String) throws {
        let before = try client.token()
        #expect(try client.put(client.personal + sent, event("a")).status == 201)
        let href = client.personal + shown
        #expect(try client.send(.get, href).status == 200)
        #expect(try client.properties(client.personal, "<d:getetag/>", depth: "1").parts[href]?.ok["d:getetag"] != nil)
        #expect(try client.sync(client.personal, before).parts.keys.map { $0 } == [href])
        #expect(try client.query(client.personal, vCalendar("")).parts.keys.map { $0 } == [href])
        let multiget = try client.report(
            client.personal, "c:calendar-multiget",
            "<d:prop><d:getetag/></d:prop><d:href>\(href.replacing("&", with: "&amp;"))</d:href>")
        #expect(multiget.parts[href]?.ok["d:getetag"] != nil)
        #expect(try client.send(.delete, href).status == 204)
        #expect(try client.sync(client.personal, before).parts.isEmpty)
    }

    @Test("keep two names apart that Unicode calls equal: objects and calendars")
    func compositions() throws {
        let composed = "caf%C3%A9", decomposed = "cafe%CC%81"
        #expect(try client.put(client.personal + composed + ".ics", event("a")).status == 201)
        #expect(try client.put(client.personal + decomposed + ".ics", event("a")).error == "c:no-uid-conflict")
        #expect(try client.put(client.personal + decomposed + ".ics", event("b")).status == 201)
        #expect(try client.send(.get, client.personal + composed + ".ics").text == event("a"))
        #expect(try client.send(.get, client.personal + decomposed + ".ics").text == event("b"))
        try client.make(composed)
        try client.make(decomposed)
        let one = client.home + composed + "/", other = client.home + decomposed + "/"
        try client.put(one + "a.ics", event("a"))
        try client.put(other + "b.ics", event("b"))
        let answer = try client.report(
            client.home, "c:calendar-multiget",
            """
            <d:prop><d:getetag/></d:prop><d:href>\(one)a.ics</d:href><d:href>\(other)b.ics</d:href>
            """)
        #expect(answer.parts[one + "a.ics"]?.ok["d:getetag"] != nil)
        #expect(answer.parts[other + "b.ics"]?.ok["d:getetag"] != nil)
        #expect(try client.send(.move, one + "a.ics", ["Destination": other + "a.ics"]).status == 201)
        #expect(try client.send(.get, other + "a.ics").status == 200)
        #expect(
            try client.send(.move, client.personal + composed + ".ics", ["Destination": other + composed + ".ics"])
                .error
                == "c:no-uid-conflict")
        #expect(try client.send(.delete, client.personal + decomposed + ".ics").status == 204)
        let renamed = try client.send(
            .move, client.personal + composed + ".ics", ["Destination": client.personal + decomposed + ".ics"])
        #expect(renamed.status == 201)
        #expect(try client.send(.get, client.personal + decomposed + ".ics").text == event("a"))
    }

    @Test("find every privilege of writing on calendars of the customer")
    func privileges() throws {
        for path in [client.home, client.personal] {
            let found = try client.properties(path, "<d:current-user-privilege-set/><d:owner/>").only
            let names = try #require(found?.ok["d:current-user-privilege-set"]?.names)
            #expect(
                names.isSuperset(of: [
                    "d:read", "d:write", "d:write-content", "d:write-properties", "d:bind", "d:unbind",
                    "d:read-current-user-privilege-set", "c:read-free-busy",
                ]), "\(path)")
            #expect(found?.ok["d:owner"]?.hrefs == [client.principal])
        }
    }

    @Test("find the token and the tag of a calendar, which change with an object and with nothing else")
    func tags() throws {
        func tags() throws -> [String] {
            let part = try client.properties(client.home, "<d:sync-token/><cs:getctag/>", depth: "1").parts[
                client.personal]
            return try ["d:sync-token", "cs:getctag"].map { try #require(part?.ok[$0]?.text) }
        }
        let first = try tags()
        try client.put(client.personal + "a.ics", event("a"))
        let second = try tags()
        #expect(first[0] != second[0] && first[1] != second[1])
        try client.put(client.personal + "a.ics", event("a"))
        _ = try client.properties(client.personal, "<d:getetag/>", depth: "1")
        #expect(try tags() == second, "the same bytes again are no change")
        try client.send(.delete, client.personal + "a.ics")
        #expect(try tags() != second)
    }

    @Test("find the objects of a calendar by a query without Depth")
    func queryWithoutDepth() throws {
        try client.put(client.personal + "a.ics", event("a"))
        let answer = try client.report(
            client.personal, "c:calendar-query", "<d:prop><d:getetag/></d:prop><c:filter>\(vCalendar(""))</c:filter>")
        #expect(answer.names == ["a.ics"])
        let itself = try client.report(
            client.personal, "c:calendar-query", "<d:prop><d:getetag/></d:prop><c:filter>\(vCalendar(""))</c:filter>",
            ["Depth": "0"])
        #expect(itself.status == 207 && itself.names.isEmpty)
    }
}
