import Logging
import Postgres
package import Runtime
package import Storage

/// The outcome of making a token.
package enum TokenOutcome: Sendable {
    /// - text: the token, shown this once.
    case made(PersonalTokenID, text: String)
    /// The name is empty, longer than 60 characters, or has one that no name needs.
    case unfitLabel
    /// The customer has as many as one may have (`App.mostTokens`).
    case tooMany
}

extension App {
    /// The personal tokens that a customer may have at a time.
    package static let mostTokens = 20

    /// Makes a token for a program that the customer names.
    ///
    /// - Throws: `Refusal.tooManyRequests` if the customer made too many in an hour.
    package func makeToken(
        label typed: String, scopes: [TokenScope], of customer: CustomerID, _ asker: Asker
    ) throws -> TokenOutcome {
        guard let label = DeviceLabel(typed)?.text else { return .unfitLabel }
        let store = try store, token = PersonalTokenText.random()
        let made = throttle("token.made", customer.uuid.bytes, limit: 2 * Self.mostTokens, seconds: 3_600)
        let outcome: TokenOutcome = try store.transaction {
            try store.lock(customer)
            guard try store.countTokens(of: customer) < Self.mostTokens else { return .tooMany }
            if let seconds = try store.take([made]) { throw Refusal.tooManyRequests(seconds: seconds) }
            let id = try store.insertToken(of: customer, label: label, scopes: scopes, digest: token.digest)
            return .made(id, text: token.text)
        }
        if case .made = outcome { log.info("token made", metadata: asker.logFields(customer)) }
        return outcome
    }

    /// Returns the tokens of a customer, the newest first.
    package func tokens(of customer: CustomerID) throws -> [PersonalToken] { try store.tokens(of: customer) }

    /// Ends a token. No responder remembers tokens, so it is refused at once.
    ///
    /// - Returns: the program's name; nil if the token is another customer's, or ended already.
    package func revokeToken(
        _ id: PersonalTokenID, of customer: CustomerID, _ asker: Asker
    ) throws -> String? {
        let label = try store.deleteToken(id, of: customer)
        if label != nil { log.info("token revoked", metadata: asker.logFields(customer)) }
        return label
    }
}
