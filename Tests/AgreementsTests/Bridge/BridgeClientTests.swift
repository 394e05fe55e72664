import Agreements
import LocalServer
import Testing
import WebClient

@Suite("Calls to a bridge")
struct BridgeClientTests {
    private let customer = "6f1b4f0e-7f65-4a3b-9a54-0d1f1c6a2b3c"

    /// Makes one call to a bridge that reads a request up to its end and answers by a script.
    private func call<Answer>(
        end: String = "\r\n\r\n", secret: String? = "hush", path: String = "", seconds: Int = 10,
        answer: @escaping @Sendable (Peer) -> Void,
        _ call: (BridgeClient) throws(BridgeError) -> Answer
    ) throws -> (result: Result<Answer, BridgeError>, heard: String) {
        startWebClients()
        let bridge = try ScriptedServer { peer in
            if peer.hear(until: end) != nil { answer(peer) }
        }
        let client = BridgeClient(
            address: "http://127.0.0.1:\(bridge.port)\(path)", secret: secret,
            timeouts: .init(initializeSeconds: seconds, otherSeconds: seconds))
        let result = Result { () throws(BridgeError) in try call(client) }
        return (result, bridge.heard())
    }

    private func status(_ answer: @escaping @Sendable (Peer) -> Void) throws -> Result<BridgeStatus?, BridgeError> {
        try call(answer: answer) { client throws(BridgeError) in try client.status(of: customer) }.result
    }

    private func initialize(
        seconds: Int = 10, _ answer: @escaping @Sendable (Peer) -> Void
    ) throws -> Result<LinkingCode, BridgeError> {
        let number = try PhoneNumber(text: "+966501234567")
        return try call(end: endOfCall, seconds: seconds, answer: answer) { client throws(BridgeError) in
            try client.initialize(customer: customer, phoneNumber: number)
        }.result
    }

    private let endOfCall = #""phoneNumber":"966501234567"}"#

    @Test("asks for a code with the customer, the digits and the secret")
    func initializeCall() throws {
        let number = try PhoneNumber(text: "+966 50 123 4567")
        let (result, heard) = try call(
            end: endOfCall, path: "/", answer: { $0.say(ok(#"{"pairingCode":"ABCD1234"}"#)) }
        ) { client throws(BridgeError) in try client.initialize(customer: customer, phoneNumber: number) }
        #expect(try result.get().text == "ABCD1234")
        let lines = heard.split(separator: "\r\n")
        #expect(lines.first == "POST /wasapp/initialize HTTP/1.1")
        #expect(lines.contains("Authorization: Bearer hush"))
        #expect(lines.contains("Content-Type: application/json"))
        #expect(lines.last == #"{"customerId":"6f1b4f0e-7f65-4a3b-9a54-0d1f1c6a2b3c","phoneNumber":"966501234567"}"#)
    }

    @Test("sends no authorization without a secret")
    func noSecret() throws {
        let (result, heard) = try call(secret: nil, answer: { $0.say(ok("ok")) }) { client throws(BridgeError) in
            try client.health()
        }
        #expect(throws: Never.self) { try result.get() }
        #expect(heard.hasPrefix("GET /health HTTP/1.1\r\n"))
        #expect(!heard.contains("Authorization"))
    }

    @Test("reads the state of a link", arguments: [
        ("INITIALIZING", BridgeState.initializing, false, false),
        ("WAITING_FOR_PAIRING", .waitingForPairing, false, false),
        ("AUTHENTICATED", .authenticated, false, true),
        ("READY", .ready, true, true),
        ("DISCONNECTED", .disconnected, false, false),
    ])
    func states(text: String, state: BridgeState, isReady: Bool, isAuthenticated: Bool) throws {
        let (result, heard) = try call(answer: {
            $0.say(ok("""
                {"client":{"status":"\(text)","phoneNumber":"966501234567","name":"Sara","pairingCode":"ABCD-1234",\
                "isReady":\(isReady),"isAuthenticated":\(isAuthenticated)},"timestamp":"2025-04-15T07:00:00.000Z"}
                """))
        }) { client throws(BridgeError) in try client.status(of: customer) }
        let status = try #require(try result.get())
        #expect(status.state == state)
        #expect(status.phoneNumber?.digits == "966501234567")
        #expect(status.name == "Sara")
        #expect(status.code?.text == "ABCD1234")
        #expect(heard.hasPrefix("GET /wasapp/status/\(customer) HTTP/1.1\r\n"))
    }

    @Test("accepts texts that are null or absent, and keys that it does not know")
    func nulls() throws {
        for texts in [#""phoneNumber":null,"name":null,"pairingCode":null,"#, #""battery":7,"#, ""] {
            let status = try status {
                $0.say(ok(#"{"client":{"status":"INITIALIZING",\#(texts)"isReady":false,"isAuthenticated":false}}"#))
            }.get()
            #expect(status?.state == .initializing)
            #expect(status?.phoneNumber == nil && status?.name == nil && status?.code == nil)
        }
    }

    @Test("knows that a customer has no link")
    func unknownCustomer() throws {
        #expect(try status { $0.say("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n") }.get() == nil)
    }

    @Test("takes the 404 of another server for no answer about a customer")
    func strangersPage() throws {
        let result = try status { $0.say("HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\nnot found") }
        #expect(throws: BridgeError.refused(status: 404)) { try result.get() }
    }

    @Test("disconnects a customer, known or not")
    func disconnect() throws {
        let (result, heard) = try call(end: "}", answer: { $0.say(ok("")) }) { client throws(BridgeError) in
            try client.disconnect(customer)
        }
        #expect(throws: Never.self) { try result.get() }
        #expect(heard.hasPrefix("POST /wasapp/disconnect HTTP/1.1\r\n"))
    }

    @Test("has an error for each status that is not of the contract", arguments: [
        (500, BridgeError.refused(status: 500)), (400, .refused(status: 400)), (404, .refused(status: 404)),
        (204, .refused(status: 204)), (302, .refused(status: 302)), (401, .secretRefused), (403, .secretRefused),
    ])
    func refusals(status: Int, error: BridgeError) throws {
        let result = try initialize {
            $0.say("HTTP/1.1 \(status) X\r\nConnection: close\r\n\r\n{\"error\":\"+966501234567\"}")
        }
        #expect(throws: error) { try result.get() }
    }

    @Test("believes no code but eight letters or digits", arguments: [
        (#"{"pairingCode":"ABC1234"}"#, BridgeError.Flaw.code), (#"{"pairingCode":"ABCD12345"}"#, .code),
        (#"{"pairingCode":"AB-CD1234"}"#, .code), (#"{"pairingCode":"ABCD\u0000234"}"#, .code),
        (#"{"pairingCode":"<b>ABCD<"}"#, .code), (#"{"pairingCode":""}"#, .code),
        (#"{"pairingCode":"٠١٢٣٤٥٦٧"}"#, .code),
        (#"{"pairingCode":null}"#, .notJSON), (#"{"pairingCode":12345678}"#, .notJSON), ("{}", .notJSON),
        ("[]", .notJSON), ("", .notJSON), ("ABCD1234", .notJSON), (#"{"pairingCode":"ABCD1234""#, .notJSON),
    ])
    func codes(body: String, flaw: BridgeError.Flaw) throws {
        #expect(throws: BridgeError.unreadable(flaw)) { try initialize { $0.say(ok(body)) }.get() }
    }

    @Test("believes no status that contradicts the contract", arguments: [
        (#"{"client":{"status":"PAIRED","isReady":false,"isAuthenticated":false}}"#, BridgeError.Flaw.state),
        (#"{"client":{"status":"ready","isReady":true,"isAuthenticated":true}}"#, .state),
        (#"{"client":{"status":"INITIALIZING","isReady":true,"isAuthenticated":true}}"#, .flags),
        (#"{"client":{"status":"READY","isReady":true,"isAuthenticated":false}}"#, .flags),
        (#"{"client":{"status":"READY","isReady":"yes","isAuthenticated":true}}"#, .notJSON),
        (#"{"client":{"status":1,"isReady":true,"isAuthenticated":true}}"#, .notJSON),
        (#"{"client":{"status":"READY","name":["S"],"isReady":true,"isAuthenticated":true}}"#, .notJSON),
        (#"{"client":{"status":"READY","phoneNumber":"<i>","isReady":true,"isAuthenticated":true}}"#, .phoneNumber),
        (#"{"client":{"status":"READY","phoneNumber":"+9","isReady":true,"isAuthenticated":true}}"#, .phoneNumber),
        (#"{"client":{"status":"READY","pairingCode":"?","isReady":true,"isAuthenticated":true}}"#, .code),
        (#"{"client":null}"#, .notJSON), ("null", .notJSON), (#"{"client":{"status":"READY"}}"#, .notJSON),
    ])
    func statuses(body: String, flaw: BridgeError.Flaw) throws {
        #expect(throws: BridgeError.unreadable(flaw)) { try status { $0.say(ok(body)) }.get() }
    }

    @Test("shows a name without invisible characters and of at most 100", arguments: [
        (#"Sa\u0000ra\u202E\n"#, "Sara" as String?), (" ", nil), ("", nil),
        (#"\u0627\u0645\u200C\u06CC\u0646"#, "\u{627}\u{645}\u{200C}\u{6CC}\u{646}"),
        (String(repeating: "س", count: 400), String(repeating: "س", count: 100)),
    ])
    func names(json: String, shown: String?) throws {
        let body = #"{"client":{"status":"READY","name":"\#(json)","isReady":true,"isAuthenticated":true}}"#
        #expect(try status { $0.say(ok(body)) }.get()?.name == shown)
    }

    @Test("reads no answer of more than 16 KiB and none that is nested without end")
    func limits() throws {
        #expect(throws: BridgeError.unreadable(.tooLarge)) {
            try status { $0.say(ok(#"{"client":"\#(String(repeating: "x", count: 17 << 10))"}"#)) }.get()
        }
        #expect(throws: BridgeError.unreadable(.notJSON)) {
            try status { $0.say(ok(String(repeating: "[", count: 16_000))) }.get()
        }
    }

    @Test("has an error for silence, for a lost connection and for no bridge at all")
    func absence() throws {
        #expect(throws: BridgeError.timedOut) { try initialize(seconds: 1) { $0.staySilent() }.get() }
        #expect(throws: BridgeError.unreadable(.broken)) { try status { _ in }.get() }
        #expect(throws: BridgeError.unreadable(.notTheHealth)) {
            try call(answer: { $0.say(ok("hello")) }) { client throws(BridgeError) in try client.health() }.result.get()
        }
        // Port 1 is for a service that nobody runs.
        #expect {
            try BridgeClient(address: "http://127.0.0.1:1", secret: nil).health()
        } throws: { if case .unreachable? = $0 as? BridgeError { true } else { false } }
    }

    @Test("sends nothing by plain HTTP to another machine, and no id that is not a UUID")
    func notAllowed() throws {
        #expect {
            try BridgeClient(address: "http://bridge.example", secret: "hush").health()
        } throws: { if case .notAllowed? = $0 as? BridgeError { true } else { false } }
        for id in ["", "../health", "6f1b4f0e-7f65-4a3b-9a54-0d1f1c6a2b3", "6f1b4f0e/7f65/4a3b/9a54/0d1f1c6a2b3c"] {
            #expect(throws: BridgeError.notAllowed("the customer's id is not a UUID")) {
                try BridgeClient(address: "http://127.0.0.1:1", secret: nil).disconnect(id)
            }
        }
    }

    @Test("shows neither its secret nor what a bridge said")
    func secrecy() throws {
        let client = BridgeClient(address: "http://127.0.0.1:1/private", secret: "hush")
        var dumped = "\(client) \(String(reflecting: client))"
        dump(client, to: &dumped)
        #expect(!dumped.contains("hush") && !dumped.contains("private"))
        let failed = try initialize { $0.say(ok(#"{"pairingCode":"secret-code-966501234567"}"#)) }
        guard case .failure(let error) = failed else { return #expect(Bool(false), "a wrong code was believed") }
        #expect("\(error)" == "the bridge's answer is unreadable: the code is not eight letters or digits")
    }
}

/// Returns an answer of status 200.
private func ok(_ body: String) -> String {
    "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
}
