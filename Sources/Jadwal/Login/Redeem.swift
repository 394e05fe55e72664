import Crypto
import FeatureKit
import HTTP
import Logging
import Storage

extension Login {
    /// `POST /magic-link`: the button on the link's page signs this browser in, once.
    static func redeem(_ visit: Visit, _ app: App) throws -> Response {
        let form = visit.request.form
        if let seconds = try app.store.secondsUntilFree(failures(from: visit, app)) {
            throw Refusal.tooManyRequests(seconds: seconds)
        }
        guard MailedToken.isOne(form["token"]),
            let link = try app.store.link(tokenDigest: MailedToken.digest(form["token"]))
        else {
            try app.store.note(failures(from: visit, app))
            return linkProblem(.unknown, visit, app)
        }
        let isOwn = link.customerID == visit.signedIn?.customer.id
        switch link.state {
        case .live: break
        // Pressed twice, or opened again later: the person is where they wanted to be.
        case .used where isOwn: return app.redirect(page(next: link.nextPath ?? "/settings"))
        case .used: return try refuse(.used, link, visit, app)
        case .revoked: return try refuse(.replaced, link, visit, app)
        case .expired: return try refuse(.expired, link, visit, app)
        }
        // Somebody could mail a person a link to an account that is not theirs.
        if let current = visit.signedIn?.customer, !isOwn, form["switch"] != "yes" {
            let page = SwitchPage(token: form["token"], currentEmail: current.email, newEmail: link.email)
            return app.page(page, visit).unindexed
        }
        return try signIn(link, visit, app) ?? refuse(.used, link, visit, app)
    }

    /// `POST /login/code`: the code from the mail, typed in the browser that asked for it.
    static func redeemCode(_ visit: Visit, _ app: App) throws -> Response {
        if let seconds = try app.store.secondsUntilFree(failures(from: visit, app)) {
            throw Refusal.tooManyRequests(seconds: seconds)
        }
        let typed = visit.request.form["code"]
        let code = normalized(code: typed)
        enum Outcome {
            case signedIn(Response), wrong(SignInFlow, problem: String), noFlow
        }
        let outcome: Outcome = try app.store.transaction {
            // Locked, so that guesses sent at the same moment are counted one after another.
            guard let flow = try flow(of: visit, isLocked: true, app) else { return .noFlow }
            if flow.isExpired { return .wrong(flow, problem: app.text("problem.code.expired", visit.language)) }
            let spent = app.text("problem.code.spent", visit.language)
            guard flow.codeFailures < codeTries else { return .wrong(flow, problem: spent) }
            let digest = digest(ofCode: code, flow: flow.id, app)
            if let link = try app.store.link(of: flow.id, codeHMAC: digest),
                let response = try signIn(link, visit, app) {
                return .signedIn(response)
            }
            try app.store.countWrongCode(flow.id)
            try app.store.note(failures(from: visit, app))
            let left = codeTries - flow.codeFailures - 1
            return .wrong(flow, problem: left == 0 ? spent : app.text("problem.code.wrong", visit.language, counting: left))
        }
        switch outcome {
        case .signedIn(let response): return response
        case .noFlow: return app.redirect("/login")
        case .wrong(let flow, let problem):
            let page = waitingPage(flow, visit, code: typed, codeProblem: problem, app)
            return app.page(page, visit, status: .unprocessableContent)
        }
    }

    /// Capital letters and digits of what was typed; spaces and hyphens are how people read codes.
    static func normalized(code: String) -> String {
        String(String.UnicodeScalarView(code.uppercased().unicodeScalars.filter { scalar in
            ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
        }.prefix(2 * codeLength)))
    }

    private static func refuse(
        _ problem: LinkProblem, _ link: MagicLink, _ visit: Visit, _ app: App
    ) throws -> Response {
        try app.store.note(failures(from: visit, app))
        // The address is shown only to the browser that typed it.
        let isSameBrowser = link.browserDigest == visit.cookie.digest
        return linkProblem(problem, email: isSameBrowser ? link.email : "", visit, app)
    }

    /// Takes a link and signs this browser in: all of it or nothing.
    ///
    /// - Returns: nil when somebody else took the link first.
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
                    MailWelcome(customer: link.customerID.description),
                    customer.flatMap { Language(rawValue: $0.language) } ?? visit.language)
            }
            // A session begins with a new identity, so one planted earlier is worth nothing.
            if let old = visit.signedIn { try store.deleteSession(old.sessionID, of: old.customer.id) }
            try store.insertSession(
                of: link.customerID, tokenDigest: session.digest, device: visit.device.text,
                network: Networks.shown(visit.request.remoteAddress))
            if let flow = link.flowID, link.browserDigest == visit.cookie.digest { try store.delete(flow) }
            return true
        }
        guard isSignedIn else { return nil }
        app.log.info("signed in", metadata: ["request": "\(visit.request.id)", "customer_id": "\(link.customerID)"])
        var response = app.redirect(page(next: link.nextPath ?? "/settings"))
        response.keepSession(session.text)
        response.forgetBrowser()
        return response
    }
}

struct SwitchPage: Page {
    static let template = "login/switch"
    static let hasForm = true
    var token: String
    var currentEmail: String
    var newEmail: String
}
