package import HTTP
import Notifications
package import Runtime
import Web

extension NotificationPages {
    /// `GET /unsubscribe`: leads to the settings. Programs open addresses of mails by themselves, so nothing ends here.
    package static func showUnsubscribe(_ request: Request, _ app: App) throws -> Response {
        app.redirect("/settings/notifications")
    }

    /// `POST /unsubscribe`: ends mails, without a session (RFC 8058). The token of the address proves that the sender
    /// has the mail.
    package static func unsubscribe(_ request: Request, _ app: App) throws -> Response {
        guard try app.unsubscribe(token: request.query["t"]) else { throw Refusal.notFound }
        return .empty(.noContent)
    }
}
