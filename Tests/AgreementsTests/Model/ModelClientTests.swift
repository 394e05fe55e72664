import Agreements
import Extraction
import Testing

@Suite("Calls to a model")
struct ModelClientTests {
    private func settings(_ base: String) -> ModelSettings {
        ModelSettings(base: base, key: "sesame", model: "small", timeoutSeconds: 10)
    }

    private func ask(_ endpoint: ModelEndpoint) throws(ModelError) -> ModelAnswer {
        try ModelClient(endpoint).ask(system: "read", user: #"["1 person1: hi"]"#)
    }

    private func answer(_ responses: String...) throws -> Result<ModelAnswer, ModelError> {
        let server = try ModelServer(responses)
        let client = ModelClient(ModelEndpoint(settings(server.base), clock: { 0 }))
        return Result { () throws(ModelError) in try client.ask(system: "read", user: "[]") }
    }

    private let nothing = completion(reply("NO_EVENT"))

    @Test("a request has the model, the messages, the limits and the schema", arguments: ["", "/"])
    func request(slash: String) throws {
        let server = try ModelServer([nothing])
        let answer = try ask(ModelEndpoint(settings(server.base + slash), clock: { 0 }))
        #expect(answer == ModelAnswer(status: "NO_EVENT"))
        let request = try #require(server.requests.first)
        #expect(request.head.hasPrefix("POST /v1/chat/completions HTTP/1.1\r\n"))
        #expect(request.head.contains("\r\nAuthorization: Bearer sesame\r\n"))
        #expect(request.head.contains("\r\nContent-Type: application/json\r\n"))
        let messages = #"[{"role":"system","content":"read"},{"role":"user","content":"[\"1 person1: hi\"]"}]"#
        #expect(request.body.hasPrefix(#"{"model":"small","messages":"# + messages + #","max_tokens":600,"#))
        #expect(request.body.contains(#""temperature":0,"response_format":{"type":"json_schema","#))
        let schema = #""strict":true,"schema":{"type":"object","additionalProperties":false,"required":["#
        #expect(request.body.contains(schema))
    }

    @Test("settings leave out the temperature and the key, and name the other field of tokens")
    func fields() throws {
        let server = try ModelServer([nothing])
        var settings = settings(server.base)
        (settings.key, settings.sendsTemperature, settings.tokenField) = ("", false, .maxCompletionTokens)
        _ = try ask(ModelEndpoint(settings, clock: { 0 }))
        let request = try #require(server.requests.first)
        #expect(!request.head.contains("Authorization") && !request.body.contains("temperature"))
        #expect(request.body.contains(#""max_completion_tokens":600"#) && !request.body.contains(#""max_tokens""#))
    }

    @Test("an endpoint that does not know a form is asked for the next one, and that is remembered",
        arguments: [400, 500])
    func ladder(status: Int) throws {
        let server = try ModelServer([
            response(status, #"{"error":"'response_format.type' json_schema is not supported"}"#),
            response(status, #"{"error":{"message":"unknown field response_format"}}"#),
            completion("```json\n\(reply("NO_EVENT"))\n```"), completion(reply("NO_EVENT")),
        ])
        let endpoint = ModelEndpoint(settings(server.base), clock: { 0 }), client = ModelClient(endpoint)
        for _ in 1...2 { #expect(try client.ask(system: "", user: "[]").status == "NO_EVENT") }
        #expect(endpoint.form == .plain)
        let forms = server.requests.map { request in
            ["json_schema", "json_object"].first { request.body.contains("\"type\":\"\($0)\"") } ?? "plain"
        }
        #expect(forms == ["json_schema", "json_object", "plain", "plain"])
    }

    @Test("the middle form is enough where it is known")
    func object() throws {
        let server = try ModelServer([response(400, "json_schema is unknown"), nothing])
        let endpoint = ModelEndpoint(settings(server.base), clock: { 0 })
        _ = try ask(endpoint)
        #expect(endpoint.form == .object)
    }

    @Test("a status that is no answer is an error of its own", arguments: [
        (response(401, "sesame"), ModelError.rejected(status: 401), false, true),
        (response(403, ""), .rejected(status: 403), false, true),
        (response(404, ""), .rejected(status: 404), false, true),
        (response(429, "", "Retry-After: 7\r\n"), .busy(seconds: 7), true, false),
        (response(429, "", "Retry-After: 99999\r\n"), .busy(seconds: 3_600), true, false),
        (response(429, ""), .busy(seconds: 60), true, false),
        (response(500, "oops"), .broken(status: 500), true, false),
        (response(503, ""), .broken(status: 503), true, false),
        (response(400, "too long"), .refused(status: 400), false, true),
        (response(302, "", "Location: http://127.0.0.1:1/\r\n"), .refused(status: 302), false, true),
        ("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{", .broken(status: 0), true, false),
    ])
    func statuses(text: String, error: ModelError, isTransient: Bool, isAlarm: Bool) throws {
        #expect(throws: error) { try answer(text).get() }
        #expect(error.isTransient == isTransient && error.isAlarm == isAlarm)
        #expect(!error.description.contains("sesame") && !error.description.contains("127.0.0.1"))
    }

    @Test("a cut, refused, empty or foreign answer is not used", arguments: [
        (completion(reply("NO_EVENT"), finish: "length"), ModelError.unusable(.cut)),
        (completion(reply("NO_EVENT"), finish: "tool_calls"), .unusable(.cut)),
        (completion("", refusal: "I cannot"), .unusable(.refusal)),
        (completion("", finish: "content_filter"), .unusable(.refusal)),
        (completion(" \n"), .unusable(.empty)), (response(200, "<html>"), .unusable(.notJSON)),
        (response(200, #"{"choices":[]}"#), .unusable(.notJSON)), (response(200, "{}"), .unusable(.notJSON)),
        (response(200, #"{"choices":[{"message":{"content":"{}"}}]}"#), .unusable(.cut)),
        (response(200, #"{"choices":[{"finish_reason":"stop","message":{}}]}"#), .unusable(.empty)),
        (completion("I think they agreed."), .unreadable(.notJSON)),
        (completion(#"{"status":"#), .unreadable(.notJSON)),
        (completion("```json\n\(reply("NO_EVENT"))\n```"), .unreadable(.notJSON)),
        (completion("{}"), .unreadable(.otherKeys)), (completion(reply("YES")), .unreadable(.unknownStatus)),
        (completion(String(repeating: " ", count: 256 << 10)), .unusable(.tooLarge)),
    ])
    func unusable(text: String, error: ModelError) throws {
        #expect(throws: error) { try answer(text).get() }
        #expect(!error.isTransient)
    }

    @Test("an endpoint that is silent for too long is left")
    func slow() throws {
        let server = try ModelServer([""])
        var settings = settings(server.base)
        settings.timeoutSeconds = 1
        #expect(throws: ModelError.timedOut) { try ask(ModelEndpoint(settings, clock: { 0 })) }
    }

    @Test("plain HTTP to another machine, and addresses of other kinds, are not allowed", arguments: [
        "http://models.example.org/v1", "ftp://127.0.0.1/v1", "127.0.0.1/v1",
        "https://user:pass@models.example.org/v1", "",
    ])
    func addresses(base: String) throws {
        #expect {
            try ask(ModelEndpoint(settings(base), clock: { 0 }))
        } throws: { error in
            guard case .notAllowed? = error as? ModelError else { return false }
            return true
        }
    }

    @Test("a key that would add a header is not sent")
    func key() throws {
        let server = try ModelServer([nothing])
        var settings = settings(server.base)
        settings.key = "a\r\nX-Other: 1"
        #expect(throws: ModelError.self) { try ask(ModelEndpoint(settings, clock: { 0 })) }
        #expect(server.requests.isEmpty && !"\(settings)".contains("X-Other"))
    }

    @Test("a rejected key stops all requests for an hour")
    func rejected() throws {
        let server = try ModelServer([response(401, ""), nothing]), time = ManualClock(1_000)
        let endpoint = ModelEndpoint(settings(server.base), clock: { time.now }), client = ModelClient(endpoint)
        #expect(throws: ModelError.rejected(status: 401)) { try client.ask(system: "", user: "[]") }
        time.advance(3_599)
        #expect(throws: ModelError.setAside(seconds: 1)) { try client.ask(system: "", user: "[]") }
        #expect(!ModelError.setAside(seconds: 1).isTransient)
        #expect(server.requests.count == 1)
        time.advance(1)
        #expect(try client.ask(system: "", user: "[]").status == "NO_EVENT")
    }

    @Test("an endpoint with too many requests is asked again after the time that it names")
    func busy() throws {
        let server = try ModelServer([response(429, "", "Retry-After: 30\r\n"), nothing]), time = ManualClock()
        let endpoint = ModelEndpoint(settings(server.base), clock: { time.now }), client = ModelClient(endpoint)
        #expect(throws: ModelError.busy(seconds: 30)) { try client.ask(system: "", user: "[]") }
        #expect(throws: ModelError.paused(seconds: 30)) { try client.ask(system: "", user: "[]") }
        time.advance(30)
        #expect(try client.ask(system: "", user: "[]").status == "NO_EVENT")
    }

    @Test("after five failures in a row nothing is sent for a minute, and then one request tries")
    func breaker() throws {
        let failures = Array(repeating: response(502, ""), count: 6)
        let server = try ModelServer(failures + [nothing, response(502, ""), nothing]), time = ManualClock()
        let endpoint = ModelEndpoint(settings(server.base), clock: { time.now }), client = ModelClient(endpoint)
        for _ in 1...5 { #expect(throws: ModelError.broken(status: 502)) { try client.ask(system: "", user: "[]") } }
        #expect(throws: ModelError.paused(seconds: 60)) { try client.ask(system: "", user: "[]") }
        time.advance(60)
        #expect(throws: ModelError.broken(status: 502)) { try client.ask(system: "", user: "[]") }
        #expect(throws: ModelError.paused(seconds: 60)) { try client.ask(system: "", user: "[]") }
        time.advance(60)
        #expect(try client.ask(system: "", user: "[]").status == "NO_EVENT")
        // A success closes it: one more failure does not open it.
        #expect(throws: ModelError.broken(status: 502)) { try client.ask(system: "", user: "[]") }
        #expect(try client.ask(system: "", user: "[]").status == "NO_EVENT")
        #expect(server.requests.count == 9)
    }
}
