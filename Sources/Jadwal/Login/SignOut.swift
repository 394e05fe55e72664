import FeatureKit
import HTTP
import Storage

extension Login {
    /// `POST /logout`: ends this browser's session.
    static func signOut(_ visit: Visit, _ app: App) throws -> Response {
        if let signedIn = visit.signedIn {
            try app.store.deleteSession(signedIn.sessionID, of: signedIn.customer.id)
        }
        return goodbye(app.redirect("/?lang=\(visit.language.tag)"))
    }

    /// An answer after which the browser keeps nothing of ours; the language rides in the address.
    static func goodbye(_ response: Response) -> Response {
        var response = response
        response.forgetCookies()
        response.headers["Clear-Site-Data"] = "\"cookies\", \"storage\""
        return response
    }
}
