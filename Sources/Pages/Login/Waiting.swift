import Accounts
import Crypto
package import HTTP
import Mail
package import Runtime
import Storage
import Templates
package import Web

extension Login {
    /// `GET /login/sent`: shows "check your email" and a field for the code.
    package static func showWaiting(_ visit: Visit, _ app: App) throws -> Response {
        guard let waiting = try waiting(visit, app) else { return app.redirect("/login") }
        return app.page(try waitingPage(waiting, visit, app), visit)
    }

    /// `POST /login/resend`: sends another mail for the same sign-in.
    package static func mailAnotherLink(_ visit: Visit, _ app: App) throws -> Response {
        guard let waiting = try waiting(visit, app) else { return app.redirect("/login") }
        return try ask(waiting.address, next: waiting.next, isAgain: true, visit, app)
    }

    /// Returns the waiting page again. It says when the browser may ask for another mail.
    static func tooSoon(_ asked: AskedSignIn, _ visit: Visit, _ app: App) throws -> Response {
        let seconds = asked.secondsToWait(app)
        var page = try waitingPage(Waiting(asked, try flow(of: visit, app)), visit, app)
        page.notice = app.text("sent.too-soon", visit.language, ["wait": app.wait(seconds, visit.language)])
        var response = app.page(page, visit, status: .tooManyRequests)
        response.headers["Retry-After"] = String(seconds)
        return response
    }

    /// Returns the sign-in that this browser began; nil if no mail was sent for it.
    static func flow(of visit: Visit, isLocked: Bool = false, _ app: App) throws -> SignInFlow? {
        guard !visit.isNewBrowser else { return nil }
        return try app.store.flow(ofBrowser: visit.cookie.digest, isLocked: isLocked)
    }

    /// Returns the sign-in that this browser waits for; nil if it asked for none.
    static func waiting(_ visit: Visit, _ app: App) throws -> Waiting? {
        guard let asked = AskedSignIn(visit, app) else { return nil }
        return Waiting(asked, try flow(of: visit, app))
    }

    static func waitingPage(
        _ waiting: Waiting, _ visit: Visit, code: String = "", codeProblem: String? = nil, _ app: App
    ) throws -> WaitingPage {
        let language = visit.language
        let seconds = waiting.asked.secondsToWait(app)
        let mailProblem: String? =
            switch waiting.flow?.mailProblem {
            case "refused": app.text("notice.mail-refused", language)
            case .some: app.text("notice.mail-unreachable", language)
            case nil: try MailBudget.secondsUntilQuiet(visit.asker, app).map {
                app.text("sent.busy", language, ["wait": app.wait($0, language)])
            }
            }
        return WaitingPage(
            email: waiting.address.text, reference: waiting.asked.reference,
            minutes: app.text("wait.minutes", language, counting: app.config.linkMinutes),
            resendSeconds: String(seconds), mayResend: seconds == 0,
            code: code, codeProblem: codeProblem, mailProblem: mailProblem,
            notice: visit.request.query["again"] == "yes" ? app.text("notice.resent", language) : nil)
    }
}

/// The sign-in that a browser waits for: the one it asked for, and the stored one if a mail was sent.
struct Waiting {
    let asked: AskedSignIn
    /// nil if no mail could be sent, which the page does not show.
    let flow: SignInFlow?

    init(_ asked: AskedSignIn, _ flow: SignInFlow?) {
        self.asked = asked
        self.flow = flow.flatMap { EmailAddress($0.typedEmail) == asked.address ? $0 : nil }
    }

    var address: EmailAddress { asked.address }
    var next: String { asked.next }
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
