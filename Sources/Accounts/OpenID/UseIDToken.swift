import Logging
package import Mail
package import Runtime
package import Storage

extension App {
    /// Signs an app in with an ID token that it got from the provider.
    ///
    /// The published app sends no nonce, so none is required here. The token is useful for an hour at most, and for the
    /// clients of the settings only.
    ///
    /// - Parameters:
    ///   - rotates: true for tokens that rotate.
    ///   - person: the settings of a new account for an address.
    /// - Throws: `OpenIDProblem`.
    package func useIDToken(
        _ token: String, at provider: OpenIDProvider, rotates: Bool, _ person: (EmailAddress) -> NewCustomer,
        _ asker: Asker
    ) throws -> (tokens: AppTokens, customer: Customer) {
        do {
            let login = try provenLogin(
                token, by: provider, for: [provider.clientID] + provider.appClientIDs, nonce: nil)
            let store = try store
            let (tokens, customer) = try store.transaction {
                let matched = try match(login, person, asker)
                let tokens = try beginAppSession(of: matched.customer, rotates: rotates, asker)
                guard let customer = try store.customer(matched.customer) else { throw OpenIDProblem.invalid }
                return (tokens, customer)
            }
            logSignIn(customer.id, asker)
            return (tokens, customer)
        } catch OpenIDProblem.mailed(let address) {
            try askForSignIn(byApp: person(address), asker)
            throw OpenIDProblem.mailed(address)
        } catch let fault as IDTokenFault {
            try recordFailure("token of a provider: \(fault.rawValue)", asker)
            throw OpenIDProblem.invalid
        } catch let error as ProviderUnreachable {
            log.warning("provider unreachable", metadata: ["request": "\(asker.request)", "reason": "\(error)"])
            throw OpenIDProblem.unreachable
        }
    }
}
