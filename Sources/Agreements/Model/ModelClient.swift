public import Extraction
import WebClient

/// A client that asks a model. Use a client on one thread only; the endpoint belongs to all threads.
public final class ModelClient {
    private let endpoint: ModelEndpoint
    private let client: WebClient
    private var settings: ModelSettings { endpoint.settings }

    /// The maximum length of a response.
    static let limitBytes = 256 << 10

    public init(_ endpoint: ModelEndpoint) {
        self.endpoint = endpoint
        client = WebClient(
            timeoutSeconds: endpoint.settings.timeoutSeconds, connectSeconds: endpoint.settings.connectSeconds,
            limitBytes: Self.limitBytes, allowsLoopbackHTTP: true, caFile: endpoint.settings.caFile)
    }

    /// Asks the model, in the strictest form of answers that the endpoint understands.
    ///
    /// - Parameters:
    ///   - system: the instructions.
    ///   - user: the chat, as `ThreadPrompt.text`.
    /// - Returns: the answer about the lines of the prompt, which nobody has checked yet.
    public func ask(system: String, user: String) throws(ModelError) -> ModelAnswer {
        try endpoint.begin()
        do throws(ModelError) {
            let (text, form) = try text(system, user)
            endpoint.finish(nil)
            do throws(ModelReplyError) {
                return try ModelAnswer(reading: text, isPlain: form == .plain)
            } catch {
                throw ModelError.unreadable(error)
            }
        } catch {
            endpoint.finish(error)
            throw error
        }
    }

    private func text(_ system: String, _ user: String) throws(ModelError) -> (String, ModelEndpoint.Form) {
        var form = endpoint.form
        while true {
            let response = try send(body(system, user, form))
            if response.status == 200 {
                let text = try answerText(of: response.body)
                endpoint.learn(form)
                return (text, form)
            }
            guard let next = form.next, isAbout(form, response) else { throw refusal(response) }
            form = next
        }
    }

    private func send(_ body: JSONValue) throws(ModelError) -> WebResponse {
        var headers = [("Content-Type", "application/json"), ("Accept", "application/json")]
        if !settings.key.isEmpty { headers.append(("Authorization", "Bearer \(settings.key)")) }
        do throws(WebClientError) {
            return try client.send(
                WebRequest(method: "POST", url: settings.url, headers: headers, body: Array(body.json.utf8)))
        } catch {
            throw ModelError(error)
        }
    }

    private func body(_ system: String, _ user: String, _ form: ModelEndpoint.Form) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("model", .text(settings.model)),
            .init("messages", [
                ["role": "system", "content": .text(system)], ["role": "user", "content": .text(user)],
            ]),
            .init(settings.tokenField.rawValue, .number(settings.tokens)),
            .init("stream", .bool(false)),
        ]
        if settings.sendsTemperature { members.append(.init("temperature", .number(0))) }
        switch form {
        case .schema:
            members.append(.init("response_format", [
                "type": "json_schema",
                "json_schema": [
                    "name": .text(ModelSchema.name), "strict": .bool(true), "schema": ModelSchema.schema,
                ],
            ]))
        case .object: members.append(.init("response_format", ["type": "json_object"]))
        case .plain: break
        }
        return .object(members)
    }
}

/// Returns true if an error names the form of answers: then the endpoint does not know it.
private func isAbout(_ form: ModelEndpoint.Form, _ response: WebResponse) -> Bool {
    guard [400, 422, 500, 501].contains(response.status) else { return false }
    let text = String(decoding: response.body.prefix(16 << 10), as: UTF8.self)
    return text.contains("response_format") || text.contains(form.rawValue)
}

private func refusal(_ response: WebResponse) -> ModelError {
    switch response.status {
    case 401, 403, 404: .rejected(status: response.status)
    case 429: .busy(seconds: ModelEndpoint.seconds(retryAfter: response.header("Retry-After")))
    case 408: .timedOut
    case 500...599: .broken(status: response.status)
    default: .refused(status: response.status)
    }
}
