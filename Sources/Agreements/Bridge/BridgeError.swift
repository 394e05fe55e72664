import WebClient

/// An error of a call to the bridge. None of the texts has a number, a code, a name or an address.
public enum BridgeError: Error, Hashable, Sendable {
    /// The address, the secret or the customer's id is not allowed. Nothing was sent.
    case notAllowed(String)
    /// There is no connection to the bridge. Nothing was sent, so it is safe to try again.
    case unreachable(String)
    /// The bridge did not answer in time. It may have acted on the call.
    case timedOut
    /// The bridge wants another secret: status 401 or 403.
    case secretRefused
    /// The bridge answered with another status than the contract's.
    case refused(status: Int)
    /// The answer cannot be believed. The bridge may have acted on the call.
    case unreadable(Flaw)

    /// The flaw of an answer that cannot be believed.
    public enum Flaw: String, Hashable, Sendable, CaseIterable {
        case broken = "the answer ended too early or is not HTTP"
        case tooLarge = "the answer is too large"
        case notJSON = "the answer is not JSON of the contract's keys and types"
        case notTheHealth = "the answer is not that of a healthy bridge"
        case state = "the state is not one of the contract"
        case flags = "isReady or isAuthenticated contradicts the state"
        case code = "the code is not eight letters or digits"
        case phoneNumber = "the phone number is not one"
    }
}

extension BridgeError {
    init(_ error: WebClientError) {
        switch error {
        case .notAllowed(let reason): self = .notAllowed(reason)
        case .unreachable(let reason): self = .unreachable(reason)
        case .timedOut: self = .timedOut
        case .tooLarge: self = .unreadable(.tooLarge)
        case .broken: self = .unreadable(.broken)
        }
    }
}

extension BridgeError: CustomStringConvertible {
    /// A sentence for logs.
    public var description: String {
        switch self {
        case .notAllowed(let reason): "the call to the bridge is not allowed: \(reason)"
        case .unreachable(let reason): "the bridge is unreachable: \(reason)"
        case .timedOut: "the bridge did not answer in time"
        case .secretRefused: "the bridge wants another secret"
        case .refused(let status): "the bridge answered with status \(status)"
        case .unreadable(let flaw): "the bridge's answer is unreadable: \(flaw.rawValue)"
        }
    }
}
