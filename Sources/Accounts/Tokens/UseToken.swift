import Logging
import Postgres
package import Runtime
package import Storage

/// A program's request: the customer and the token it used.
package struct SignedInProgram: Sendable {
    package let customer: Customer
    package let tokenID: PersonalTokenID
    package let scopes: [TokenScope]
}

extension App {
    /// Returns the customer of a personal token; nil if there is no such token.
    ///
    /// The token alone says who is meant. A right one is looked up before any limit, so nobody's wrong ones keep a
    /// program out.
    ///
    /// - Parameters:
    ///   - sent: what the program sent; nil if it sent nothing, which counts as no try.
    ///   - address: the network address, as nginx gives it.
    /// - Throws: `Refusal.tooManyRequests` after a wrong token, if there were too many of them.
    package func program(token sent: String?, from address: String) throws -> SignedInProgram? {
        guard let sent, !sent.isEmpty else { return nil }
        let store = try store
        if let token = PersonalTokenText(sent), let found = try store.tokenSignIn(digest: token.digest),
            try !found.isUseOld
                || store.touchToken(found.tokenID, of: found.customer.id, network: Networks.shown(address))
        {
            return SignedInProgram(customer: found.customer, tokenID: found.tokenID, scopes: found.scopes)
        }
        try recordWrongToken(from: address)
        return nil
    }

    /// Counts a wrong token by network, and logs it without the token.
    ///
    /// - Throws: `Refusal.tooManyRequests` if there were too many; further ones leave no rows.
    private func recordWrongToken(from address: String) throws {
        let store = try store
        let throttles = throttles(
            "token.network", network: address, limit: 20 * config.failuresPerNetwork, seconds: 300)
        let fields: Logger.Metadata = ["network": "\(Networks.shown(address))"]
        if let seconds = try store.transaction({ try store.take(throttles) }) {
            log.warning("token failure limit", metadata: fields)
            throw Refusal.tooManyRequests(seconds: seconds)
        }
        log.info("token sign-in failed", metadata: fields)
    }
}
