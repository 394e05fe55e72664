package import HTTP
import Places
package import Runtime
package import Storage
import Templates
package import Web

extension Settings {
    /// `POST /settings/language`: the header's switch. A customer's language is a setting of the
    /// account, so pages, settings and mails never disagree.
    package static func changeLanguage(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        guard let language = Language(rawValue: visit.request.form["language"]) else { throw Refusal.badRequest }
        var customer = signedIn.customer
        customer.language = language.tag
        try app.store.replace(customer)
        var response = app.redirect(ownPage(visit.request.form["next"]) ?? "/settings")
        // For this browser once it is signed out.
        response.rememberLanguage(language)
        return response
    }

    /// Reads a path of this site and writes it again from its parts, so that it cannot name another host,
    /// scheme or header.
    ///
    /// - Returns: nil if it is not such a path, or is too long for a header line.
    private static func ownPage(_ typed: String) -> String? {
        guard typed.utf8.count <= 2_000,
            let request = try? Request(method: .get, target: typed, headers: [:], body: [], remoteAddress: "", id: "")
        else { return nil }
        let query = request.query.fields.map { "\(percentEncoded($0.name))=\(percentEncoded($0.value))" }
        return request.path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }
}
