import FeatureKit
import HTTP
import Storage

extension Login {
    /// `POST /logout`: ends this browser's session.
    static func signOut(_ visit: Visit, _ app: App) throws -> Response {
        if let signedIn = visit.signedIn {
            try app.store.deleteSession(signedIn.sessionID, of: signedIn.customer.id)
        }
        return app.goodbye(visit)
    }
}
