package import Crypto
import Logging
import Mail
import Runtime
import Storage
import Templates

/// A session that has just begun.
package struct NewSession: Sendable {
    /// The value of the session's cookie.
    package let token: Token
    /// The page to go on to, as it was asked for; empty if none was, or if the sign-in flow is deleted.
    package let next: String
    /// True if the account began with it.
    package let isNewAccount: Bool
    /// The browser's proof, with this account in it.
    package let knownBrowser: KnownBrowser
}

extension App {
    /// Takes a link and signs a browser in: all of it or nothing.
    ///
    /// - Returns: nil if somebody else took the link first.
    func signIn(_ link: MagicLink, _ asker: Asker) throws -> NewSession? {
        let store = try store
        let session = Token.random()
        let isNew: Bool? = try store.transaction {
            try store.lock(link.customerID)
            guard try store.use(link.id) else { return nil }
            try store.revokeLinks(of: link.customerID)
            let isNew = try store.verify(link.customerID)
            if isNew {
                let customer = try store.customer(link.customerID)
                try enqueue(
                    MailWelcome(customer: link.customerID),
                    customer.flatMap { Language(rawValue: $0.language) } ?? asker.language)
            }
            // A session begins with a new token, so a token that somebody planted earlier is worth nothing.
            if let old = asker.signedIn { try store.deleteSession(old.sessionID, of: old.customer.id) }
            try store.recordSignIn(
                of: link.customerID, network: MailBudget.networkDigest(of: link.customerID, asker, self))
            // The mailbox's owner has signed in: mails that strangers asked for must not hold up the next one.
            if let address = EmailAddress(link.email) {
                try store.forget(MailBudget.mailsOfStrangers(to: address, self))
            }
            try store.insertSession(
                of: link.customerID, tokenDigest: session.digest, device: asker.device, network: asker.network)
            if let flow = link.flowID, link.browserDigest == asker.browser {
                try store.delete(flow, of: link.customerID)
            }
            return isNew
        }
        guard let isNew else { return nil }
        let known = asker.knownBrowser ?? KnownBrowser()
        return NewSession(
            token: session, next: link.nextPath ?? "", isNewAccount: isNew,
            knownBrowser: known.adding(link.customerID, key: secrets.browsers.current))
    }

    func logSignIn(_ customer: CustomerID, _ asker: Asker) {
        log.info("signed in", metadata: [
            "request": "\(asker.request)", "customer_id": "\(customer)", "network": "\(asker.network)",
        ])
    }

    /// Counts a wrong link or code of a network, and logs it.
    ///
    /// - Throws: `Refusal.tooManyRequests` if the network sent too many; further ones are not logged.
    func recordFailure(_ reason: String, _ asker: Asker) throws {
        let failures = throttle(
            "login.failure", Networks.counted(asker.address), limit: config.failuresPerNetwork, seconds: 300)
        if let seconds = try store.transaction({ try store.take([failures]) }) {
            log.warning("sign-in failure limit", metadata: ["request": "\(asker.request)", "network": "\(asker.network)"])
            throw Refusal.tooManyRequests(seconds: seconds)
        }
        log.info("sign-in failed", metadata: [
            "request": "\(asker.request)", "reason": "\(reason)", "network": "\(asker.network)",
        ])
    }
}
