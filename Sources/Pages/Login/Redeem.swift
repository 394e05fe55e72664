import Accounts
import Crypto
package import HTTP
import Logging
import Mail
import Places
package import Runtime
import Storage
import Templates
package import Web

extension Login {
    /// `POST /magic-link`: the button on the link's page signs this browser in, once.
    ///
    /// A link is looked up before any limit: 122 bits cannot be guessed, and a right link is never refused because
    /// somebody else on the network tried wrong ones.
    package static func redeem(_ visit: Visit, _ app: App) throws -> Response {
        let form = visit.request.form
        guard MailedToken.isOne(form["token"]),
            let link = try app.store.link(tokenDigest: MailedToken.digest(form["token"]))
        else {
            try noteFailure("unknown link", visit, app)
            return linkProblem(.unknown, visit, app)
        }
        let isOwn = link.customerID == visit.signedIn?.customer.id
        switch link.state {
        case .live: break
        // The button was pressed twice, or the link opened again later: the person is already signed in.
        case .used where isOwn: return app.redirect(page(next: link.nextPath ?? "/settings", visit))
        case .used: return try refuse(.used, link, visit, app)
        case .revoked: return try refuse(.replaced, link, visit, app)
        case .expired: return try refuse(.expired, link, visit, app)
        }
        if let current = visit.signedIn?.customer {
            // Somebody could mail a person a link to an account that is not theirs.
            if !isOwn, form["switch"] != "yes" {
                let page = SwitchPage(token: form["token"], currentEmail: current.email, newEmail: link.email)
                return app.page(page, visit).unindexed
            }
        } else if form["elsewhere"] != "yes", try !isBegunHere(link, visit, app) {
            // The same danger if nobody is signed in.
            let page = ElsewherePage(
                token: form["token"], maskedEmail: EmailAddress(link.email)?.masked ?? "", device: link.device ?? "")
            return app.page(page, visit).unindexed
        }
        guard let response = try signIn(link, visit, app) else { return try refuse(.used, link, visit, app) }
        logSignIn(link.customerID, visit, app)
        return response
    }

    /// Returns true if this browser asked for the link's account, or signed in to it before.
    private static func isBegunHere(_ link: MagicLink, _ visit: Visit, _ app: App) throws -> Bool {
        if link.browserDigest == visit.cookie.digest { return true }
        if let asked = AskedSignIn(visit, app), asked.address == EmailAddress(link.email) { return true }
        if try app.store.flow(ofBrowser: visit.cookie.digest)?.customerID == link.customerID { return true }
        return visit.asker.knownBrowser?.knows(link.customerID, keys: app.secrets.browsers.all) ?? false
    }

    /// `POST /login/code`: the code from the mail, typed in the browser that asked for it.
    ///
    /// The right code is never refused because of wrong codes of other browsers. Five wrong codes of this browser
    /// end it.
    package static func redeemCode(_ visit: Visit, _ app: App) throws -> Response {
        let typed = visit.request.form["code"]
        guard let waiting = try waiting(visit, app) else { return app.redirect("/login") }
        let language = visit.language
        func refused(_ problem: String) throws -> Response {
            let page = try waitingPage(waiting, visit, code: typed, codeProblem: problem, app)
            return app.page(page, visit, status: .unprocessableContent)
        }
        if waiting.asked.isExpired(app) { return try refused(app.text("problem.code.expired", language)) }
        if let response = try signIn(code: SignInCode.normalized(typed), waiting, visit, app) { return response }
        try noteFailure("wrong code", visit, app)
        // Counted even if no mail was sent. The page's answer depends on this count alone.
        let tries = waiting.asked.codeTries(visit.asker, app)
        let failures = try app.store.count(tries)
        if failures < SignInCode.tries { try app.store.note(tries) }
        let left = SignInCode.tries - failures - 1
        return try refused(
            left <= 0 ? app.text("problem.code.spent", language) : app.text("problem.code.wrong", language, counting: left))
    }

    /// Signs in with a code, or counts a wrong one against its mail.
    ///
    /// - Returns: nil if there is no mail whose code this could be, or if it is wrong.
    private static func signIn(code: String, _ waiting: Waiting, _ visit: Visit, _ app: App) throws -> Response? {
        guard let begun = waiting.flow else { return nil }
        let response: Response? = try app.store.transaction {
            // Lock the customer before the flow, in the same order as the link's button.
            try app.store.lock(begun.customerID)
            // It is locked, so that guesses sent at the same moment are counted one after another.
            guard let flow = try app.store.flow(ofBrowser: visit.cookie.digest, isLocked: true), flow.id == begun.id,
                flow.customerID == begun.customerID, !flow.isExpired, flow.codeFailures < SignInCode.tries
            else { return nil }
            for digest in SignInCode.digests(code, flow: flow.id, app) {
                if let link = try app.store.link(of: flow.id, codeHMAC: digest),
                    let response = try signIn(link, visit, app) {
                    return response
                }
            }
            try app.store.countWrongCode(flow.id)
            return nil
        }
        if response != nil { logSignIn(begun.customerID, visit, app) }
        return response
    }

    private static func logSignIn(_ customer: CustomerID, _ visit: Visit, _ app: App) {
        app.log.info("signed in", metadata: [
            "request": "\(visit.request.id)", "customer_id": "\(customer)",
            "network": "\(Networks.shown(visit.request.remoteAddress))",
        ])
    }

    /// Counts a wrong link or code of a network, and logs it.
    ///
    /// - Throws: `Refusal.tooManyRequests` if the network sent too many; further ones are not logged.
    private static func noteFailure(_ reason: String, _ visit: Visit, _ app: App) throws {
        let network = Networks.shown(visit.request.remoteAddress)
        if let seconds = try app.store.transaction({ try app.store.take([failures(from: visit, app)]) }) {
            app.log.warning("sign-in failure limit", metadata: ["request": "\(visit.request.id)", "network": "\(network)"])
            throw Refusal.tooManyRequests(seconds: seconds)
        }
        app.log.info("sign-in failed", metadata: [
            "request": "\(visit.request.id)", "reason": "\(reason)", "network": "\(network)",
        ])
    }

    private static func refuse(
        _ problem: LinkProblem, _ link: MagicLink, _ visit: Visit, _ app: App
    ) throws -> Response {
        app.log.info("sign-in failed", metadata: [
            "request": "\(visit.request.id)", "reason": "\(problem) link", "customer_id": "\(link.customerID)",
            "network": "\(Networks.shown(visit.request.remoteAddress))",
        ])
        // The address is shown only to the browser that typed it.
        let isSameBrowser = link.browserDigest == visit.cookie.digest
        return linkProblem(problem, email: isSameBrowser ? link.email : "", visit, app)
    }

    /// Takes a link and signs this browser in: all of it or nothing.
    ///
    /// - Returns: nil if somebody else took the link first.
    private static func signIn(_ link: MagicLink, _ visit: Visit, _ app: App) throws -> Response? {
        let store = try app.store
        let session = Token.random()
        let isSignedIn = try store.transaction {
            try store.lock(link.customerID)
            guard try store.use(link.id) else { return false }
            try store.revokeLinks(of: link.customerID)
            if try store.verify(link.customerID) {
                let customer = try store.customer(link.customerID)
                try app.enqueue(
                    MailWelcome(customer: link.customerID),
                    customer.flatMap { Language(rawValue: $0.language) } ?? visit.language)
            }
            // A session begins with a new token, so a token that somebody planted earlier is worth nothing.
            if let old = visit.signedIn { try store.deleteSession(old.sessionID, of: old.customer.id) }
            try store.noteSignIn(of: link.customerID, network: MailBudget.networkDigest(of: link.customerID, visit.asker, app))
            // The mailbox's owner has signed in: mails that strangers asked for must not hold up the next one.
            if let address = EmailAddress(link.email) { try store.forget(MailBudget.mailsOfStrangers(to: address, app)) }
            try store.insertSession(
                of: link.customerID, tokenDigest: session.digest, device: visit.device.text,
                network: Networks.shown(visit.request.remoteAddress))
            if let flow = link.flowID, link.browserDigest == visit.cookie.digest { try store.delete(flow, of: link.customerID) }
            return true
        }
        guard isSignedIn else { return nil }
        var response = app.redirect(page(next: link.nextPath ?? "/settings", visit))
        response.keepSession(session.text)
        response.forgetBrowser()
        response.forgetAskedSignIn()
        let known = visit.asker.knownBrowser ?? KnownBrowser()
        response.keep(known.adding(link.customerID, key: app.secrets.browsers.current))
        return response
    }
}

/// The page that asks before a link of another browser signs in this one.
struct ElsewherePage: Page {
    static let template = "login/elsewhere"
    static let hasForm = true
    var token: String
    var maskedEmail: String
    /// The browser that asked, in words; empty if it is not known.
    var device: String
}

struct SwitchPage: Page {
    static let template = "login/switch"
    static let hasForm = true
    var token: String
    var currentEmail: String
    var newEmail: String
}
