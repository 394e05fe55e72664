import HTTP
import Postgres
import Storage
import TestSupport
import Testing
import XML

/// Pitfalls 1, 2, 3, 5 and 6 of Apple's programs (RFC 6764; chrisvel/tududi #1136 and #1160, mailcow #6445).
@Suite("A program that looks for the server")
struct DiscoveryTests {
    let client: Client

    init() throws { client = try Client() }

    @Test("finds the principal at every address that iOS and macOS try")
    func places() throws {
        for path in [
            "/", "/principals/", "/principals", "/calendar/dav/\(client.customer)/user/",
            "/calendar/dav/zaid%40example.org/user/", "/dav", "/dav/", "/dav/principals/", "/dav/calendars/",
            client.principal, client.home, client.personal,
        ] {
            let answer = try client.properties(path, "<d:current-user-principal/>")
            #expect(answer.status == 207, "\(path)")
            #expect(answer.only?.ok["d:current-user-principal"]?.hrefs == [client.principal], "\(path)")
        }
    }

    @Test(
        "is led to the server from the well-known address, whatever its method, before it signs in",
        arguments: [
            "/.well-known/caldav", "/.well-known/caldav/", "/dav.php", "/dav.php/", "/dav.php/calendars/zaid/",
        ])
    func wellKnown(path: String) throws {
        for method: HTTP.Method in [.get, .head, .propfind, .options, .report, .proppatch, .put, .delete, .mkcalendar] {
            let answer = try Client.send(method, path, to: client.test.app)
            #expect(answer.status == 301, "\(method)")
            #expect(answer.headers["Location"] == "/dav/", "\(method)")
        }
    }

    @Test("is asked for a password by every method, at addresses that exist and at others")
    func challenge() throws {
        let methods: [HTTP.Method] = [
            .get, .head, .options, .propfind, .proppatch, .report, .put, .post, .delete, .move, .copy, .mkcalendar,
            .mkcol,
            HTTP.Method(rawValue: "LOCK"), HTTP.Method(rawValue: "ACL"), HTTP.Method(rawValue: "PATCH"),
        ]
        for path in [
            "/dav/", client.principal, client.home, client.personal, client.personal + "a.ics", "/dav/nothing/",
        ] {
            for method in methods {
                let answer = try Client.send(method, path, to: client.test.app)
                #expect(answer.status == 401, "\(method) \(path)")
                #expect(answer.headers["WWW-Authenticate"] == #"Basic realm="Jadwal", charset="UTF-8""#)
                let wrong = try Client.send(
                    method, path, ["Authorization": Client.basic(client.login, "wrong")], to: client.test.app)
                #expect(wrong.status == 401, "\(method) \(path) with a wrong password")
            }
        }
        for path in ["/", "/principals/", "/calendar/dav/zaid/user/"] {
            #expect(try Client.send(.propfind, path, ["Depth": "0"], to: client.test.app).status == 401)
            #expect(try Client.send(.options, path, to: client.test.app).status == 401)
        }
    }

    @Test("reads on OPTIONS of the principal that this is a calendar server, and nothing that is not true")
    func options() throws {
        for path in [
            "/", "/principals/", "/dav/", client.principal, client.home, client.personal, client.personal + "a.ics",
        ] {
            let answer = try client.send(.options, path)
            #expect(answer.status == 200 || answer.status == 204)
            let classes = (answer.headers["DAV"] ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
            #expect(classes.contains("calendar-access"), "\(path)")
            #expect(classes.contains("1") && classes.contains("3") && classes.contains("extended-mkcol"))
            #expect(!classes.contains("2"), "there are no locks")
            #expect(!classes.contains("calendar-auto-schedule"), "there is no inbox")
            #expect(answer.headers["Allow"]?.contains("PROPFIND") == true)
        }
    }

    @Test("finds the header DAV on PROPFIND, too")
    func header() throws {
        #expect(
            try client.properties("/", "<d:current-user-principal/>").headers["DAV"]?.contains("calendar-access")
                == true)
    }

    @Test("finds a home that is no calendar itself, with a calendar for events and one for reminders inside")
    func home() throws {
        let principal = try client.properties(
            client.principal,
            "<c:calendar-home-set/><c:calendar-user-address-set/><d:resourcetype/><d:displayname/>"
                + "<c:schedule-inbox-URL/>"
        )
        let part = try #require(principal.only)
        #expect(part.ok["c:calendar-home-set"]?.hrefs == [client.home])
        #expect(part.ok["c:calendar-user-address-set"]?.hrefs == ["mailto:zaid@example.org", client.principal])
        #expect(part.ok["d:resourcetype"]?.names == ["d:collection", "d:principal"])
        #expect(part.failed["c:schedule-inbox-URL"] == 404, "no invitations are announced yet")

        let home = try client.properties(
            client.home, "<d:resourcetype/><c:supported-calendar-component-set/>", depth: "1"
        ).parts
        #expect(home[client.home]?.ok["d:resourcetype"]?.names == ["d:collection"])
        #expect(Set(home.keys) == [client.home, client.personal, client.tasks])
        for (path, kind) in [(client.personal, "VEVENT"), (client.tasks, "VTODO")] {
            #expect(home[path]?.ok["d:resourcetype"]?.names == ["d:collection", "c:calendar"])
            let kinds = home[path]?.ok["c:supported-calendar-component-set"]?.elements.compactMap {
                $0.attribute("name")
            }
            #expect(kinds == [kind])
        }
    }

    @Test("signs in with an address whose @ is percent-encoded, and finds its home under every spelling of its name")
    func encodedNames() throws {
        for login in [
            "zaid@example.org", "zaid%40example.org", "Zaid@Example.org", client.customer.description.uppercased(),
        ] {
            client.login = login
            for name in [
                client.customer.description, client.customer.description.uppercased(), "zaid%40example.org",
                "zaid@example.org",
            ] {
                let answer = try client.properties("/dav/calendars/\(name)/", "<d:resourcetype/>", depth: "1")
                #expect(answer.status == 207, "\(login) at \(name)")
                #expect(answer.parts[client.personal] != nil, "hrefs have the id")
            }
        }
    }
}
