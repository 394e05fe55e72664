import Accounts
package import HTTP
import Runtime
import Storage
package import Web

extension Settings {
    /// `POST /settings/sessions/end`: signs one browser out.
    package static func endSession(_ visit: CustomerVisit) throws -> Response {
        guard let number = Int64(visit.request.form["id"]) else { throw Refusal.badRequest }
        let id = SessionID(number)
        try visit.app.endSession(id, of: visit.customer.id, visit.asker)
        return id == visit.signedIn.sessionID
            ? visit.app.signedOutRedirect(visit.visitor) : visit.redirect("/settings/sessions?ended=yes")
    }

    /// `POST /settings/sessions/end-all`: signs every browser out, this one too.
    package static func endAllSessions(_ visit: CustomerVisit) throws -> Response {
        try visit.app.endAllSessions(of: visit.customer, visit.asker)
        return visit.app.signedOutRedirect(visit.visitor)
    }
}
