import Accounts
package import HTTP
package import Runtime
package import Storage
package import Web

extension Settings {
    /// `POST /settings/sessions/end`: signs one browser out.
    package static func endSession(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        guard let number = Int64(visit.request.form["id"]) else { throw Refusal.badRequest }
        let id = SessionID(number)
        try app.endSession(id, of: signedIn.customer.id, visit.asker)
        return id == signedIn.sessionID ? app.signedOutRedirect(visit) : app.redirect("/settings/sessions?ended=yes")
    }

    /// `POST /settings/sessions/end-all`: signs every browser out, this one too.
    package static func endAllSessions(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        try app.endAllSessions(of: signedIn.customer, visit.asker)
        return app.signedOutRedirect(visit)
    }
}
