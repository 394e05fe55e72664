import Accounts
import CivilTime
import Crypto
package import HTTP
import Logging
import Mail
import Places
package import Runtime
package import Storage
import Templates
package import Web

extension Login {
    /// `GET /login`: one field, the address.
    package static func showForm(_ visit: Visit, _ app: App) throws -> Response {
        app.page(
            LoginPage(signedInAs: visit.signedIn?.customer.email, next: page(next: visit.request.query["next"], visit)),
            visit)
    }

    /// `POST /login`: asks for a one-time link to be mailed to the address in the form.
    ///
    /// Known and unknown addresses cost the same statements and get the same answer: the form must
    /// not tell who has an account.
    package static func mailLink(_ visit: Visit, _ app: App) throws -> Response {
        let form = visit.request.form
        let next = page(next: form["next"], visit)
        let address: EmailAddress
        do {
            address = try EmailAddress(validating: form["email"])
        } catch {
            let page = LoginPage(
                email: form["email"], problem: app.text(error.textKey, visit.language),
                signedInAs: visit.signedIn?.customer.email, next: next)
            return app.page(page, visit, status: .unprocessableContent)
        }
        return try ask(address, next: next, visit, app)
    }

    /// Has a mail sent if the limits allow one, and shows the waiting page in any case.
    ///
    /// - Parameter isAgain: true if the browser asks for another mail of the same sign-in.
    static func ask(
        _ address: EmailAddress, next: String, isAgain: Bool = false, _ visit: Visit, _ app: App
    ) throws -> Response {
        if let asked = AskedSignIn(visit, app), asked.address == address, asked.secondsToWait(app) > 0 {
            return try tooSoon(asked, visit, app)
        }
        let asked = AskedSignIn(
            address: address, reference: Random.text(2, alphabet: SignInCode.alphabet), next: next, askedAt: app.now())
        try begin(asked, visit, app)
        var response = app.redirect(isAgain ? "/login/sent?again=yes" : "/login/sent")
        asked.keep(in: &response, visit, app)
        return response
    }

    /// Begins this browser's sign-in and has the mail sent, if the limits allow one.
    ///
    /// If they do not, everything except the count of the network is rolled back. So a request too many leaves no
    /// rows, but it takes the same work.
    private static func begin(_ asked: AskedSignIn, _ visit: Visit, _ app: App) throws {
        struct HeldBack: Error {}
        let zone = app.shared.timeZones.zone(named: visit.request.form["zone"]) ?? app.config.defaultTimeZone
        let store = try app.store, budget = MailBudget(address: asked.address, asker: visit.asker, app: app)
        let isSent = try store.transaction {
            let network = try budget.countForNetwork()
            do {
                try store.transaction {
                    let customer = try store.customer(
                        orInsert: NewCustomer(
                            address: asked.address, language: visit.language.tag, timeZone: zone, firstDay: firstDay(visit)))
                    let isAllowed = try budget.take(for: customer, network)
                    let flow = try store.insert(
                        NewSignInFlow(
                            browserDigest: visit.cookie.digest, customerID: customer.id, typedEmail: asked.address.text,
                            language: visit.language.tag, reference: asked.reference,
                            device: visit.device.text, nextPath: asked.next, lifetimeMinutes: app.config.linkMinutes))
                    let mail = MailMagicLink(
                        flow: flow, customer: customer.id, device: visit.device.text,
                        reference: asked.reference)
                    try app.enqueue(mail, visit.language)
                    if !isAllowed { throw HeldBack() }
                }
                return true
            } catch is HeldBack {
                return false
            }
        }
        if !isSent {
            app.log.warning("mail limit", metadata: [
                "request": "\(visit.request.id)", "network": "\(Networks.shown(visit.request.remoteAddress))",
            ])
        }
    }

    /// Guesses the first day of the week: Sunday for readers of Arabic or American English. The settings change it.
    private static func firstDay(_ visit: Visit) -> Int {
        let wishes = visit.request.headers["Accept-Language"] ?? ""
        return visit.language == .arabic || wishes.hasPrefix("en-US") ? 7 : 1
    }
}

struct LoginPage: Page {
    static let template = "login/form"
    static let hasForm = true
    var email = ""
    var problem: String?
    var signedInAs: String?
    var next: String
}

/// Mails a link and a code for one browser's sign-in.
///
/// Both are made here, not in the handler, so that only their digests are ever stored. Running twice is
/// harmless: each run mails its own link, and both sign in the same person.
package struct MailMagicLink: Job {
    package static let kind = "login.mail-magic-link"
    package static func usefulSeconds(_ config: Config) -> Int { config.linkMinutes * 60 }
    /// The browser's sign-in; `customer` is its owner at the time of the request.
    let flow: FlowID
    let customer: CustomerID
    /// The browser in words, and the two characters on its page; nil in a job of an earlier release.
    let device: String?
    let reference: String?

    package var customerID: CustomerID? { customer }

    package func run(_ context: JobContext, _ app: App) throws {
        guard let id = customerID, let email = try app.store.customer(id)?.email, let address = EmailAddress(email)
        else { return }
        // A browser that went on to another address cannot type this mail's code. But the link is
        // mailed in any case: a mail that was counted must arrive, or counting could keep the address's owner out.
        let begun = try app.store.flow(flow).flatMap { $0.customerID == id ? $0 : nil }
        let token = MailedToken.make()
        let digest = MailedToken.digest(token)
        let code = Random.text(SignInCode.length, alphabet: SignInCode.alphabet)
        guard try app.store.insertLink(
            of: id, flow: begun?.id, email: email, tokenDigest: digest,
            codeHMAC: SignInCode.digest(code, flow: flow, app),
            lifetimeMinutes: app.config.linkMinutes, keeping: Login.liveLinks)
        else { return }
        let language = context.language
        let device = device ?? begun?.device ?? ""
        let page = MagicLinkMail(
            url: app.url("/magic-link", ["token": token]),
            code: "\(code.prefix(4))-\(code.suffix(4))",
            reference: reference ?? begun?.reference ?? Random.text(2, alphabet: SignInCode.alphabet),
            minutes: app.text("wait.minutes", language, counting: app.config.linkMinutes),
            device: device.isEmpty ? app.text("session.unknown-device", language) : device,
            askedAt: try wallClock(context.row.createdAt, of: id, language, app))
        do {
            try context.send(try app.message(page, to: address, context), app)
        } catch let error as DeliveryError {
            if !error.mayHaveLeft { try app.store.deleteLink(tokenDigest: digest) }
            throw error
        }
    }

    /// Formats a moment in the customer's time zone: `17:05 (Asia/Riyadh)`.
    private func wallClock(
        _ moment: Instant, of customer: CustomerID, _ language: Language, _ app: App
    ) throws -> String {
        let name = try app.store.customer(customer)?.timeZone ?? app.config.defaultTimeZone
        let zone = try app.shared.timeZones.rules(named: name) ?? .utc
        return language.digits(zone.local(moment).clock) + " (\(zone.name))"
    }

    /// Stores the failure for the waiting page: nobody should wait for a mail that will not come.
    package func ended(_ outcome: JobOutcome, _ app: App) throws {
        guard outcome != .unknown, let id = customerID else { return }
        try app.store.setMailProblem(outcome == .refused ? "refused" : "unreachable", of: flow, customer: id)
    }
}

struct MagicLinkMail: MailPage {
    static let name = "magic-link"
    let url: String, code: String, reference: String, minutes: String, device: String, askedAt: String
}
