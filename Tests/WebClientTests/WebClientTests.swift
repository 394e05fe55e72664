import LocalServer
import Testing
import WebClient

@Suite("Requests to other servers")
struct WebClientTests {
    /// Sends a request to a server that reads its head and its body, and answers by a script.
    private func send(
        _ request: WebRequest = WebRequest(url: "/"), timeoutSeconds: Int = 10, limitBytes: Int = 1_000,
        answer: @escaping @Sendable (Peer) -> Void
    ) throws -> (result: Result<WebResponse, WebClientError>, heard: String) {
        startWebClients()
        let body = String(decoding: request.body, as: UTF8.self)
        let server = try ScriptedServer { peer in
            guard peer.hear(until: "\r\n\r\n" + body) != nil else { return }
            answer(peer)
        }
        var request = request
        request.url = "http://127.0.0.1:\(server.port)\(request.url)"
        let client = WebClient(timeoutSeconds: timeoutSeconds, limitBytes: limitBytes, allowsLoopbackHTTP: true)
        let result = Result { () throws(WebClientError) in try client.send(request) }
        return (result, server.heard())
    }

    @Test("sends a request and returns the response")
    func exchange() throws {
        let request = WebRequest(
            method: "POST", url: "/emails?x=1", headers: [("Authorization", "Bearer key"), ("X-Empty", "")],
            body: Array("{\"a\": 1}".utf8))
        let (result, heard) = try send(request) {
            $0.say("HTTP/1.1 200 OK\r\nX-One:  1 \r\nx-two: b:c\r\nContent-Length: 2\r\n\r\nhi")
        }
        let response = try result.get()
        #expect(response.status == 200)
        #expect(response.body == Array("hi".utf8))
        #expect(response.header("x-one") == "1")
        #expect(response.header("X-Two") == "b:c")
        #expect(response.header("absent") == nil)
        let lines = heard.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.first == "POST /emails?x=1 HTTP/1.1")
        for line in ["Authorization: Bearer key", "X-Empty:", "Content-Length: 8"] { #expect(lines.contains { $0 == line }) }
        #expect(!heard.contains("Expect"))
        #expect(heard.hasSuffix("\r\n\r\n{\"a\": 1}"))
    }

    @Test("uses the method of the request", arguments: ["GET", "HEAD", "PUT", "DELETE", "POST", "PROPFIND"])
    func methods(method: String) throws {
        let (result, heard) = try send(WebRequest(method: method, url: "/a")) { $0.say("HTTP/1.1 204 No Content\r\n\r\n") }
        #expect(try result.get().status == 204)
        #expect(heard.hasPrefix("\(method) /a HTTP/1.1\r\n"))
    }

    @Test("returns a response with any status", arguments: [200, 201, 400, 401, 404, 422, 429, 500, 503])
    func statuses(status: Int) throws {
        let (result, _) = try send { $0.say("HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n") }
        #expect(try result.get().status == status)
    }

    @Test("follows no redirect", arguments: [301, 302, 303, 307, 308])
    func redirects(status: Int) throws {
        let (result, _) = try send {
            $0.say("HTTP/1.1 \(status) X\r\nLocation: http://127.0.0.1:9/elsewhere\r\nContent-Length: 0\r\n\r\n")
        }
        #expect(try result.get().status == status)
        #expect(try result.get().header("Location") == "http://127.0.0.1:9/elsewhere")
    }

    @Test("keeps only the headers of the last response")
    func interimAnswers() throws {
        let (result, _) = try send {
            $0.say("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        #expect(try result.get().headers.map(\.name) == ["Content-Length"])
    }

    @Test("accepts a body up to the limit and no longer one", arguments: [true, false])
    func limits(isAnnounced: Bool) throws {
        for (count, isTaken) in [(999, true), (1_000, true), (1_001, false), (300_000, false)] {
            let (result, _) = try send {
                $0.say("HTTP/1.1 200 OK\r\n" + (isAnnounced ? "Content-Length: \(count)\r\n" : "Connection: close\r\n") + "\r\n")
                $0.say(String(repeating: "x", count: count))
            }
            if isTaken {
                #expect(try result.get().body.count == count)
            } else {
                #expect(throws: WebClientError.tooLarge(limitBytes: 1_000)) { try result.get() }
            }
        }
    }

    @Test("limits the length of the headers too")
    func headerLimit() throws {
        let (result, _) = try send {
            $0.say("HTTP/1.1 200 OK\r\n")
            for _ in 0..<80 { $0.say("X-Long: \(String(repeating: "x", count: 1_000))\r\n") }
            $0.say("\r\n")
        }
        #expect(throws: WebClientError.tooLarge(limitBytes: 1_000)) { try result.get() }
    }

    @Test("stops at the deadline, even while the server still sends", arguments: [
        "", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel",
    ])
    func deadline(beginning: String) throws {
        let (result, _) = try send(timeoutSeconds: 1) {
            $0.say(beginning)
            $0.staySilent()
        }
        #expect(throws: WebClientError.timedOut) { try result.get() }
    }

    @Test("refuses a response that ends too early or is not HTTP", arguments: [
        "", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel", "garbage\r\n\r\n", "220 relay.test ready\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel", "HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello",
    ])
    func broken(answer: String) throws {
        let (result, _) = try send { $0.say(answer) }
        #expect { try result.get() } throws: { error in
            if case .broken = error as? WebClientError { true } else { false }
        }
    }

    @Test("sends a second request after a failed one")
    func reuse() throws {
        startWebClients()
        let client = WebClient(timeoutSeconds: 10, limitBytes: 10, allowsLoopbackHTTP: true)
        for (answer, body) in [("nonsense\r\n", nil), ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", "hi")] {
            let server = try ScriptedServer { peer in
                if peer.hear(until: "\r\n\r\n") != nil { peer.say(answer) }
            }
            let response = try? client.send(WebRequest(url: "http://localhost:\(server.port)/"))
            #expect(response.map { String(decoding: $0.body, as: UTF8.self) } == body)
            _ = server.heard()
        }
    }
}
