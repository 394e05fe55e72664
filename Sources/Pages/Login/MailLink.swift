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
