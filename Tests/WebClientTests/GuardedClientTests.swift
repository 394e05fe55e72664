import LocalServer
import Testing
@testable import WebClient

@Suite("Fetching an address that a person typed")
struct GuardedClientTests {
    private static let loopback = NetworkPrefix("127.0.0.1/32")

    /// Fetches from a server that answers by a script, with its address as the operator's named network.
    private func fetch(
        _ path: String = "/a.ics", host: String = "127.0.0.1", limits: GuardedLimits = GuardedLimits(),
        allowing: [NetworkPrefix]? = nil, names: [String] = [], etag: String? = nil, lastModified: String? = nil,
        connections: Int = 1, _ script: @escaping @Sendable (Peer, _ head: String) -> Void
    ) throws -> (result: Result<GuardedAnswer, GuardedError>, heard: String) {
        startWebClients()
        let server = try ScriptedServer(connections: connections) { peer in
            guard let head = peer.hear(until: "\r\n\r\n") else { return }
            script(peer, head)
        }
        let ports: Set = [80, 443, server.port]
        let allowed = allowing ?? [Self.loopback].compactMap(\.self)
        var client = GuardedClient(NetworkGuard(allowing: allowed, own: []), ports: ports, limits: limits)
        client.names = names.map { $0.replacing(port: server.port) }
        let text = host.contains("://") ? host.replacing(port: server.port) : "http://\(host):\(server.port)"
        let address = try OutsideAddress(typed: text + path, AddressRules(ports: ports, allowsPlain: true))
        let request = GuardedRequest(address, etag: etag, lastModified: lastModified)
        let result = Result { () throws(GuardedError) in try client.fetch(request) }
        // Connections that the server still waits for.
        let plain = WebClient(timeoutSeconds: 1, allowsLoopbackHTTP: true)
        for _ in 0..<connections { _ = try? plain.send(WebRequest(url: "http://127.0.0.1:\(server.port)/released")) }
        let heard = server.heard()
        return (result, heard.firstRange(of: "GET /released").map { String(heard[..<$0.lowerBound]) } ?? heard)
    }

    private func error(of result: Result<GuardedAnswer, GuardedError>) -> GuardedError? {
        if case .failure(let error) = result { error } else { nil }
    }

    @Test("case 2: no spelling of this machine is reached, and nothing is sent", arguments: [
        "127.0.0.1", "2130706433", "0x7f.1", "127.1", "0177.0.0.1", "localhost", "0", "0.0.0.0",
        "[::ffff:127.0.0.1]", "[::1]", "localhost.",
    ])
    func spellings(host: String) throws {
        let (result, heard) = try fetch(host: host, allowing: []) { peer, _ in
            peer.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        let error = error(of: result)
        #expect(error == .refused || error.map { if case .unreachable = $0 { true } else { false } } == true)
        #expect(heard.isEmpty)
    }

    @Test("cases 3 and 5: a name is judged by the address that is dialled")
    func namesLeadInside() throws {
        let (result, heard) = try fetch(host: "feeds.example", allowing: [], names: ["feeds.example:PORT:127.0.0.1"]) { peer, _ in
            peer.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        #expect(error(of: result) == .refused)
        #expect(heard.isEmpty)
    }

    @Test("case 4: of two addresses of a name, the private one is never dialled")
    func oneOfTwo() throws {
        let (result, heard) = try fetch(host: "feeds.example", names: ["feeds.example:PORT:10.0.0.5,127.0.0.1"]) { peer, _ in
            peer.say("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
        }
        #expect(try result.get().response.body == Array("hi".utf8))
        #expect(heard.contains("Host: feeds.example"))
    }

    @Test("case 6: no connection is used twice")
    func noReuse() throws {
        let (result, _) = try fetch(connections: 2) { peer, _ in
            peer.say("HTTP/1.1 302 Found\r\nLocation: /b.ics\r\nContent-Length: 0\r\n\r\n")
            // A second request on this connection would be heard here.
            #expect(peer.hear(until: "\r\n\r\n") == nil)
        }
        #expect(error(of: result) == .redirectLoop)
    }

    @Test("case 7: a redirect to a private network, another scheme or a closed port is refused", arguments: [
        ("http://169.254.169.254/latest/meta-data", GuardedError.refused),
        ("file:///etc/passwd", .redirectRefused(.scheme)), ("http://127.0.0.1:22/", .redirectRefused(.port)),
        ("//10.0.0.1/a", .refused),
    ])
    func redirects(location: String, expected: GuardedError) throws {
        let (result, _) = try fetch { peer, _ in
            peer.say("HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")
        }
        #expect(error(of: result) == expected)
    }

    @Test("case 9: the operator's network is reached")
    func named() throws {
        let (result, heard) = try fetch { peer, _ in peer.say("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi") }
        #expect(try result.get().response.status == 200)
        #expect(heard.hasPrefix("GET /a.ics HTTP/1.1\r\n"))
        #expect(!heard.contains("Cookie") && !heard.contains("Authorization"))
    }

    @Test("cases 11 and 12: a password goes to its own host only")
    func passwords() throws {
        let (result, heard) = try fetch(
            host: "http://sara:safe@127.0.0.1:PORT", names: ["other.example:PORT:127.0.0.1"], connections: 2
        ) { peer, head in
            let port = head.firstMatch(of: /Host: [a-z0-9.]+:([0-9]+)/)?.1 ?? ""
            guard head.hasPrefix("GET /a") else { return peer.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
            peer.say("HTTP/1.1 302 Found\r\nLocation: http://other.example:\(port)/b.ics\r\nContent-Length: 0\r\n\r\n")
        }
        #expect(heard.contains("Authorization: Basic c2FyYTpzYWZl"))
        #expect(heard.count(of: "Authorization") == 1)
        #expect(heard.contains("GET /b.ics"))
        #expect(try result.get().response.status == 200)
    }

    @Test("case 13: only permanent redirects name a new address", arguments: [
        (301, true), (308, true), (302, false), (307, false),
    ])
    func moved(status: Int, isMoved: Bool) throws {
        let (result, _) = try fetch(connections: 2) { peer, head in
            if head.hasPrefix("GET /b") { return peer.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
            peer.say("HTTP/1.1 \(status) X\r\nLocation: /b.ics\r\nContent-Length: 0\r\n\r\n")
        }
        #expect((try result.get().movedTo?.path == "/b.ics") == isMoved)
    }

    @Test("case 14: redirects end after five, or when an address comes again")
    func loops() throws {
        let (result, heard) = try fetch("/0", connections: 9) { peer, head in
            let number = Int(head.dropFirst(5).prefix { $0.isNumber }) ?? 0
            peer.say("HTTP/1.1 302 Found\r\nLocation: /\(number + 1)\r\nContent-Length: 0\r\n\r\n")
        }
        #expect(error(of: result) == .redirectLoop)
        #expect(heard.count(of: "GET /") == 6)
    }

    @Test("case 15: a chunked body is cut at the limit")
    func chunked() throws {
        var limits = GuardedLimits()
        limits.bodyBytes = 10_000
        let (result, _) = try fetch(limits: limits) { peer, _ in
            peer.say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<20 { peer.say("400\r\n" + String(repeating: "x", count: 1_024) + "\r\n") }
        }
        #expect(error(of: result) == .tooLarge(limitBytes: 10_000))
    }

    @Test("case 15: packed twice, or in a way that was not asked for", arguments: [
        "Content-Encoding: gzip\r\nContent-Encoding: gzip", "Content-Encoding: gzip, gzip", "Content-Encoding: br",
    ])
    func packed(header: String) throws {
        let (result, heard) = try fetch { peer, _ in
            peer.say("HTTP/1.1 200 OK\r\n\(header)\r\nContent-Length: 2\r\n\r\nhi")
        }
        #expect(error(of: result) == .packed)
        #expect(heard.contains("Accept-Encoding: gzip\r\n"))
    }

    @Test("case 16: long headers are cut, a slow answer and a silent one end")
    func slow() throws {
        let (long, _) = try fetch { peer, _ in
            peer.say("HTTP/1.1 200 OK\r\n")
            for _ in 0..<100 { peer.say("X-A: " + String(repeating: "a", count: 1_000) + "\r\n") }
        }
        #expect(error(of: long) == .tooLarge(limitBytes: GuardedLimits().bodyBytes))
        var limits = GuardedLimits()
        limits.seconds = 1
        let (silent, _) = try fetch(limits: limits) { peer, _ in peer.staySilent() }
        #expect(error(of: silent) == .timedOut)
    }

    @Test("case 17: a certificate that nobody trusts is no outage")
    func certificates() throws {
        startWebClients()
        let own = try TLSServer(certifiedFor: "IP:127.0.0.1"), other = try TLSServer(certifiedFor: "DNS:example.org")
        let guarded = NetworkGuard(allowing: [Self.loopback].compactMap(\.self), own: [])
        for (server, caFile) in [(own, nil), (other, other.certificate)] {
            let client = GuardedClient(guarded, ports: [server.port], caFile: caFile)
            let rules = AddressRules(ports: [server.port])
            let address = try OutsideAddress(typed: "https://127.0.0.1:\(server.port)/", rules)
            let result = Result { () throws(GuardedError) in try client.fetch(GuardedRequest(address)) }
            #expect(error(of: result) == .certificate)
        }
    }

    @Test("case 18: validators are sent back as they came")
    func validators() throws {
        let (result, heard) = try fetch(etag: "W/\"a b\"", lastModified: "yesterday") { peer, _ in
            peer.say("HTTP/1.1 304 Not Modified\r\n\r\n")
        }
        #expect(try result.get().response.status == 304)
        #expect(heard.contains("If-None-Match: W/\"a b\"\r\n") && heard.contains("If-Modified-Since: yesterday\r\n"))
    }
}

extension String {
    fileprivate func count(of part: String) -> Int { ranges(of: part).count }

    fileprivate func replacing(port: Int) -> String { replacing("PORT", with: String(port)) }
}
