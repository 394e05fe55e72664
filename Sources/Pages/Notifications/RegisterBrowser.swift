package import HTTP
import Logging
import Notifications
import Runtime
import Storage
import Templates
package import Web

extension NotificationPages {
    /// `POST /settings/devices/web-push`: the subscription of this browser, sent by its script.
    package static func registerBrowser(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form
        guard visit.app.config.webPush == .on else { throw Refusal.notFound }
        let keys = VAPIDKeys(visit.app.secrets.vapid)
        // A browser that subscribed with an older key subscribes again.
        guard form["key"] == keys.publicKey,
            let subscription = WebPushSubscription(
                endpoint: form["endpoint"], point: form["p256dh"], authentication: form["auth"],
                others: visit.app.otherPushHosts)
        else { throw Refusal.badRequest }
        let device = visit.device
        let label = [device.browser, device.system].compactMap(\.self).joined(separator: " · ")
        let id = try visit.notices.register(
            subscription, label: label.isEmpty ? visit.text("session.unknown-device") : label,
            language: visit.language.tag, session: visit.signedIn.sessionID, serverKey: keys.fingerprint)
        if id != nil { visit.log("browser registered") }
        return visit.redirect("/settings/notifications?done=\(id == nil ? "full" : "saved")")
    }
}
