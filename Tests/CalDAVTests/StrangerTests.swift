import HTTP
import Postgres
import Storage
import TestSupport
import Testing
import XML

@Suite("Other people's addresses")
struct StrangerTests {
    let client: Client
    let owner: Client

    init() throws {
        client = try Client()
        owner = try Client(client.test, email: "maryam@example.org")
        try owner.put(owner.personal + "a.ics", event("a"))
    }

    @Test("are 404 for every method, just as addresses that do not exist")
    func methods() throws {
        let nobody = "00000000-0000-4000-8000-000000000000"
        let bodies: [HTTP.Method: String] = [
            .propfind: body("d:propfind", "<d:prop><d:displayname/></d:prop>"),
            .proppatch: body("d:propertyupdate", "<d:set><d:prop><d:displayname>x</d:displayname></d:prop></d:set>"),
            .report: body("c:calendar-query", "<d:prop><d:getetag/></d:prop><c:filter>\(vCalendar(""))</c:filter>"),
            .put: event("a"), .post: event("a"),
        ]
        let methods: [HTTP.Method] = [
            .get, .head, .options, .propfind, .proppatch, .report, .put, .post, .delete, .move, .copy, .mkcalendar,
            .mkcol,
        ]
        for method in methods {
            for (path, other) in [
                (owner.principal, "/dav/principals/\(nobody)/"), (owner.home, "/dav/calendars/\(nobody)/"),
                (owner.personal, "/dav/calendars/\(nobody)/personal/"),
                (owner.home + "new/", "/dav/calendars/\(nobody)/new/"),
                (owner.personal + "a.ics", "/dav/calendars/\(nobody)/personal/a.ics"),
                (
                    "/dav/calendars/maryam@example.org/personal/a.ics",
                    "/dav/calendars/nobody@example.org/personal/a.ics"
                ),
            ] {
                let headers: Headers = [
                    "Depth": "0", "Destination": client.personal + "b.ics", "Content-Type": "text/calendar",
                ]
                let theirs = try client.send(method, path, headers, bodies[method] ?? "")
                let nothing = try client.send(method, other, headers, bodies[method] ?? "")
                #expect(theirs.status == 404, "\(method) \(path)")
                #expect(theirs.status == nothing.status && theirs.text == nothing.text, "\(method) \(path)")
                #expect(!theirs.headers.contains("Allow"))
            }
        }
        #expect(try owner.send(.get, owner.personal + "a.ics").text == event("a"))
    }

    @Test("as a destination, in a multiget and in If are like addresses that do not exist")
    func named() throws {
        try client.put(client.personal + "a.ics", event("a"))
        let nowhere = "/dav/calendars/00000000-0000-4000-8000-000000000000/personal/"
        for method: HTTP.Method in [.move, .copy] {
            let theirs = try client.send(method, client.personal + "a.ics", ["Destination": owner.personal + "a.ics"])
            let nothing = try client.send(method, client.personal + "a.ics", ["Destination": nowhere + "a.ics"])
            #expect(theirs.status == nothing.status && theirs.text == nothing.text)
            #expect((400..<500).contains(theirs.status))
        }
        let answer = try client.report(
            client.home, "c:calendar-multiget",
            """
            <d:prop><d:getetag/></d:prop><d:href>\(owner.personal)a.ics</d:href><d:href>\(nowhere)a.ics</d:href>
            """)
        #expect(answer.parts.values.allSatisfy { $0.status == 404 })
        let etag = try #require(try owner.send(.get, owner.personal + "a.ics").etag)
        #expect(
            try client.put(client.personal + "b.ics", event("b"), ["If": "<\(owner.personal)a.ics> ([\(etag)])"]).status
                == 412)
    }

    @Test("do not open with one's own password and their name")
    func login() throws {
        client.login = owner.customer.description
        #expect(try client.send(.get, owner.personal + "a.ics").status == 401)
        client.login = "maryam@example.org"
        #expect(try client.send(.get, owner.personal + "a.ics").status == 401)
    }
}
