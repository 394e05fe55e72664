// The bridge: a program of its own that holds a customer's link to WhatsApp, and its four HTTP calls.
//
// - BridgeClient.swift: `BridgeClient`, which makes the calls. BridgeError.swift: what can go wrong.
// - BridgeAnswers.swift: the check of the answers. ScriptedBridge.swift: the controls of the bridge for development.
// - PhoneNumber.swift: the number that a customer types. LinkingCode.swift: the code that the phone asks for.

/// The state of a customer's link, as a bridge tells it.
public struct BridgeStatus: Hashable, Sendable {
    public let state: BridgeState
    /// The linked number; nil until the bridge knows it.
    public let phoneNumber: PhoneNumber?
    /// The customer's name at WhatsApp, of at most 100 characters and without invisible ones; nil if there is none.
    public let name: String?
    /// The last code. A bridge never clears it, so it has a meaning only in the state `waitingForPairing`.
    public let code: LinkingCode?

    public init(state: BridgeState, phoneNumber: PhoneNumber? = nil, name: String? = nil, code: LinkingCode? = nil) {
        self.state = state
        self.phoneNumber = phoneNumber
        self.name = name
        self.code = code
    }
}

/// The states of a link, in their order.
public enum BridgeState: String, Hashable, Sendable, CaseIterable {
    case initializing = "INITIALIZING"
    case waitingForPairing = "WAITING_FOR_PAIRING"
    case authenticated = "AUTHENTICATED"
    case ready = "READY"
    case disconnected = "DISCONNECTED"
}
