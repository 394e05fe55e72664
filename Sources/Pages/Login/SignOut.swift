package import HTTP
import Logging
package import Runtime
import Storage
package import Web

extension Login {
    /// `POST /logout`: ends this browser's session.
    package static func signOut(_ visit: Visit, _ app: App) throws -> Response {
        if let signedIn = visit.signedIn {
            try app.store.deleteSession(signedIn.sessionID, of: signedIn.customer.id)
            app.log.info("signed out", metadata: [
                "request": "\(visit.request.id)", "customer_id": "\(signedIn.customer.id)",
            ])
        }
        return app.signedOutRedirect(visit)
    }
}
