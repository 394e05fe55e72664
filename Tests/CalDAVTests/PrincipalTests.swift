import HTTP
import Postgres
import Storage
import TestSupport
import Testing
import XML

@Suite("People (RFC 3744, RFC 3253)")
struct PrincipalTests {
    let client: Client
    let stranger: Client

    init() throws {
        client = try Client()
        stranger = try Client(client.test, email: "maryam@example.org")
    }

    @Test("finds only themselves by name and address, in every search")
    func search() throws {
        func found(_ text: String) throws -> [Set<String>] {
            [
                try client.report(
                    "/dav/principals/", "d:principal-property-search",
                    """
                    <d:property-search><d:prop><c:calendar-user-address-set/></d:prop><d:match>\(text)</d:match>\
                    </d:property-search>\
                    <d:prop><d:displayname/></d:prop>
                    """, ["Depth": "0"]),
                try client.report(
                    "/dav/", "cs:calendarserver-principal-search",
                    """
                    <cs:search-token>\(text)</cs:search-token><d:prop><d:displayname/></d:prop>
                    """, ["Depth": "0"]),
            ].map { Set($0.parts.keys) }
        }
        #expect(try found("zaid") == [[client.principal], [client.principal]])
        #expect(try found("maryam") == [[], []])
        #expect(try found("example.org") == [[client.principal], [client.principal]])
        let set = try client.report("/dav/principals/", "d:principal-search-property-set", "", ["Depth": "0"])
        #expect(set.root?.names.contains("d:displayname") == true)
    }

    @Test("principal-match finds the principal, and what belongs to it")
    func match() throws {
        let own = try client.report(
            "/dav/principals/", "d:principal-match", "<d:self/><d:prop><d:displayname/></d:prop>", ["Depth": "0"])
        #expect(Set(own.parts.keys) == [client.principal])
        let owned = try client.report(
            client.home, "d:principal-match",
            """
            <d:principal-property><d:owner/></d:principal-property><d:prop><d:displayname/></d:prop>
            """, ["Depth": "0"])
        #expect(Set(owned.parts.keys).isSuperset(of: [client.personal, client.tasks]))
    }

    @Test("principal-match finds what names the principal in any property, also in one that a program keeps")
    func matchKept() throws {
        func matches(_ name: String) throws -> Set<String> {
            Set(try client.report(
                client.home, "d:principal-match",
                "<d:principal-property>\(name)</d:principal-property><d:prop><d:displayname/></d:prop>").parts.keys)
        }
        let name = "<x:keeper xmlns:x=\"urn:x\"/>"
        #expect(try matches(name) == [])
        for (calendar, href) in [(client.personal, client.principal), (client.tasks, client.home)] {
            _ = try client.patch(
                calendar,
                "<d:set><d:prop><x:keeper xmlns:x=\"urn:x\"><d:href>\(href)</d:href></x:keeper></d:prop></d:set>")
        }
        #expect(try matches(name) == [client.personal])
    }

    @Test("reports about people are defined for Depth 0, which is meant without the header", arguments: [
        ("d:acl-principal-prop-set", "<d:prop><d:displayname/></d:prop>"), ("d:principal-match", "<d:self/>"),
        ("d:principal-property-search", "<d:prop><d:displayname/></d:prop>"),
        ("d:principal-search-property-set", ""),
    ])
    func depths(report: String, content: String) throws {
        for depth in ["1", "infinity"] {
            #expect(try client.report(client.principal, report, content, ["Depth": depth]).status == 400)
        }
        for headers: Headers in [["Depth": "0"], [:]] {
            #expect([200, 207].contains(try client.report(client.principal, report, content, headers).status))
        }
    }

    @Test("expand-property follows hrefs, and one that leads nowhere does not fail the report")
    func expand() throws {
        let answer = try client.report(
            client.personal, "d:expand-property",
            """
            <d:property name="owner"><d:property name="displayname"/>\
            <d:property name="calendar-home-set" namespace="urn:ietf:params:xml:ns:caldav">\
            <d:property name="resourcetype"/></d:property>\
            </d:property><d:property name="nothing"/>
            """)
        #expect(answer.status == 207)
        #expect(answer.root?.hrefs == [client.personal, client.principal, client.home])
        _ = try client.send(
            .mkcol, client.home + "feed/", ["Content-Type": "text/xml"],
            body(
                "d:mkcol",
                """
                <d:set><d:prop><d:resourcetype><d:collection/><cs:subscribed/></d:resourcetype>\
                <cs:source><d:href>https://feeds.example/dav/calendars/x/</d:href></cs:source></d:prop></d:set>
                """))
        let source = try client.report(
            client.home + "feed/", "d:expand-property",
            """
            <d:property name="source" namespace="http://calendarserver.org/ns/"><d:property name="displayname"/>\
            </d:property>
            """)
        #expect(source.status == 207)
    }

    @Test("expand-property with very many properties is refused before it costs much")
    func expandMany() throws {
        let one = "<d:property name=\"owner\"><d:property name=\"displayname\"/></d:property>"
        let answer = try client.report(client.personal, "d:expand-property", String(repeating: one, count: 300))
        #expect(answer.error == "d:number-of-matches-within-limits")
        let more = try client.report(client.personal, "d:expand-property", String(repeating: one, count: 5_000))
        #expect(more.status == 400, "the names alone are too many")
    }

    @Test("acl-principal-prop-set and the properties of access control name the customer alone")
    func acl() throws {
        let set = try client.report(
            client.personal, "d:acl-principal-prop-set", "<d:prop><d:displayname/></d:prop>", ["Depth": "0"])
        #expect(Set(set.parts.keys) == [client.principal])
        let part = try client.properties(client.personal, "<d:acl/><d:principal-collection-set/>").only
        #expect(part?.ok["d:acl"]?.hrefs == [client.principal])
        #expect(part?.ok["d:principal-collection-set"]?.hrefs == ["/dav/principals/"])
    }
}
