import Logging
package import Mail
package import Runtime
package import Storage

/// The reason why a login at a provider signs nobody in.
package enum OpenIDProblem: Error, Sendable, Hashable {
    /// The way there has expired, was taken already, or began in another browser.
    case expired
    /// The person pressed "cancel" at the provider.
    case cancelled
    /// The provider does not answer, or not as it should.
    case unreachable
    /// The token proves nothing.
    case invalid
    /// The provider did not verify the address.
    case addressNotVerified
    /// The address has an account whose login at the provider is another one; or the login is another account's.
    case otherLogin
    /// The address has an account, and the provider does not give out that address. A link was mailed there.
    case mailed(EmailAddress)
}

extension App {
    /// Returns the account of a login and records the proof, in the transaction that begins a session.
    ///
    /// - Returns: the customer, and true if the account began with it.
    /// - Throws: `OpenIDProblem`. The transaction is then rolled back.
    func match(
        _ login: ProvenLogin, _ person: (EmailAddress) -> NewCustomer, _ asker: Asker
    ) throws -> (customer: CustomerID, isNew: Bool) {
        let store = try store
        if let linked = try store.useLinkedLogin(issuer: login.issuer, subject: login.subject) {
            try store.lock(linked.customer)
            return (linked.customer, try recordProof(of: linked.customer, asker))
        }
        guard let address = login.address else { throw OpenIDProblem.addressNotVerified }
        let found = try store.customer(orInsert: person(address))
        if found.isVerified, !login.isAuthoritative { throw OpenIDProblem.mailed(address) }
        try store.lock(found.id)
        let isNew = try recordProof(of: found.id, asker)
        guard try store.link(issuer: login.issuer, subject: login.subject, email: address.text, to: found.id)
        else { throw OpenIDProblem.otherLogin }
        return (found.id, isNew)
    }

    /// Logs why a login signed nobody in.
    func logOpenID(_ reason: String, _ asker: Asker) {
        log.info("provider sign-in failed", metadata: [
            "request": "\(asker.request)", "reason": "\(reason)", "network": "\(asker.network)",
        ])
    }
}

extension App {
    /// Returns the logins of a customer.
    package func linkedLogins(of customer: CustomerID) throws -> [LinkedLogin] {
        try store.linkedLogins(of: customer)
    }

    /// Ends a login of a customer. Their sessions go on.
    ///
    /// - Returns: false if there is none.
    package func unlinkLogin(issuer: String, of customer: CustomerID) throws -> Bool {
        try store.unlink(issuer: issuer, of: customer)
    }
}
