package import Storage

/// The controls of the scripted bridge, which plays WhatsApp in development. A real bridge has none and answers 404.
package struct ScriptedBridge {
    private let client: BridgeClient

    init(_ client: BridgeClient) {
        self.client = client
    }

    /// Has somebody write in a chat with the customer.
    ///
    /// - Parameters:
    ///   - name: the other person's name. Each name has a chat of its own.
    ///   - isMine: true if the customer writes.
    package func say(_ body: String, in name: String, isMine: Bool, to customer: CustomerID) throws(BridgeError) {
        // A number of the country code 966 that belongs to the name alone.
        let number = name.unicodeScalars.reduce(500_000_000) { ($0 * 31 + Int($1.value)) % 100_000_000 + 500_000_000 }
        _ = try client.post(
            "/test/message",
            Said(
                customerId: customer.description, body: body, chat: "966\(number)@c.us", name: isMine ? nil : name,
                mine: isMine))
    }

    /// Moves the customer's link to a state, as typing the code on the phone does.
    package func setState(_ state: BridgeState, of customer: CustomerID) throws(BridgeError) {
        _ = try client.post("/test/state", Moved(customerId: customer.description, status: state.rawValue))
    }

    private struct Said: Encodable {
        let customerId: String, body: String, chat: String, name: String?, mine: Bool
    }

    private struct Moved: Encodable {
        let customerId: String, status: String
    }
}

extension AgreementHome {
    /// The controls of the scripted bridge; nil without a bridge.
    package var scriptedBridge: ScriptedBridge? { app.bridge.map(ScriptedBridge.init) }
}
