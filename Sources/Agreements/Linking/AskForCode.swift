import Logging
package import Runtime
package import Storage
import Templates

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
            // A bridge may hold a link that was ended here while it was away. A link is asked for only without one.
            if try bridge.status(of: customer.description) != nil { try bridge.disconnect(customer.description) }
            let code = try bridge.initialize(customer: customer.description, phoneNumber: number)
            let sealedCode = try vault.seal(code.text, .code)
            _ = try store.recordLink(of: customer, attempt: attempt, .waiting, sealedCode: sealedCode)
        } catch let error as BridgeError {
            app.log.warning("no linking code", metadata: ["customer_id": "\(customer)", "reason": "\(error)"])
            try app.failLink(of: customer, attempt: attempt, error.linkProblem)
        }
    }

    package func ended(_ outcome: JobOutcome, _ app: App) throws {
        try app.failLink(of: customer, attempt: attempt, .unreachable)
    }
}

extension App {
    /// Records that an attempt to link failed, and has the bridge drop it: a code that is typed late must link nothing.
    func failLink(of customer: CustomerID, attempt: Int64, _ problem: ChatLinkProblem) throws {
        let store = try store
        try store.transaction {
            guard try store.recordLink(of: customer, attempt: attempt, .failed, problem: problem) else { return }
            try enqueue(EndLink(customer: customer), .english)
        }
    }

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
