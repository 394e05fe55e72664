public import Extraction
import WebClient

/// An error of a call to the model. None of the texts has a part of a chat, of an answer, of the address or the key.
public enum ModelError: Error, Hashable, Sendable {
    /// The address or the key is not allowed. Nothing was sent.
    case notAllowed(String)
    /// There is no connection. Nothing was sent.
    case unreachable(String)
    case timedOut
    /// The endpoint does not know the key, the model or the address: 401, 403 or 404. It is not asked for an hour.
    case rejected(status: Int)
    /// The endpoint has too many requests, or failed too often. Nothing was sent.
    case paused(seconds: Int)
    /// The endpoint rejected an earlier request. Nothing was sent, and nothing will be before the operator acts.
    case setAside(seconds: Int)
    /// The endpoint has too many requests: 429.
    case busy(seconds: Int)
    /// The endpoint failed: 5xx, or a response that ended too early.
    case broken(status: Int)
    /// The endpoint refused this request: another status than those above.
    case refused(status: Int)
    /// The answer is no answer.
    case unusable(Flaw)
    /// The answer is not that of the schema.
    case unreadable(ModelReplyError)

    /// The flaw of a response without an answer.
    public enum Flaw: String, Hashable, Sendable, CaseIterable {
        case notJSON = "the response is not one of chat completions"
        case tooLarge = "the response is too large"
        case cut = "the answer was not finished"
        case refusal = "the model refused to answer"
        case empty = "the answer is empty"
    }

    /// True if the same request can succeed later: the caller's job tries again.
    public var isTransient: Bool {
        switch self {
        case .unreachable, .timedOut, .paused, .busy, .broken: true
        case .notAllowed, .rejected, .setAside, .refused, .unusable, .unreadable: false
        }
    }

    /// True if the operator has to do something.
    public var isAlarm: Bool {
        switch self {
        case .notAllowed, .rejected, .refused: true
        default: false
        }
    }

    init(_ error: WebClientError) {
        switch error {
        case .notAllowed(let reason): self = .notAllowed(reason)
        case .unreachable(let reason): self = .unreachable(reason)
        case .timedOut: self = .timedOut
        case .tooLarge: self = .unusable(.tooLarge)
        case .broken: self = .broken(status: 0)
        }
    }
}

extension ModelError: CustomStringConvertible {
    /// A sentence for logs.
    public var description: String {
        switch self {
        case .notAllowed(let reason): "the call to the model is not allowed: \(reason)"
        case .unreachable(let reason): "the model is unreachable: \(reason)"
        case .timedOut: "the model did not answer in time"
        case .rejected(let status): "the model's endpoint rejects the key, the model or the address: \(status)"
        case .paused(let seconds): "the model is not asked for \(seconds) s"
        case .setAside(let seconds): "the model rejected an earlier request, and is not asked for \(seconds) s"
        case .busy(let seconds): "the model's endpoint has too many requests; again after \(seconds) s"
        case .broken(let status): "the model's endpoint failed: \(status)"
        case .refused(let status): "the model's endpoint refused the request: \(status)"
        case .unusable(let flaw): flaw.rawValue
        case .unreadable(let error): error.rawValue
        }
    }
}
