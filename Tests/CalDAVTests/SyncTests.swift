import HTTP
import Postgres
import Storage
import TestSupport
import Testing
import XML

@Suite("Synchronization (RFC 6578)")
struct SyncTests {
    let client: Client

    init() throws { client = try Client() }

    private func path(_ name: String) -> String { client.personal + name + ".ics" }

    /// The names that changed since a token, with 404 for removed ones.
    private func changes(_ token: String) throws -> [String: Int?] {
        let answer = try client.sync(client.personal, token)
        try #require(answer.status == 207, "\(answer.text)")
        return Dictionary(
            uniqueKeysWithValues: answer.parts.map {
                ($0.key.split(separator: "/").last.map(String.init) ?? "", $0.value.status)
            })
    }

    @Test("tells additions, changes and removals since a token, each object once")
    func plain() throws {
        for name in ["kept", "changed", "removed"] { try client.put(path(name), event(name)) }
        let token = try client.token()
        #expect(try changes(token) == [:])
        try client.put(path("new"), event("new"))
        try client.put(path("changed"), event("changed", "DTSTART:20270101T000000Z"))
        try client.put(path("changed"), event("changed", "DTSTART:20280101T000000Z"))
        try client.send(.delete, path("removed"))
        #expect(try changes(token) == ["new.ics": nil, "changed.ics": nil, "removed.ics": 404])
        let answer = try client.sync(client.personal, token, "<d:getetag/><c:calendar-data/>")
        #expect(answer.data("changed.ics")?.contains("20280101") == true)
        #expect(try changes(#require(answer.token)) == [:])
        #expect(
            try changes("") == ["kept.ics": nil, "changed.ics": nil, "new.ics": nil], "a first time has no removals")
    }

    @Test("does not tell what came and went, and tells what went and came as a change")
    func comeAndGo() throws {
        try client.put(path("a"), event("a"))
        let token = try client.token()
        try client.put(path("b"), event("b"))
        try client.send(.delete, path("b"))
        #expect(try changes(token) == [:])
        try client.send(.delete, path("a"))
        #expect(try changes(token) == ["a.ics": 404])
        try client.put(path("a"), event("a"))
        #expect(try changes(token) == ["a.ics": nil])
        try client.send(.delete, path("a"))
        #expect(try changes(token) == ["a.ics": 404], "removed again after it came back")
        try client.put(path("a"), event("other"))
        #expect(try changes(token) == ["a.ics": nil])
    }

    @Test(
        "gives many changes in parts, each with 507 for the collection and a token for exactly that part",
        arguments: [true, false])
    func limit(isFirst: Bool) throws {
        try client.put(path("old"), event("old"))
        var token = isFirst ? "" : try client.token()
        for name in ["a", "b", "c", "d", "e"] { try client.put(path(name), event(name)) }
        if !isFirst { try client.send(.delete, path("old")) }
        var seen: [String] = []
        for round in 0..<4 {
            let answer = try client.sync(client.personal, token, limit: 2)
            var parts = answer.parts
            let collection = parts.removeValue(forKey: client.personal)
            if let collection {
                #expect(collection.status == 507)
                #expect(collection.errors == ["d:number-of-matches-within-limits"])
                #expect(parts.count == 2)
            }
            seen += parts.keys
            token = try #require(answer.token)
            // A change in between is in a later part.
            if round == 0 { try client.put(path("f"), event("f")) }
            if collection == nil { break }
        }
        #expect(seen.count == Set(seen).count)
        let names = ["a", "b", "c", "d", "e", "f", "old"].map(path)
        #expect(Set(seen) == Set(names))
        #expect(try changes(token) == [:])
    }

    @Test("gives all changes if there are no more than the limit, and refuses a limit of zero")
    func wideLimit() throws {
        try client.put(path("a"), event("a"))
        #expect(try client.sync(client.personal, "", limit: 1).parts.count == 1)
        #expect(try client.sync(client.personal, "", limit: Int.max).parts.count == 1)
        #expect(try client.sync(client.personal, "", limit: 0).status == 400)
        #expect(try client.sync(client.personal, "", limit: -1).status == 400)
    }

    @Test("never takes a token of another calendar, or of an earlier one of the same name")
    func otherCalendars() throws {
        let work = try client.make("work")
        try client.put(work + "a.ics", event("a"))
        let token = try client.token(work)
        #expect(try client.sync(client.personal, token).error == "d:valid-sync-token")
        try client.send(.delete, work)
        #expect(try client.sync(work, token).status == 404)
        try client.make("work")
        #expect(try client.sync(work, token).error == "d:valid-sync-token")
        #expect(try client.sync(work, "").parts.isEmpty)
    }

    @Test("begins again after a restore, and after removals that are no longer known")
    func epochs() throws {
        try client.put(path("a"), event("a"))
        let before = try client.token()
        try client.test.store.connection.script(Repository.text("sql/after-restore.sql"))
        #expect(try client.sync(client.personal, before).error == "d:valid-sync-token")
        #expect(try client.token() != before)
        let token = try client.token()
        try client.put(path("b"), event("b"))
        try client.put(path("c"), event("c"))
        try client.test.run("UPDATE calendar_collection SET oldest_counter = counter - 1 WHERE segment = 'personal'")
        #expect(try client.sync(client.personal, token).error == "d:valid-sync-token")
        #expect(try client.sync(client.personal, "").names == ["a.ics", "b.ics", "c.ics"])
    }

    @Test("keeps the newest 20,000 removals of a calendar, whichever change is the thousandth")
    func bounded() throws {
        for isRemoval in [false, true] {
            try client.put(path("a"), event("a"))
            try client.test.run(
                """
                INSERT INTO calendar_removal (customer_id, collection_id, segment, created_counter, counter)
                SELECT customer_id, id, 'r' || n, 1, n FROM calendar_collection, generate_series(3, 20100) n
                 WHERE segment = 'personal' ON CONFLICT DO NOTHING
                """)
            try client.test.run(
                """
                UPDATE calendar_collection SET counter = \(isRemoval ? 22_999 : 20_999) WHERE segment = 'personal'
                """)
            let answer =
                isRemoval
                ? try client.send(.delete, path("a"))
                : try client.put(path("a"), event("a", "DTSTART:20270101T000000Z"))
            #expect(answer.status == 204)
            #expect(try client.test.count("calendar_removal") == 20_000)
        }
        let old = (try client.token()).split(separator: "-")[0] + "-50"
        #expect(try client.sync(client.personal, String(old)).error == "d:valid-sync-token")
    }

    @Test("is asked of calendars, with a level of 1")
    func levels() throws {
        func sync(_ path: String, _ level: String, _ headers: Headers = [:]) throws -> Answer {
            try client.report(
                path, "d:sync-collection", "<d:sync-token/>\(level)<d:prop><d:getetag/></d:prop>", headers)
        }
        #expect(try sync(client.personal, "<d:sync-level>1</d:sync-level>").status == 207)
        #expect(
            try sync(client.personal, "<d:sync-level>infinite</d:sync-level>").error == "d:sync-traversal-supported")
        #expect(try sync(client.personal, "<d:sync-level>2</d:sync-level>").status == 400)
        #expect(try sync(client.personal, "").status == 400)
        #expect(try sync(client.personal, "", ["Depth": "1"]).status == 207, "drafts had the level in Depth")
        #expect(try sync(client.home, "<d:sync-level>1</d:sync-level>").error == "d:supported-report")
        #expect(try sync(client.home + "missing/", "<d:sync-level>1</d:sync-level>").status == 404)
    }

    @Test("answers each object with the properties that it has and those that it has not")
    func properties() throws {
        try client.put(path("a"), event("a"))
        let part = try client.sync(client.personal, "", "<d:getetag/><d:getcontenttype/><d:nothing/>").only
        #expect(part?.ok["d:getcontenttype"]?.text.contains("text/calendar") == true)
        #expect(part?.failed == ["d:nothing": 404])
    }
}
