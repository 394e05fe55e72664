import Crypto
package import HTTP
import QRCode
package import Runtime
import Templates
package import Web

extension Profiles {
    /// `GET /settings/prayer/iphone?token=`: how an iPhone takes the profile behind the token.
    ///
    /// For anyone, since the phone that scanned the code from another screen is not signed in there;
    /// the token opens the profile and nothing else, and for some minutes only.
    package static func showSteps(_ visit: Visit, _ app: App) throws -> Response {
        guard let token = Token(text: visit.request.query["token"]) else { return app.redirect("/settings/prayer") }
        let code = try QRCode(app.url(stepsPath, ["token": token.text]))
        let page = ProfileStepsPage(
            downloadURL: downloadPath(token), qrPath: code.path, qrSize: String(code.size))
        var response = app.page(page, visit).unindexed
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}

struct ProfileStepsPage: Page {
    static let template = "profiles/steps"
    var downloadURL: String
    /// The page's own address.
    var qrPath: String
    var qrSize: String
}
