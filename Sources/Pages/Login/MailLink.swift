import Accounts
package import HTTP
import Mail
package import Runtime
import Storage
import Templates
package import Web

extension Login {
    /// `GET /login`: one field, the address.
    package static func showForm(_ visit: Visit, _ app: App) throws -> Response {
        app.page(
            LoginPage(signedInAs: visit.signedIn?.customer.email, next: page(next: visit.request.query["next"], visit))
                .offering(app),
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
            return app.page(page.offering(app), visit, status: .unprocessableContent)
        }
        return try ask(address, next: next, visit, app)
    }

    /// Has a mail sent if the limits allow one, and shows the waiting page in any case.
    ///
    /// - Parameter isAgain: true if the browser asks for another mail of the same sign-in.
    static func ask(
        _ address: EmailAddress, next: String, isAgain: Bool = false, _ visit: Visit, _ app: App
    ) throws -> Response {
        let person = newCustomer(address, visit, app), last = AskedSignIn(visit, app)
        switch try app.askForSignIn(person, next: next, last: last, visit.asker) {
        case .tooSoon(let asked):
            return try tooSoon(asked, visit, app)
        case .begun(let asked):
            var response = app.redirect(isAgain ? "/login/sent?again=yes" : "/login/sent")
            asked.keep(in: &response, visit, app)
            return response
        }
    }
}

struct LoginPage: Page {
    static let template = "login/form"
    static let hasForm = true
    var email = ""
    var problem: String?
    var signedInAs: String?
    var next: String
    /// The button of the provider; nil if there is none.
    var provider: ProviderButton?
    /// The reason why the provider signed nobody in.
    var providerProblem: String?
}
