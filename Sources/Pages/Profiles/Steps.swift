import Crypto
package import HTTP
import QRCode
package import Runtime
import Templates
package import Web

extension Profiles {
    /// `GET /settings/prayer/iphone?token=`: the steps to install the token's profile on an iPhone.
    ///
    /// It is for anyone, since a phone that scanned the code from another screen is not signed in. The token gives
    /// the profile and nothing else, and for some minutes only.
    package static func showSteps(_ visit: Visit, _ app: App) throws -> Response {
        guard let token = Token(text: visit.request.query["token"]) else { return app.redirect("/settings/prayer") }
        let code = try QRCode(app.url(stepsPath, ["token": token.text]))
        let page = ProfileStepsPage(
            downloadURL: downloadPath(token), isHere: visit.device.isMobileOfApple, qrPath: code.path,
            qrSize: String(code.size))
        var response = app.page(page, visit).unindexed
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}

struct ProfileStepsPage: Page {
    static let template = "profiles/steps"
    var downloadURL: String
    /// True if the browser runs on the device itself, as far as it says so.
    var isHere: Bool
    /// The QR code of the page's own address.
    var qrPath: String
    var qrSize: String
}
