import Accounts
import Crypto
package import HTTP
package import Runtime
import Templates
package import Web

extension Login {
    /// `POST /magic-link`: the button on the link's page signs this browser in, once.
    package static func redeem(_ visit: Visit, _ app: App) throws -> Response {
        let form = visit.request.form
        let outcome = try app.redeem(
            link: form["token"], last: AskedSignIn(visit, app), agreesToSwitch: form["switch"] == "yes",
            agreesElsewhere: form["elsewhere"] == "yes", visit.asker)
        switch outcome {
        case .signedIn(let session):
            return signedIn(session, visit, app)
        case .alreadySignedIn(let next):
            return app.redirect(page(next: next, visit))
        case .otherAccount(let current, let new):
            return app.page(SwitchPage(token: form["token"], currentEmail: current, newEmail: new), visit).unindexed
        case .otherBrowser(let maskedEmail, let device):
            return app.page(ElsewherePage(token: form["token"], maskedEmail: maskedEmail, device: device), visit).unindexed
        case .refused(let problem, let email):
            return app.page(problem, email: email, visit)
        }
    }

    /// `POST /login/code`: the code from the mail, typed in the browser that asked for it.
    package static func redeemCode(_ visit: Visit, _ app: App) throws -> Response {
        let typed = visit.request.form["code"]
        guard let waiting = try waiting(visit, app) else { return app.redirect("/login") }
        let language = visit.language, problem: String
        switch try app.redeem(code: typed, of: waiting, visit.asker) {
        case .signedIn(let session): return signedIn(session, visit, app)
        case .expired: problem = app.text("problem.code.expired", language)
        case .wrong(triesLeft: 0): problem = app.text("problem.code.spent", language)
        case .wrong(let left): problem = app.formatter(visit).text("problem.code.wrong", counting: left)
        }
        let page = try waitingPage(waiting, visit, code: typed, codeProblem: problem, app)
        return app.page(page, visit, status: .unprocessableContent)
    }

    /// Sends a browser that has just signed in to its page, with its cookies.
    static func signedIn(_ session: NewSession, _ visit: Visit, _ app: App) -> Response {
        let next = page(next: session.next, visit)
        var response = app.redirect(session.isNewAccount ? First.address(next: next) : next)
        response.keepSession(session.token.text)
        response.forgetBrowser()
        response.forgetAskedSignIn()
        response.keep(session.knownBrowser)
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
