import Crypto
import FeatureKit
import HTTP
import Mail
import Storage

extension Login {
    /// `GET /login/sent`: check your email, or type the code here.
    static func showWaiting(_ visit: Visit, _ app: App) throws -> Response {
        guard let flow = try flow(of: visit, app) else { return app.redirect("/login") }
        return app.page(waitingPage(flow, visit, app), visit)
    }

    /// `POST /login/resend`: another mail for the same sign-in.
    static func mailAnotherLink(_ visit: Visit, _ app: App) throws -> Response {
        guard let flow = try flow(of: visit, app), let address = EmailAddress(flow.email) else {
            return app.redirect("/login")
        }
        do {
            try app.store.transaction {
                try app.countMail(to: address, visit)
                try app.store.renew(
                    flow.id, reference: Random.text(2, alphabet: codeAlphabet),
                    lifetimeMinutes: app.config.linkMinutes)
                try app.enqueue(
                    MailMagicLink(flow: flow.id.number, customer: flow.customerID.description), visit.language)
            }
        } catch Refusal.tooManyRequests(let seconds) {
            return tooOften(flow, seconds: seconds, visit, app)
        }
        return app.redirect("/login/sent?again=yes")
    }

    /// The waiting page again, with when to ask for another mail.
    static func tooOften(_ flow: SignInFlow, seconds: Int, _ visit: Visit, _ app: App) -> Response {
        var page = waitingPage(flow, visit, app)
        page.mailProblem = app.text(
            "error.429.message", visit.language, ["wait": app.wait(seconds, visit.language)])
        var response = app.page(page, visit, status: .tooManyRequests)
        response.headers["Retry-After"] = String(seconds)
        return response
    }

    /// The sign-in that this browser began.
    static func flow(of visit: Visit, isLocked: Bool = false, _ app: App) throws -> SignInFlow? {
        guard !visit.isNewBrowser else { return nil }
        return try app.store.flow(
            ofBrowser: visit.cookie.digest, resendAfter: app.config.resendSeconds, isLocked: isLocked)
    }

    static func waitingPage(
        _ flow: SignInFlow, _ visit: Visit, code: String = "", codeProblem: String? = nil, _ app: App
    ) -> WaitingPage {
        let language = visit.language
        return WaitingPage(
            email: flow.typedEmail, reference: flow.reference,
            minutes: app.text("wait.minutes", language, counting: app.config.linkMinutes),
            resendSeconds: String(flow.resendSeconds), mayResend: flow.resendSeconds == 0,
            code: code, codeProblem: codeProblem,
            mailProblem: flow.mailProblem.map { app.text($0 == "refused" ? "notice.mail-refused" : "notice.mail-unreachable", language) },
            notice: visit.request.query["again"] == "yes" ? app.text("notice.resent", language) : nil)
    }
}

struct WaitingPage: Page {
    static let template = "login/check-your-mail"
    static let hasForm = true
    var email: String
    var reference: String
    var minutes: String
    var resendSeconds: String
    var mayResend: Bool
    var code: String
    var codeProblem: String?
    var mailProblem: String?
    var notice: String?
}
