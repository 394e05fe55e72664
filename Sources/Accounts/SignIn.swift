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
        let session = Token.random()
        let isNew = try use(link, asker) { store in
            try store.insertSession(
                of: link.customerID, tokenDigest: session.digest, device: asker.device, network: asker.network)
        }
        guard let isNew else { return nil }
        return newSession(session, of: link.customerID, isNew: isNew, next: link.nextPath ?? "", asker)
    }

    /// Returns a session that has just begun in a browser.
    func newSession(
        _ token: Token, of customer: CustomerID, isNew: Bool, next: String, _ asker: Asker
    ) -> NewSession {
        let known = asker.knownBrowser ?? KnownBrowser()
        return NewSession(
            token: token, next: next, isNewAccount: isNew,
            knownBrowser: known.adding(customer, key: secrets.browsers.current))
    }

    /// Takes a link and begins a session: all of it or nothing.
    ///
    /// - Parameter begin: inserts the session.
    /// - Returns: true if the account began with it; nil if somebody else took the link first.
    func use(_ link: MagicLink, _ asker: Asker, begin: (Store) throws -> Void) throws -> Bool? {
        let store = try store
        return try store.transaction {
            try store.lock(link.customerID)
            guard try store.use(link.id) else { return nil }
            try store.revokeLinks(of: link.customerID)
            let isNew = try recordProof(of: link.customerID, asker)
            // The mailbox's owner has signed in: mails that strangers asked for must not hold up the next one.
            if let address = EmailAddress(link.email) {
                try store.forget(MailBudget.mailsOfStrangers(to: address, self))
            }
            try begin(store)
            if let flow = link.flowID, link.browserDigest == asker.browser {
                try store.delete(flow, of: link.customerID)
            }
            return isNew
        }
    }

    /// Records that a customer proved the address, in the transaction that begins a session.
    ///
    /// - Returns: true the first time only, when the account begins.
    func recordProof(of id: CustomerID, _ asker: Asker) throws -> Bool {
        let store = try store, isNew = try store.verify(id)
        if isNew {
            let customer = try store.customer(id)
            try enqueue(
                MailWelcome(customer: id), customer.flatMap { Language(rawValue: $0.language) } ?? asker.language)
            // A login that was linked before anybody proved the address may be a stranger's.
            try store.unlinkAll(of: id)
        } else {
            try notifyOfNewDevice(id, asker)
        }
        // A session begins with a new token, so a token that somebody planted earlier is worth nothing.
        if let old = asker.signedIn { try store.deleteSession(old.sessionID, of: old.customer.id) }
        try store.recordSignIn(of: id, network: MailBudget.networkDigest(of: id, asker, self))
        return isNew
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
            log.warning("sign-in failure limit", metadata: [
                "request": "\(asker.request)", "network": "\(asker.network)",
            ])
            throw Refusal.tooManyRequests(seconds: seconds)
        }
        log.info("sign-in failed", metadata: [
            "request": "\(asker.request)", "reason": "\(reason)", "network": "\(asker.network)",
        ])
    }
}
