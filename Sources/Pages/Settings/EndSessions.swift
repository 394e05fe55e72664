import Accounts
package import HTTP
import Logging
import Mail
package import Runtime
package import Storage
package import Web

extension Settings {
    /// `POST /settings/sessions/end`: signs one browser out.
    package static func endSession(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        guard let number = Int64(visit.request.form["id"]) else { throw Refusal.badRequest }
        let id = SessionID(number)
        try app.store.deleteSession(id, of: signedIn.customer.id)
        log("session ended", visit, signedIn, app)
        return id == signedIn.sessionID ? app.signedOutRedirect(visit) : app.redirect("/settings?ended=yes")
    }

    /// `POST /settings/sessions/end-all`: signs every browser out, this one too.
    package static func endAllSessions(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let customer = signedIn.customer
        try app.store.transaction {
            let store = try app.store
            try store.lock(customer.id)
            try store.deleteSessions(of: customer.id)
            // A link in the mailbox would sign in again, and a profile holds the feed's address.
            try store.revokeLinks(of: customer.id)
            try store.deleteProfileGrants(of: customer.id)
            // Without those links the owner must be able to ask for another at once.
            if let address = EmailAddress(customer.email) {
                try store.forget(MailBudget.mailsOfStrangers(to: address, app))
            }
        }
        log("all sessions ended", visit, signedIn, app)
        return app.signedOutRedirect(visit)
    }

    private static func log(_ event: Logger.Message, _ visit: Visit, _ signedIn: SignedIn, _ app: App) {
        app.log.info(event, metadata: ["request": "\(visit.request.id)", "customer_id": "\(signedIn.customer.id)"])
    }
}
