import Testing
import WebClient

@Suite("Rules for requests to other servers")
struct WebRuleTests {
    /// Returns the error of a request to port 9, which has no server. "unreachable" means that the rules
    /// allowed it.
    private func error(_ request: WebRequest, allowsLoopbackHTTP: Bool = true) -> WebClientError? {
        do {
            _ = try WebClient(timeoutSeconds: 2, allowsLoopbackHTTP: allowsLoopbackHTTP).send(request)
            return nil
        } catch {
            return error
        }
    }

    private func isUnreachable(_ error: WebClientError?) -> Bool {
        if case .unreachable = error { true } else { false }
    }

    @Test("https is allowed, and plain HTTP to this machine with the option", arguments: [
        "https://127.0.0.1:9/", "http://127.0.0.1:9/", "http://localhost:9/", "http://LOCALHOST:9/", "http://127.255.0.1:9/",
        "http://[::1]:9/",
    ])
    func allowed(url: String) {
        #expect(isUnreachable(error(WebRequest(url: url))))
        let isHTTPS = url.hasPrefix("https")
        #expect(isUnreachable(error(WebRequest(url: url), allowsLoopbackHTTP: false)) == isHTTPS)
    }

    @Test("plain HTTP to other machines is refused", arguments: [
        "http://192.0.2.1/", "http://example.invalid/", "http://127.0.0.1.example.invalid/", "http://localhost.example.invalid/",
        "http://[2001:db8::1]/", "http://128.0.0.1/", "http://0.0.0.0/",
    ])
    func plainHTTP(url: String) {
        #expect(error(WebRequest(url: url)) == .notAllowed("plain HTTP is only for this machine's own servers"))
    }

    @Test("other protocols are refused", arguments: ["ftp://127.0.0.1:9/", "file:///etc/passwd", "smtp://127.0.0.1:9/", "gopher://127.0.0.1:9/"])
    func protocols(url: String) {
        #expect(error(WebRequest(url: url)) == .notAllowed("only https:// is allowed"))
    }

    @Test("a malformed address and one with a password are refused", arguments: [
        "", "/", "example.org", "127.0.0.1:9", "https://", "https://user:secret@127.0.0.1:9/", "https://user@127.0.0.1:9/",
        "https://a b/", "https://127.0.0.1:9/a\r\nX: y", "https://127.0.0.1:9/\0", "https://127.0.0.1:99999/",
    ])
    func addresses(url: String) {
        #expect(error(WebRequest(url: url)) == .notAllowed("not an absolute address without user and password"))
    }

    @Test("a header or method that could split a request is refused", arguments: [
        WebRequest(method: "GET / HTTP/1.1\r\nX:", url: "https://127.0.0.1:9/"),
        WebRequest(method: "", url: "https://127.0.0.1:9/"), WebRequest(method: "get", url: "https://127.0.0.1:9/"),
        WebRequest(url: "https://127.0.0.1:9/", headers: [("X", "a\r\nY: b")]),
        WebRequest(url: "https://127.0.0.1:9/", headers: [("X", "a\nY: b")]),
        WebRequest(url: "https://127.0.0.1:9/", headers: [("X", "a\0")]),
        WebRequest(url: "https://127.0.0.1:9/", headers: [("X: a\r\nY", "b")]),
        WebRequest(url: "https://127.0.0.1:9/", headers: [("", "b")]),
        WebRequest(url: "https://127.0.0.1:9/", headers: [("X ", "b")]),
    ])
    func splitting(request: WebRequest) {
        guard case .notAllowed = error(request) else {
            Issue.record("\(String(describing: error(request)))")
            return
        }
    }

    @Test("a printed request shows only its method")
    func secrecy() {
        let request = WebRequest(
            method: "POST", url: "https://example.org/hunter2", headers: [("Authorization", "hunter2")], body: Array("hunter2".utf8))
        var dumped = ""
        dump([request], to: &dumped)
        for text in ["\(request)", String(reflecting: request), dumped] {
            #expect(text.contains("POST"))
            #expect(!text.contains("hunter2"))
        }
    }
}
