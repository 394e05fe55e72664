package import Runtime
import Storage

/// The outcome of typing a code.
package enum CodeOutcome: Sendable {
    case signedIn(NewSession)
    case expired
    /// - triesLeft: the codes that the browser may still type; 0 if it must ask for another mail.
    case wrong(triesLeft: Int)
}

extension App {
    /// Signs a browser in with the code of the mail that it waits for.
    ///
    /// The right code is never refused because of wrong codes of other browsers. Five wrong codes of this browser
    /// end it.
    ///
    /// - Throws: `Refusal.tooManyRequests` if the network tried too many wrong links or codes.
    package func redeem(code typed: String, of waiting: Waiting, _ asker: Asker) throws -> CodeOutcome {
        if waiting.asked.isExpired(self) { return .expired }
        if let session = try signIn(code: SignInCode.normalized(typed), waiting, asker) { return .signedIn(session) }
        try recordFailure("wrong code", asker)
        // Counted even if no mail was sent. The outcome depends on this count alone.
        let tries = waiting.asked.codeTries(asker, self)
        let failures = try store.count(tries)
        if failures < SignInCode.tries { try store.record(tries) }
        return .wrong(triesLeft: max(0, SignInCode.tries - failures - 1))
    }

    /// Signs in with a code, or counts a wrong one against its mail.
    ///
    /// - Returns: nil if there is no mail whose code this could be, or if it is wrong.
    private func signIn(code: String, _ waiting: Waiting, _ asker: Asker) throws -> NewSession? {
        guard let begun = waiting.flow else { return nil }
        let store = try store
        let session: NewSession? = try store.transaction {
            // Lock the customer before the flow, in the same order as the link's button.
            try store.lock(begun.customerID)
            // It is locked, so that guesses sent at the same moment are counted one after another.
            guard let flow = try store.flow(ofBrowser: asker.browser, isLocked: true), flow.id == begun.id,
                flow.customerID == begun.customerID, !flow.isExpired, flow.codeFailures < SignInCode.tries
            else { return nil }
            for digest in SignInCode.digests(code, flow: flow.id, self) {
                if let link = try store.link(of: flow.id, codeHMAC: digest), let session = try signIn(link, asker) {
                    return session
                }
            }
            try store.countWrongCode(flow.id)
            return nil
        }
        if session != nil { logSignIn(begun.customerID, asker) }
        return session
    }
}
