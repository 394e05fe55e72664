import HTTP
import Postgres
import Storage
import TestSupport
import Testing
import XML

@Suite("Conditions of writes (RFC 9110 §13, RFC 4918 §10.4)")
struct ConditionTests {
    let client: Client
    let path: String
    let etag: String

    init() throws {
        client = try Client()
        path = client.personal + "a.ics"
        etag = try #require(try client.put(path, event("a")).etag)
    }

    private let changed = event("a", "DTSTART:20270105T100000Z")

    @Test(
        "If-Match and If-None-Match keep a change of another device",
        arguments: [
            (["If-Match": "\"x\""], 412), (["If-Match": "\"x\", ETAG"], 204), (["If-Match": "*"], 204),
            (["If-Match": "W/ETAG"], 412),
            (["If-None-Match": "*"], 412), (["If-None-Match": "ETAG"], 412), (["If-None-Match": "\"x\""], 204),
            (["If-Schedule-Tag-Match": "\"x\""], 412), (["If-Schedule-Tag-Match": "x"], 400),
            (["If": "([ETAG])"], 204), (["If": "([\"x\"])"], 412), (["If": "(Not [\"x\"])"], 204),
            (["If": "(Not [ETAG])"], 412),
            (["If": "([\"x\"]) ([ETAG])"], 204), (["If": "([ETAG] Not <DAV:no-lock>)"], 204),
            (["If": "(<DAV:no-lock>)"], 412),
            (["If": "([W/ETAG])"], 412), (["If": "<PATH> ([ETAG])"], 204),
            (["If": "<https://jadwal.example.org PATH> ([ETAG])"], 400),
            (["If": "<HOSTPATH> ([ETAG])"], 204), (["If": "</other> ([ETAG])"], 412),
            (["If": "<CALENDAR> (<TOKEN>)"], 204), (["If": "<CALENDAR> (<TOKEN>x)"], 400),
            (["If": "<CALENDAR> (<TOKEN0>)"], 412),
            (["If": ""], 400), (["If": "()"], 400), (["If": "ETAG"], 400),
        ] as [([String: String], Int)])
    func writes(headers: [String: String], status: Int) throws {
        let token = try client.token()
        var sent = Headers()
        for (name, value) in headers {
            sent[name] = value.replacing("ETAG", with: etag).replacing(
                "HOSTPATH", with: "https://jadwal.example.org" + path
            )
            .replacing("PATH", with: path).replacing("CALENDAR", with: client.personal).replacing("TOKEN", with: token)
        }
        let answer = try client.put(path, changed, sent)
        #expect(answer.status == status, "\(headers)")
        #expect(try client.send(.get, path).text == (status == 204 ? changed : event("a")))
        if status == 204 { return }
        #expect(try client.send(.delete, path, sent).status == status, "DELETE \(headers)")
    }

    @Test("a new object needs no tag, and If-Match asks for an object that is there")
    func newObject() throws {
        #expect(try client.put(client.personal + "b.ics", event("b"), ["If-Match": "*"]).status == 412)
        #expect(try client.put(client.personal + "b.ics", event("b"), ["If-None-Match": "*"]).status == 201)
        #expect(try client.put(client.personal + "c.ics", event("c"), ["If": "(Not [\(etag)])"]).status == 201)
        #expect(try client.send(.delete, client.personal + "d.ics", ["If-Match": "*"]).status == 404)
    }

    @Test("a GET of a current object has no body, also with a weak tag or one among several")
    func get() throws {
        for tags in [etag, "\"x\", \(etag)", "W/\(etag)", "*"] {
            let answer = try client.send(.get, path, ["If-None-Match": tags])
            #expect(answer.status == 304 && answer.octets.isEmpty && answer.etag == etag, "\(tags)")
        }
        #expect(try client.send(.get, path, ["If-None-Match": "\"x\""]).status == 200)
        #expect(try client.send(.get, path, ["If-Match": "\"x\""]).status == 412)
    }

    @Test("a calendar is deleted only in the state that If names")
    func calendar() throws {
        let work = try client.make("work")
        let token = try client.token(work)
        try client.put(work + "a.ics", event("a"))
        #expect(try client.send(.delete, work, ["If": "(<\(token)>)"]).status == 412)
        #expect(try client.send(.delete, work, ["If": "(<\(try client.token(work))>)"]).status == 204)
    }
}
