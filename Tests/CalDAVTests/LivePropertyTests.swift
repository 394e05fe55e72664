@testable import CalDAV
import HTTP
import Postgres
import Storage
import TestSupport
import Testing
import XML

@Suite("Live properties (RFC 4918 §4)")
struct LivePropertyTests {
    let client: Client

    init() throws { client = try Client() }

    /// Asks for all of them.
    private func properties(_ path: String, depth: String = "0") throws -> [String: Part] {
        let names = LiveProperty.all.map { "<x:\($0.name.local) xmlns:x=\"\($0.name.namespace)\"/>" }
        return try client.properties(path, names.joined(), depth: depth).parts
    }

    @Test("no two have one name")
    func names() {
        #expect(Set(LiveProperty.all.map(\.name)).count == LiveProperty.all.count)
        #expect(LiveProperty.all.count >= 48)
    }

    @Test("each has a value on every kind of resource that has it, under its own name")
    func values() throws {
        let subscribed = client.home + "sub/"
        #expect(try client.send(
            .mkcol, subscribed, ["Content-Type": "text/xml"],
            body("d:mkcol", """
                <d:set><d:prop><d:resourcetype><d:collection/><cs:subscribed/></d:resourcetype>\
                <cs:source><d:href>https://holidays.example/sa.ics</d:href></cs:source></d:prop></d:set>
                """)).status == 201)
        let zone = calendar(customZone).replacing("\r\n", with: "&#13;\n")
        #expect(try client.patch(client.personal, """
            <d:set><d:prop><c:calendar-description>Mine</c:calendar-description>\
            <c:calendar-timezone>\(zone)</c:calendar-timezone><a:calendar-color>#112233</a:calendar-color>\
            <a:calendar-order>3</a:calendar-order></d:prop></d:set>
            """).only?.failed == [:])
        try client.put(client.personal + "a.ics", event("a"))
        // Nothing sets it before invitations are served.
        try client.test.store.connection.execute(
            "UPDATE calendar_object SET schedule_tag = etag WHERE customer_id = \(client.customer)")
        let paths: [Resource.Kind: [String]] = [
            .folder: ["/dav/"], .principal: [client.principal], .home: [client.home],
            .calendar: [client.personal, subscribed], .object: [client.personal + "a.ics"],
        ]
        for kind in Resource.Kind.allCases {
            let found = try (paths[kind] ?? []).reduce(into: Set<String>()) { found, path in
                found.formUnion(try properties(path)[path]?.ok.keys.map { $0 } ?? [])
            }
            let expected = LiveProperty.all.filter { $0.kinds.contains(kind) }.map(\.name.short)
            #expect(found == Set(expected), "\(kind)")
        }
    }

    @Test("an object has the same values alone and in the list of its calendar")
    func objects() throws {
        let path = client.personal + "a.ics"
        try client.put(path, event("a"))
        let alone = try #require(try properties(path)[path]?.ok)
        let listed = try #require(try properties(client.personal, depth: "1")[path]?.ok)
        #expect(alone.count >= 16)
        #expect(alone == listed)
    }
}
