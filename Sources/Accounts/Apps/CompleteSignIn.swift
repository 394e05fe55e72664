package import Runtime
package import Storage

/// The outcome of an app's sign-in with the token of a mailed link.
package enum AppSignIn: Sendable {
    case signedIn(AppTokens, Customer)
    case refused(LinkProblem)
}

extension App {
    /// Signs an app in with the token of a mailed link, once.
    ///
    /// - Parameter rotates: true for tokens that rotate.
    /// - Throws: `Refusal.tooManyRequests` if the network tried too many wrong links or codes.
    package func completeSignIn(link token: String, rotates: Bool, _ asker: Asker) throws -> AppSignIn {
        guard MailedToken.isOne(token), let link = try store.link(tokenDigest: MailedToken.digest(token)) else {
            try recordFailure("unknown link", asker)
            return .refused(.unknown)
        }
        switch link.state {
        case .live: break
        case .used: return .refused(.used)
        case .revoked: return .refused(.replaced)
        case .expired: return .refused(.expired)
        }
        var begun: AppTokens?
        _ = try use(link, asker) { _ in begun = try beginAppSession(of: link.customerID, rotates: rotates, asker) }
        guard let begun, let customer = try store.customer(link.customerID) else { return .refused(.used) }
        logSignIn(link.customerID, asker)
        return .signedIn(begun, customer)
    }
}
