import Logging
package import Runtime
package import Storage

/// Asks the bridge for the code of an attempt to link.
///
/// Running twice asks the bridge for a second code; the first one then no longer works, and the page shows the second.
package struct AskForCode: Job {
    package static let kind = "agreements.ask-for-code"
    package static func usefulSeconds(_ config: Config) -> Int { 120 }
    let customer: CustomerID
    let attempt: Int64

    package var customerID: CustomerID? { customer }

    package func run(_ context: JobContext, _ app: App) throws {
        let store = try app.store
        guard let row = try store.chatAccount(of: customer), row.attempt == attempt, row.state == .asked,
            let sealed = row.sealedNumber, let vault = try app.vault(of: customer), let bridge = app.bridge
        else { return }
        do {
            let number = try PhoneNumber(text: vault.open(String.self, sealed, .number))
            let code = try bridge.initialize(customer: customer.description, phoneNumber: number)
            let sealedCode = try vault.seal(code.text, .code)
            _ = try store.noteLink(of: customer, attempt: attempt, .waiting, sealedCode: sealedCode)
        } catch let error as BridgeError {
            app.log.warning("no linking code", metadata: ["customer_id": "\(customer)", "reason": "\(error)"])
            _ = try store.noteLink(of: customer, attempt: attempt, .failed, problem: error.linkProblem)
        }
    }

    package func ended(_ outcome: JobOutcome, _ app: App) throws {
        _ = try app.store.noteLink(of: customer, attempt: attempt, .failed, problem: .unreachable)
    }
}

extension App {
    /// The bridge of this installation; nil if there is none. It belongs to the calling thread.
    var bridge: BridgeClient? {
        guard !config.bridgeURL.isEmpty else { return nil }
        return BridgeClient(address: config.bridgeURL, secret: config.bridgeSecret.isEmpty ? nil : config.bridgeSecret)
    }
}

extension BridgeError {
    /// The problem as the customer reads it.
    var linkProblem: ChatLinkProblem {
        switch self {
        case .refused: .refused
        case .notAllowed, .unreachable, .timedOut, .secretRefused, .unreadable: .unreachable
        }
    }
}
