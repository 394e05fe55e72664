import CivilTime
import Crypto
import FeatureKit
import HTTP
import Mail
import Storage

extension Login {
    /// `GET /login`: one field, the address.
    static func showForm(_ visit: Visit, _ app: App) throws -> Response {
        app.page(
            LoginPage(signedInAs: visit.signedIn?.customer.email, next: page(next: visit.request.query["next"])),
            visit)
    }

    /// `POST /login`: asks for a one-time link to be mailed to the address in the form.
    ///
    /// Known and unknown addresses cost the same statements and get the same answer: the form must
    /// not tell who has an account.
    static func mailLink(_ visit: Visit, _ app: App) throws -> Response {
        let form = visit.request.form
        let next = page(next: form["next"])
        let address: EmailAddress
        do {
            address = try EmailAddress(validating: form["email"])
        } catch {
            let page = LoginPage(
                email: form["email"], problem: app.text(error.textKey, visit.language),
                signedInAs: visit.signedIn?.customer.email, next: next)
            return app.page(page, visit, status: .unprocessableContent)
        }
        do {
            try begin(address, next: next, visit, app)
        } catch Refusal.tooManyRequests(let seconds) {
            // Pressed twice: the mail is on its way, and the person should see that.
            guard let flow = try flow(of: visit, app), EmailAddress(flow.typedEmail) == address else {
                throw Refusal.tooManyRequests(seconds: seconds)
            }
            return tooOften(flow, seconds: seconds, visit, app)
        }
        return app.redirect("/login/sent")
    }

    /// Begins this browser's sign-in and has the mail sent, if the limits allow one.
    private static func begin(_ address: EmailAddress, next: String, _ visit: Visit, _ app: App) throws {
        let zone = app.shared.timeZones.zone(named: visit.request.form["zone"]) ?? app.config.defaultTimeZone
        try app.store.transaction {
            try app.countMail(to: address, visit)
            let customer = try app.store.customer(
                orInsert: NewCustomer(
                    address: address, language: visit.language.tag, timeZone: zone,
                    firstDay: firstDay(visit))).id
            let flow = try app.store.insert(
                NewSignInFlow(
                    browserDigest: visit.cookie.digest, customerID: customer, typedEmail: address.text,
                    language: visit.language.tag, reference: Random.text(2, alphabet: codeAlphabet),
                    device: visit.device.text, nextPath: next, lifetimeMinutes: app.config.linkMinutes))
            try app.enqueue(MailMagicLink(flow: flow.number, customer: customer.description), visit.language)
        }
    }

    /// A first guess, changed in the settings: Sunday where Arabic or American English is read.
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
/// Both are made here, not in the handler, so that only their digests are ever stored. Running
/// twice is harmless: each run mails a link of its own, and both sign in the same person.
struct MailMagicLink: Job {
    static let kind = "login.mail-magic-link"
    static func usefulSeconds(_ config: Config) -> Int { config.linkMinutes * 60 }
    /// The browser's sign-in, and whose it was when the mail was asked for.
    let flow: Int64
    let customer: String

    var customerID: CustomerID? { CustomerID(text: customer) }

    func run(_ context: JobContext, _ app: App) throws {
        // The browser may have signed in meanwhile, or have asked for another address.
        guard let flow = try app.store.flow(FlowID(flow), resendAfter: 0), flow.customerID == customerID,
            let address = EmailAddress(flow.email)
        else { return }
        let token = MailedToken.make()
        let digest = MailedToken.digest(token)
        let code = Random.text(Login.codeLength, alphabet: Login.codeAlphabet)
        try app.store.insertLink(
            of: flow.customerID, flow: flow.id, tokenDigest: digest,
            codeHMAC: Login.digest(ofCode: code, flow: flow.id, app),
            lifetimeMinutes: app.config.linkMinutes, keeping: Login.liveLinks)
        let language = context.language
        let page = MagicLinkMail(
            url: app.url("/magic-link", ["token": token]),
            code: "\(code.prefix(4))-\(code.suffix(4))", reference: flow.reference,
            minutes: app.text("wait.minutes", language, counting: app.config.linkMinutes),
            device: flow.device.isEmpty ? app.text("session.unknown-device", language) : flow.device,
            askedAt: try wallClock(flow.createdAt, of: flow.customerID, language, app))
        do {
            try context.send(try app.message(page, to: address, context), app)
        } catch let error as DeliveryError {
            if !error.mayHaveLeft { try app.store.deleteLink(tokenDigest: digest) }
            throw error
        }
    }

    /// `17:05 (Asia/Riyadh)`: hours and minutes where the customer lives.
    private func wallClock(
        _ moment: Instant, of customer: CustomerID, _ language: Language, _ app: App
    ) throws -> String {
        let name = try app.store.customer(customer)?.timeZone ?? app.config.defaultTimeZone
        let zone = try app.shared.timeZones.rules(named: name) ?? .utc
        return language.digits(zone.local(moment).clock) + " (\(zone.name))"
    }

    /// The waiting page tells it: nobody should wait for a mail that will not come.
    func ended(_ outcome: JobOutcome, _ app: App) throws {
        guard outcome != .unknown else { return }
        try app.store.setMailProblem(outcome == .refused ? "refused" : "unreachable", of: FlowID(flow))
    }
}

struct MagicLinkMail: MailPage {
    static let name = "magic-link"
    let url: String, code: String, reference: String, minutes: String, device: String, askedAt: String
}
