import Accounts
package import HTTP
import Logging
import Runtime
import Storage
package import Web

extension Settings {
    /// `GET /settings/sessions/link`: sends a browser to the provider, to link the customer's login there.
    package static func linkLogin(_ visit: CustomerVisit) throws -> Response {
        guard let provider = visit.app.openIDProvider else { throw Refusal.notFound }
        do {
            let address = try visit.app.beginOpenID(
                at: provider, next: "/settings/sessions", linking: visit.customer.id, visit.asker)
            return Login.leave(to: address, visit.visitor)
        } catch is OpenIDProblem {
            throw Refusal.unavailable(seconds: 60)
        }
    }

    /// `POST /settings/sessions/unlink`: the login at the provider no longer signs in. A mailed link still does.
    package static func unlinkLogin(_ visit: CustomerVisit) throws -> Response {
        let issuer = visit.request.form["issuer"]
        if try visit.app.unlinkLogin(issuer: issuer, of: visit.customer.id) { visit.log("login unlinked") }
        return visit.redirect("/settings/sessions?done=unlinked")
    }
}

/// The login at the provider in the list of sessions.
struct ProviderLogin: Encodable {
    var provider: String
    var issuer: String
    /// The address there; nil if no login is linked.
    var email: String?
}
