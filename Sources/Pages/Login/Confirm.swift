import Accounts
package import HTTP
import Mail
package import Runtime
import Storage
import Templates
package import Web

extension Login {
    /// `GET /magic-link?token=`: shows one button. Any program may open the link any number of times without
    /// using it up: this page does not even look up the token.
    package static func showConfirm(_ visit: Visit, _ app: App) throws -> Response {
        let token = visit.request.query["token"]
        guard MailedToken.isOne(token) else { return app.page(LinkProblem.unknown, visit) }
        let asked = AskedSignIn(visit, app)
        let page = ConfirmPage(
            token: token, maskedEmail: asked?.address.masked, isSameBrowser: asked != nil,
            signedInAs: visit.signedIn?.customer.email)
        return app.page(page, visit).unindexed
    }
}

struct ConfirmPage: Page {
    static let template = "login/confirm"
    static let hasForm = true
    var token: String
    var maskedEmail: String?
    var isSameBrowser: Bool
    var signedInAs: String?
}
