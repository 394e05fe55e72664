import LocalServer
import Testing
@testable import WebClient

@Suite("Requests with a password to addresses that people type")
struct GuardedLoginTests {
    private func address(_ text: String, ports: Set<Int> = [80, 443]) throws -> OutsideAddress {
        try OutsideAddress(typed: text, AddressRules(ports: ports, allowsPlain: true))
    }

    @Test("a password goes to its origin, and to the hosts of its provider by https alone", arguments: [
        ("https://caldav.icloud.com/", true), ("https://p42-caldav.icloud.com/", true),
        ("https://icloud.com/", true), ("https://p42-caldav.icloud.com:8443/", false),
        ("http://p42-caldav.icloud.com/", false), ("https://icloud.com.example.org/", false),
        ("https://noticloud.com/", false), ("https://example.org/", false),
    ])
    func hosts(text: String, isSent: Bool) throws {
        let first = try address("https://caldav.icloud.com/"), asked = try address(text, ports: [80, 443, 8_443])
        let login = GuardedLogin(user: "sara", password: "secret", for: first, domain: "icloud.com")
        #expect(login.belongs(to: asked) == isSent)
        let alone = GuardedLogin(user: "sara", password: "secret", for: first)
        #expect(alone.belongs(to: asked) == (text == "https://caldav.icloud.com/"))
        #expect("\(login)" == "GuardedLogin(…)")
    }

    @Test("an address in an answer has no user, and does not lead from https to http", arguments: [
        ("/cal/", "https://example.org/cal/"), ("https://other.example/x", "https://other.example/x"),
        ("http://other.example/x", nil), ("https://a:b@example.org/", nil), ("https://example.org:22/", nil),
    ])
    func hrefs(text: String, expected: String?) throws {
        let base = try address("https://example.org/dav/")
        #expect((try? OutsideAddress(href: text, in: base, ports: [443]))?.secretText == expected)
    }

    @Test("a redirect keeps the method and the body; one to another resource is an answer", arguments: [307, 301, 303])
    func redirects(status: Int) throws {
        startWebClients()
        let server = try ScriptedServer(connections: 2) { peer in
            guard let head = peer.hear(until: "\r\n\r\n") else { return }
            _ = peer.hear(count: 4)
            peer.say(head.hasPrefix("PROPFIND /a")
                ? "HTTP/1.1 \(status) X\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n"
                : "HTTP/1.1 207 X\r\nContent-Length: 0\r\n\r\n")
        }
        let prefix = try #require(NetworkPrefix("127.0.0.1/32"))
        let client = GuardedClient(NetworkGuard(allowing: [prefix], own: []), ports: [server.port])
        var request = GuardedRequest(try address("http://127.0.0.1:\(server.port)/a", ports: [server.port]))
        request.method = "PROPFIND"
        request.headers = [("Depth", "0")]
        request.body = Array("body".utf8)
        request.login = GuardedLogin(user: "sara", password: "right", for: request.address)
        let answer = try client.fetch(request)
        #expect(answer.response.status == (status == 303 ? 303 : 207))
        #expect(answer.address.path == (status == 303 ? "/a" : "/b"))
        if status == 303 {
            _ = try? client.fetch(request)
        }
        let heard = server.heard()
        #expect(heard.contains("Depth: 0\r\n") && heard.contains("Authorization: Basic c2FyYTpyaWdodA==\r\n"))
        #expect(status == 303 || heard.contains("PROPFIND /b HTTP/1.1\r\n"))
    }

    @Test("a request to another origin than the typed one carries no password")
    func otherOrigins() throws {
        startWebClients()
        let server = try ScriptedServer(connections: 1) { peer in
            guard peer.hear(until: "\r\n\r\n") != nil else { return }
            peer.say("HTTP/1.1 207 X\r\nContent-Length: 0\r\n\r\n")
        }
        let prefix = try #require(NetworkPrefix("127.0.0.1/32"))
        let client = GuardedClient(NetworkGuard(allowing: [prefix], own: []), ports: [server.port])
        var request = GuardedRequest(try address("http://127.0.0.1:\(server.port)/a", ports: [server.port]))
        request.login = GuardedLogin(user: "sara", password: "right", for: try address("http://127.0.0.1/"))
        #expect(try client.fetch(request).response.status == 207)
        #expect(!server.heard().contains("Authorization"))
    }
}
