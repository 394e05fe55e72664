import HTTP
import Postgres
import Storage
import TestSupport
import Testing
import XML

@Suite("PROPFIND (RFC 4918)")
struct PropFindTests {
    let client: Client

    init() throws { client = try Client() }

    @Test("with depth 0 shows the resource, with 1 what is inside, with infinity or without Depth the condition")
    func depth() throws {
        try client.put(client.personal + "a.ics", event("a"))
        #expect(try client.properties(client.personal, "<d:getetag/>").parts.keys.map { $0 } == [client.personal])
        #expect(
            Set(try client.properties(client.personal, "<d:getetag/>", depth: "1").parts.keys)
                == [client.personal, client.personal + "a.ics"])
        #expect(try client.properties(client.personal + "a.ics", "<d:getetag/>", depth: "1").parts.count == 1)
        for path in ["/dav/", client.home, client.personal] {
            #expect(try client.properties(path, "<d:getetag/>", depth: "infinity").error == "d:propfind-finite-depth")
            let missing = try client.send(.propfind, path)
            #expect(missing.status == 403)
            #expect(missing.error == "d:propfind-finite-depth")
        }
        #expect(try client.properties(client.personal, "<d:getetag/>", depth: "2").status == 400)
    }

    @Test("answers each property with its value or with 404, of the collection and of objects")
    func missing() throws {
        let etag = try client.put(client.personal + "a.ics", event("a")).etag
        let parts = try client.properties(
            client.personal,
            "<d:getetag/><d:nothing/><x:thing xmlns:x=\"urn:x\"/><d:resourcetype/><d:getcontentlength/>",
            depth: "1"
        ).parts
        #expect(
            parts[client.personal]?.failed == [
                "d:getetag": 404, "d:nothing": 404, "{urn:x}thing": 404, "d:getcontentlength": 404,
            ])
        let object = try #require(parts[client.personal + "a.ics"])
        #expect(object.failed == ["d:nothing": 404, "{urn:x}thing": 404])
        #expect(object.ok["d:getetag"]?.text == etag)
        #expect(object.ok["d:resourcetype"]?.elements.isEmpty == true)
        #expect(object.ok["d:getcontentlength"]?.text == "\(event("a").utf8.count)")
    }

    @Test("of all properties has those of WebDAV and of programs, and others by include")
    func all() throws {
        try client.put(client.personal + "a.ics", event("a"))
        _ = try client.patch(client.personal, "<d:set><d:prop><x:mood xmlns:x=\"urn:x\">calm</x:mood></d:prop></d:set>")
        for text in ["", body("d:propfind", "<d:allprop/>")] {
            let parts = try client.send(.propfind, client.personal, ["Depth": "1"], text).parts
            let calendar = try #require(parts[client.personal])
            #expect(Set(calendar.ok.keys).isSuperset(of: ["d:resourcetype", "d:displayname", "{urn:x}mood"]))
            #expect(calendar.ok["c:supported-calendar-data"] == nil && calendar.ok["d:acl"] == nil)
            #expect(calendar.failed.isEmpty)
            #expect(parts[client.personal + "a.ics"]?.ok["d:getetag"] != nil)
        }
        let more = try client.send(
            .propfind, client.personal, ["Depth": "0"],
            body("d:propfind", "<d:allprop/><d:include><d:acl/></d:include>"))
        #expect(more.only?.ok["d:acl"] != nil)
    }

    @Test("of names has every name without a value")
    func names() throws {
        try client.put(client.personal + "a.ics", event("a"))
        let parts = try client.send(.propfind, client.personal, ["Depth": "1"], body("d:propfind", "<d:propname/>"))
            .parts
        let calendar = try #require(parts[client.personal])
        #expect(Set(calendar.ok.keys).isSuperset(of: ["d:resourcetype", "d:sync-token", "c:max-resource-size"]))
        for (name, element) in calendar.ok { #expect(element.children.isEmpty, "\(name)") }
        #expect(parts[client.personal + "a.ics"]?.ok["d:getetag"] != nil)
    }

    @Test("refuses a body that is another element, has no request or two, or is no XML")
    func bodies() throws {
        for text in [
            body("d:propfind", ""), body("d:propertyupdate", ""), body("d:propfind", "<d:allprop/><d:propname/>"),
            "<d:propfind xmlns:d='DAV:'><d:prop>", "hello", "\u{0}",
        ] {
            #expect(try client.send(.propfind, client.home, ["Depth": "0"], text).status == 400, "\(text)")
        }
        let unknown = body("d:propfind", "<d:prop><d:getetag/></d:prop><x:new xmlns:x=\"urn:x\"/>")
        #expect(
            try client.send(.propfind, client.home, ["Depth": "0"], unknown).status == 207, "newer elements are ignored"
        )
    }

    @Test("says where nothing is with 404")
    func nothing() throws {
        for path in [
            client.personal + "a.ics", client.home + "b/", client.home + "b/c.ics", "/dav/other/",
            client.home + "a/b/c",
        ] {
            #expect(try client.properties(path, "<d:getetag/>").status == 404, "\(path)")
        }
    }

    @Test("shows the limits and abilities of a calendar")
    func abilities() throws {
        let part = try #require(
            try client.properties(
                client.personal,
                """
                <c:supported-calendar-data/><c:max-resource-size/><c:min-date-time/><c:max-date-time/>\
                <c:max-instances/>\
                <c:max-attendees-per-instance/><c:supported-collation-set/><d:supported-report-set/>\
                <d:quota-used-bytes/>\
                <d:quota-available-bytes/><d:add-member/><c:schedule-calendar-transp/><c:supported-rscale-set/>\
                <d:supported-privilege-set/><d:acl/><d:acl-restrictions/><d:inherited-acl-set/>\
                <d:principal-collection-set/>\
                <d:resource-id/><d:creationdate/>
                """
            ).only)
        #expect(part.failed.isEmpty)
        #expect(part.ok["c:max-resource-size"]?.text == "1048576")
        #expect(part.ok["c:min-date-time"]?.text.hasSuffix("Z") == true)
        #expect(part.ok["c:supported-collation-set"]?.elements.map(\.text).contains("i;unicode-casemap") == true)
        #expect(
            part.ok["d:supported-report-set"]?.names.isSuperset(of: [
                "c:calendar-query", "c:calendar-multiget", "c:free-busy-query", "d:sync-collection",
                "d:expand-property",
            ]) == true)
        #expect(part.ok["d:quota-used-bytes"]?.text == "0")
        try client.put(client.personal + "a.ics", event("a"))
        let quota = try client.properties(client.home, "<d:quota-used-bytes/><d:quota-available-bytes/>").only
        #expect(quota?.ok["d:quota-used-bytes"]?.text == "\(event("a").utf8.count)")
        #expect(quota?.ok["d:quota-available-bytes"]?.text == "\((200 << 20) - event("a").utf8.count)")
    }

    @Test("keeps the id of an object over changes and moves, and gives a copy and a new object another one (RFC 5842)")
    func resourceID() throws {
        let work = try client.make("work")
        func id(_ path: String) throws -> String {
            try #require(try client.properties(path, "<d:resource-id/>").only?.ok["d:resource-id"]?.hrefs.first)
        }
        try client.put(client.personal + "a.ics", event("a"))
        try client.put(client.personal + "b.ics", event("b"))
        let first = try id(client.personal + "a.ics")
        #expect(first.hasPrefix("urn:uuid:"))
        #expect(try id(client.personal + "b.ics") != first)
        try client.put(client.personal + "a.ics", event("a", "DTSTART:20270101T000000Z"))
        #expect(try id(client.personal + "a.ics") == first)
        try client.send(.copy, client.personal + "a.ics", ["Destination": work + "copy.ics"])
        #expect(try id(work + "copy.ics") != first)
        try client.send(.delete, work + "copy.ics")
        #expect(try client.send(.move, client.personal + "a.ics", ["Destination": work + "c.ics"]).status == 201)
        #expect(try id(work + "c.ics") == first)
        #expect(try client.send(.move, work + "c.ics", ["Destination": work + "d.ics"]).status == 201)
        #expect(try id(work + "d.ics") == first)
        try client.send(.delete, work + "d.ics")
        try client.put(work + "d.ics", event("a"))
        #expect(try id(work + "d.ics") != first, "another object at the same address")
        #expect(try id(work) != id(client.personal))
    }
}
