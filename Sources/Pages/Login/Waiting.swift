import Accounts
package import HTTP
import Mail
package import Runtime
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
        return try ask(waiting.asked.address, next: waiting.asked.next, isAgain: true, visit, app)
    }

    /// Returns the waiting page again. It says when the browser may ask for another mail.
    static func tooSoon(_ asked: AskedSignIn, _ visit: Visit, _ app: App) throws -> Response {
        let seconds = asked.secondsToWait(app)
        var page = try waitingPage(app.waiting(for: asked, visit.asker), visit, app)
        let format = app.formatter(visit)
        page.notice = format.text("sent.too-soon", ["wait": format.wait(seconds)])
        var response = app.page(page, visit, status: .tooManyRequests)
        response.headers["Retry-After"] = String(seconds)
        return response
    }

    /// Returns the sign-in that this browser waits for; nil if it asked for none.
    static func waiting(_ visit: Visit, _ app: App) throws -> Waiting? {
        try AskedSignIn(visit, app).map { try app.waiting(for: $0, visit.asker) }
    }

    static func waitingPage(
        _ waiting: Waiting, _ visit: Visit, code: String = "", codeProblem: String? = nil, _ app: App
    ) throws -> WaitingPage {
        let format = app.formatter(visit)
        let seconds = waiting.asked.secondsToWait(app)
        let mailProblem: String? =
            switch try waiting.problem(visit.asker, app) {
            case .refused: format.text("notice.mail-refused")
            case .unreachable: format.text("notice.mail-unreachable")
            case .busy(let seconds): format.text("sent.busy", ["wait": format.wait(seconds)])
            case nil: nil
            }
        let next = waiting.asked.next
        return WaitingPage(
            email: waiting.asked.address.text, reference: waiting.asked.reference,
            minutes: format.text("wait.minutes", counting: app.config.linkMinutes),
            resendSeconds: String(seconds), mayResend: seconds == 0,
            code: code, codeProblem: codeProblem, mailProblem: mailProblem,
            notice: visit.request.query["again"] == "yes" ? format.text("notice.resent") : nil,
            otherURL: Request.address("/login", next == usualPage ? [] : [("next", next)]))
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
    /// The form for another address, which leads on to the same page.
    var otherURL: String
}
