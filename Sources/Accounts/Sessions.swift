import CivilTime
package import Crypto
package import Runtime
package import Storage

extension App {
    /// Returns the session of a cookie's token; nil if it has ended.
    ///
    /// A responder remembers a session until its last use has to be written down again, at most five minutes. The
    /// database's clock decides how many seconds those are. This machine's two clocks count them, and the one that
    /// counts more decides. The responder forgets the session as soon as it hears that the session or its customer
    /// changed (`Store.accountChannel`). It remembers none while it cannot hear.
    ///
    /// - Parameter isRemembered: false to read the database in any case.
    package func signedIn(_ token: Token, isRemembered: Bool) throws -> SignedIn? {
        let digest = token.digest, sessions = shared.sessions
        let now = now()
        if isRemembered, let kept = sessions.value(digest, at: now)?.signedIn(at: now) { return kept }
        let ticket = sessions.ticket()
        guard let signedIn = try store.signedIn(tokenDigest: digest) else { return nil }
        if signedIn.freshSeconds > 0 {
            sessions.keep(
                RememberedSession(signedIn, readAt: now), for: digest, until: now + .seconds(signedIn.freshSeconds),
                bytes: RememberedSession.bytes, ticket)
        }
        return signedIn
    }

    /// Writes down that a session is in use, and prolongs it.
    package func keepAlive(_ signedIn: SignedIn, from address: String) throws {
        try store.touch(signedIn.sessionID, network: Networks.shown(address))
    }

    /// Makes this responder forget a customer's sessions and devices at once, after a transaction changed them. The
    /// others hear of it.
    package func forget(_ customer: CustomerID) {
        shared.forget(customer)
    }
}
