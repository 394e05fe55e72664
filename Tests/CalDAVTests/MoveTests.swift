import HTTP
import Postgres
import Storage
import TestSupport
import Testing
import XML

@Suite("MOVE and COPY (RFC 4918 §9.8, §9.9)")
struct MoveTests {
    let client: Client
    let work: String
    let path: String

    init() throws {
        client = try Client()
        work = try client.make("work")
        path = client.personal + "a.ics"
        try client.put(path, event("a"))
    }

    @Test("need a destination on this server, in a calendar of the customer")
    func destinations() throws {
        for method: HTTP.Method in [.move, .copy] {
            func status(_ destination: String) throws -> Int {
                try client.send(method, path, ["Destination": destination]).status
            }
            #expect(try client.send(method, path).status == 400)
            #expect(try status("a.ics") == 400)
            #expect(try status("\(work)a.ics#x") == 400)
            #expect(try status("https://elsewhere.example\(work)a.ics") == 502)
            #expect(try status("https://jadwal.example.org:8443\(work)a.ics") == 502)
            #expect(try status(client.home + "missing/a.ics") == 409)
            #expect(try status(client.home + "a.ics") == 403)
            #expect(try status(client.personal) == 403)
            #expect(try status("/elsewhere/a.ics") == 403)
            #expect(try status(path) == 403, "the same place")
            #expect(try client.send(method, client.personal + "b.ics", ["Destination": work + "a.ics"]).status == 404)
            #expect(try client.send(method, client.home + "b/b.ics", ["Destination": work + "a.ics"]).status == 404)
        }
        #expect(try client.send(.copy, work, ["Destination": client.home + "new/"]).status == 403)
        #expect(try client.send(.get, path).text == event("a"), "nothing happened")
        #expect(
            try client.send(.move, path, ["Destination": "HTTPS://Jadwal.Example.org:443\(work)a.ics"]).status == 201)
    }

    @Test("MOVE of a calendar gives it another address, and everything else stays")
    func calendars() throws {
        func facts(_ calendar: String) throws -> [String: String] {
            let names = "<d:resource-id/><d:creationdate/><d:sync-token/><x:mood xmlns:x=\"urn:x\"/>"
            return try #require(client.properties(calendar, names).only).ok.mapValues { $0.hrefs.first ?? $0.text }
        }
        try client.put(work + "b.ics", event("b"))
        _ = try client.patch(work, "<d:set><d:prop><x:mood xmlns:x=\"urn:x\">calm</x:mood></d:prop></d:set>")
        let before = try facts(work), new = client.home + "new/"
        #expect(before.count == 4)
        let moved = try client.send(.move, work, ["Destination": new])
        #expect(moved.status == 201 && moved.headers["Location"] == new)
        #expect(try facts(new) == before)
        #expect(try client.send(.get, new + "b.ics").text == event("b"))
        #expect(try client.properties(work, "<d:displayname/>").status == 404)
        #expect(try client.sync(new, try #require(before["d:sync-token"])).names == [], "the token still holds")
    }

    @Test("MOVE of a calendar never replaces another one, and stays in the home")
    func refusedCalendars() throws {
        func move(_ destination: String, _ headers: Headers = [:]) throws -> Answer {
            var headers = headers
            headers["Destination"] = destination
            return try client.send(.move, work, headers)
        }
        #expect(try move(client.personal).error == "d:resource-must-be-null")
        #expect(try move(client.personal, ["Overwrite": "F"]).status == 412)
        #expect(try move(client.home + "prayer-times/").error == "d:resource-must-be-null")
        #expect(try move(work).status == 403)
        #expect(try move(client.personal + "inside/").error == "c:calendar-collection-location-ok")
        #expect(try move(client.principal).error == "c:calendar-collection-location-ok")
        #expect(try move(client.home + "new/", ["Depth": "0"]).status == 400)
        #expect(try move(client.home + "new/", ["If-Match": "\"x\""]).status == 412)
        #expect(try move(client.home + String(repeating: "x", count: 256) + "/").status == 414)
        #expect(try client.send(.move, client.home + "missing/", ["Destination": client.home + "new/"]).status == 404)
        #expect(try client.properties(work, "<d:displayname/>").status == 207, "nothing happened")
    }

    @Test("replace an object at the destination only if the client allows it, and only one with the same UID")
    func overwrite() throws {
        try client.put(work + "a.ics", event("a", "DTSTART:20270105T100000Z"))
        try client.put(work + "b.ics", event("b"))
        for method: HTTP.Method in [.copy, .move] {
            #expect(try client.send(method, path, ["Destination": work + "a.ics", "Overwrite": "F"]).status == 412)
            #expect(try client.send(method, path, ["Destination": work + "a.ics", "Overwrite": "x"]).status == 400)
            #expect(try client.send(method, path, ["Destination": work + "b.ics"]).error == "c:no-uid-conflict")
            let before = try client.token(work)
            #expect(try client.send(method, path, ["Destination": work + "a.ics", "Overwrite": "T"]).status == 204)
            #expect(try client.send(.get, work + "a.ics").text == event("a"))
            #expect(try client.sync(work, before).names == ["a.ics"])
        }
        #expect(try client.send(.get, path).status == 404)
    }

    @Test("a copy in the same calendar would have the same UID")
    func copyInside() throws {
        let answer = try client.send(.copy, path, ["Destination": client.personal + "b.ics"])
        #expect(answer.error == "c:no-uid-conflict")
        #expect(answer.root?.hrefs == [path])
        #expect(try client.send(.copy, path, ["Destination": work + "b.ics"]).status == 201)
        #expect(try client.send(.get, path).status == 200)
    }

    @Test("a move inside a calendar is one removal and one addition in the next synchronization")
    func rename() throws {
        let before = try client.token()
        let answer = try client.send(.move, path, ["Destination": client.personal + "b.ics"])
        #expect(answer.status == 201)
        let parts = try client.sync(client.personal, before).parts
        #expect(parts[path]?.status == 404)
        #expect(parts[client.personal + "b.ics"]?.ok["d:getetag"]?.text == answer.etag)
        #expect(parts.count == 2)
    }

    @Test("keep the rules of the target: its kinds and its limit")
    func targetRules() throws {
        #expect(
            try client.send(.move, path, ["Destination": client.tasks + "a.ics"]).error
                == "c:supported-calendar-component")
        #expect(
            try client.send(.copy, path, ["Destination": client.tasks + "a.ics"]).error
                == "c:supported-calendar-component")
        #expect(try client.send(.get, path).status == 200)
    }

    @Test("happen only in the state that conditions name, of the source and of the target")
    func conditions() throws {
        let etag = try #require(try client.send(.get, path).etag)
        #expect(try client.send(.move, path, ["Destination": work + "a.ics", "If-Match": "\"x\""]).status == 412)
        #expect(
            try client.send(.move, path, ["Destination": work + "a.ics", "If": "<\(work)a.ics> ([\"x\"])"]).status
                == 412)
        #expect(
            try client.send(.move, path, ["Destination": work + "a.ics", "If": "<\(work)> (<urn:x>)"]).status == 412)
        let token = try client.token(work)
        #expect(
            try client.send(
                .move, path,
                [
                    "Destination": work + "a.ics", "If-Match": etag, "If": "<\(work)> (<\(token)>)",
                ]
            ).status == 201)
    }
}
