import Logging
import Mail
package import Runtime
import Storage

/// The outcome of pressing the button behind a mailed link.
package enum LinkOutcome: Sendable {
    case signedIn(NewSession)
    /// The link was used before, by the customer who is signed in here.
    case alreadySignedIn(next: String)
    /// Somebody is signed in, and the link is another account's. It is used only if the person agrees to switch.
    case otherAccount(current: String, new: String)
    /// The link was asked for elsewhere. It is used only if the person agrees, having seen whose it is.
    case otherBrowser(maskedEmail: String, device: String)
    /// - email: the link's address if this browser typed it; empty otherwise.
    case refused(LinkProblem, email: String)
}

/// The reason why a link does not work.
package enum LinkProblem: Sendable {
    case expired, used, replaced, unknown
}

extension App {
    /// Signs a browser in with the token of a mailed link, once.
    ///
    /// A link is looked up before any limit: 122 bits cannot be guessed, and a right link is never refused because
    /// somebody else on the network tried wrong ones.
    ///
    /// - Parameters:
    ///   - last: the sign-in that this browser asked for last; nil if it asked for none.
    ///   - agreesToSwitch: true if the person was shown `otherAccount` and goes on.
    ///   - agreesElsewhere: true if the person was shown `otherBrowser` and goes on.
    /// - Throws: `Refusal.tooManyRequests` if the network tried too many wrong links or codes.
    package func redeem(
        link token: String, last: AskedSignIn?, agreesToSwitch: Bool, agreesElsewhere: Bool, _ asker: Asker
    ) throws -> LinkOutcome {
        guard MailedToken.isOne(token), let link = try store.link(tokenDigest: MailedToken.digest(token)) else {
            try recordFailure("unknown link", asker)
            return .refused(.unknown, email: "")
        }
        let isOwn = link.customerID == asker.signedIn?.customer.id
        switch link.state {
        case .live: break
        // The button was pressed twice, or the link opened again later: the person is already signed in.
        case .used where isOwn: return .alreadySignedIn(next: link.nextPath ?? "")
        case .used: return refuse(.used, link, asker)
        case .revoked: return refuse(.replaced, link, asker)
        case .expired: return refuse(.expired, link, asker)
        }
        if let current = asker.signedIn?.customer {
            // Somebody could mail a person a link to an account that is not theirs.
            if !isOwn, !agreesToSwitch { return .otherAccount(current: current.email, new: link.email) }
        } else if !agreesElsewhere, try !isBegunHere(link, last, asker) {
            // The same danger if nobody is signed in.
            return .otherBrowser(
                maskedEmail: EmailAddress(link.email)?.masked ?? "", device: link.device ?? "")
        }
        guard let session = try signIn(link, asker) else { return refuse(.used, link, asker) }
        logSignIn(link.customerID, asker)
        return .signedIn(session)
    }

    /// Returns true if this browser asked for the link's account, or signed in to it before.
    private func isBegunHere(_ link: MagicLink, _ last: AskedSignIn?, _ asker: Asker) throws -> Bool {
        if link.browserDigest == asker.browser { return true }
        if let last, last.address == EmailAddress(link.email) { return true }
        if try store.flow(ofBrowser: asker.browser)?.customerID == link.customerID { return true }
        return asker.knownBrowser?.knows(link.customerID, keys: secrets.browsers.all) ?? false
    }

    private func refuse(_ problem: LinkProblem, _ link: MagicLink, _ asker: Asker) -> LinkOutcome {
        log.info("sign-in failed", metadata: [
            "request": "\(asker.request)", "reason": "\(problem) link", "customer_id": "\(link.customerID)",
            "network": "\(asker.network)",
        ])
        // The address is shown only to the browser that typed it.
        return .refused(problem, email: link.browserDigest == asker.browser ? link.email : "")
    }
}
