// The language model, an option: a second reader of a chat, at an endpoint that speaks OpenAI's chat completions.
//
// - ModelReader.swift: `ModelReader`, which asks the model about a chat and judges its answer beside that of the rules.
// - ModelClient.swift: the request. ModelAnswerText.swift: the response. ModelError.swift: what can go wrong.
// - ConfiguredModel.swift: the settings of JADWAL_MODEL_….
// - ModelEndpoint.swift: what all threads know about the endpoint: its form of answers, pauses, the circuit breaker.
//
// The pure part is in Extraction/Models. Nothing is sent unless the operator configured it and the customer agreed;
// the caller asks for both.

/// The settings of a model. Their description never shows the key.
public struct ModelSettings: Sendable {
    /// The field that limits the length of an answer.
    public enum TokenField: String, Sendable, CaseIterable {
        case maxTokens = "max_tokens"
        case maxCompletionTokens = "max_completion_tokens"
    }

    /// The base of the endpoint, with or without a slash at its end, as in `https://models.example.org/v1`.
    public var base: String
    /// The bearer key; empty for an endpoint that wants none.
    public var key: String
    /// The name of the model.
    public var model: String
    public var tokenField: TokenField
    /// The maximum length of an answer in tokens.
    public var tokens: Int
    /// False for models that refuse a temperature of 0.
    public var sendsTemperature: Bool
    public var connectSeconds: Int
    /// The time limit for a request, connecting included.
    public var timeoutSeconds: Int
    /// The file of certificates to trust instead of the system's.
    public var caFile: String?

    public init(
        base: String, key: String = "", model: String, tokenField: TokenField = .maxTokens, tokens: Int = 600,
        sendsTemperature: Bool = true, connectSeconds: Int = 5, timeoutSeconds: Int = 60, caFile: String? = nil
    ) {
        self.base = base
        self.key = key
        self.model = model
        self.tokenField = tokenField
        self.tokens = tokens
        self.sendsTemperature = sendsTemperature
        self.connectSeconds = connectSeconds
        self.timeoutSeconds = timeoutSeconds
        self.caFile = caFile
    }

    /// The address of the request.
    var url: String {
        var base = base[...]
        while base.last == "/" { base.removeLast() }
        return base + "/chat/completions"
    }
}

extension ModelSettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "ModelSettings(\(model))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
