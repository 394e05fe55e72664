import Accounts
package import HTTP
import Runtime
import Storage
import Templates
package import Web

extension Settings {
    /// `POST /settings/language`: the header's switch. A customer's language is a setting of the
    /// account, so pages, settings and mails never disagree.
    package static func changeLanguage(_ visit: CustomerVisit) throws -> Response {
        guard let language = Language(rawValue: visit.request.form["language"]) else { throw Refusal.badRequest }
        var customer = visit.customer
        customer.language = language.tag
        try visit.app.change(customer)
        var response = visit.redirect(
            Request.ownPage(visit.request.form["next"]).map(Request.address) ?? "/settings")
        // For this browser once it is signed out.
        response.rememberLanguage(language)
        return response
    }
}
