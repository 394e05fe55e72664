import FeatureKit
import HTTP
import Logging
import Storage

extension Login {
    /// `POST /logout`: ends this browser's session.
    static func signOut(_ visit: Visit, _ app: App) throws -> Response {
        if let signedIn = visit.signedIn {
            try app.store.deleteSession(signedIn.sessionID, of: signedIn.customer.id)
            app.log.info("signed out", metadata: [
                "request": "\(visit.request.id)", "customer_id": "\(signedIn.customer.id)",
            ])
        }
        return app.goodbye(visit)
    }
}
