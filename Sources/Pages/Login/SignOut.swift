import Accounts
package import HTTP
package import Runtime
package import Web

extension Login {
    /// `POST /logout`: ends this browser's session.
    package static func signOut(_ visit: Visit, _ app: App) throws -> Response {
        try app.signOut(visit.asker)
        return app.signedOutRedirect(visit)
    }
}
