import Accounts
import Crypto
package import HTTP
import Mail
import Places
package import Runtime
import Storage
import Templates
package import Web

extension Login {
    /// `GET /login/openid`: sends a browser to the provider of OpenID Connect.
    ///
    /// It is a link and no form, since the policy of the pages lets no form lead to another site.
    package static func goToProvider(_ visit: Visit, _ app: App) throws -> Response {
        guard let provider = app.openIDProvider else { throw Refusal.notFound }
        let next = page(next: visit.request.query["next"], visit)
        do {
            return leave(to: try app.beginOpenID(at: provider, next: next, linking: nil, visit.asker), visit)
        } catch let problem as OpenIDProblem {
            return try problemPage(problem, visit, app)
        }
    }

    /// `GET /login/openid/callback`: the way back from the provider.
    package static func returnFromProvider(_ visit: Visit, _ app: App) throws -> Response {
        guard let provider = app.openIDProvider else { throw Refusal.notFound }
        let query = visit.request.query
        let returned = OpenIDReturn(state: query["state"], code: query["code"], error: query["error"])
        switch try app.finishOpenID(returned, at: provider, { newCustomer($0, visit, app) }, visit.asker) {
        case .signedIn(let session): return signedIn(session, visit, app)
        case .linked: return app.redirect("/settings/sessions?done=linked")
        case .refused(.mailed(let address)): return try ask(address, next: usualPage, visit, app)
        case .refused(let problem): return try problemPage(problem, visit, app)
        }
    }

    /// Returns the settings of a new account of this browser.
    static func newCustomer(_ address: EmailAddress, _ visit: Visit, _ app: App) -> NewCustomer {
        let zone = app.shared.timeZones.zone(named: visit.request.form["zone"]) ?? app.config.defaultTimeZone
        return NewCustomer(
            address: address, language: visit.language.tag, timeZone: zone,
            firstDay: firstWeekday(of: app.shared.timeZones.country(of: zone)))
    }

    /// Sends a browser to the provider, with the cookie that its way back must have.
    static func leave(to address: String, _ visit: Visit) -> Response {
        var response = Response.redirect(to: address)
        response.headers["Cache-Control"] = "no-store"
        if visit.signedIn == nil { response.set(.ours(Visit.browserCookie, visit.cookie.text, maxAge: 86_400)) }
        return response
    }

    private static func problemPage(_ problem: OpenIDProblem, _ visit: Visit, _ app: App) throws -> Response {
        let name = app.openIDProvider?.name ?? ""
        var page = LoginPage(signedInAs: visit.signedIn?.customer.email, next: usualPage)
        page.providerProblem = app.text("login.provider.\(problem.key)", visit.language, ["provider": name])
        return app.page(page.offering(app), visit, status: problem == .unreachable ? .serviceUnavailable : .forbidden)
            .unindexed
    }
}

extension OpenIDProblem {
    /// The end of the key of its sentence.
    fileprivate var key: String {
        switch self {
        case .expired: "expired"
        case .cancelled: "cancelled"
        case .unreachable: "unreachable"
        case .invalid: "invalid"
        case .addressNotVerified: "not-verified"
        case .otherLogin: "other-login"
        case .mailed: "mailed"
        }
    }
}

extension LoginPage {
    /// Returns the page with the button of the provider, if there is one.
    func offering(_ app: App) -> LoginPage {
        var page = self
        page.provider = app.openIDProvider.map {
            ProviderButton(name: $0.name, url: "/login/openid?next=\(percentEncoded(next))")
        }
        return page
    }
}

/// The button that leads to the provider.
struct ProviderButton: Encodable {
    var name: String
    var url: String
}
