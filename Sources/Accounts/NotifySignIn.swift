import CivilTime
import Notifications
import Runtime
import Storage

extension App {
    /// Writes down a notice about a session in a browser that the customer has not used before. Call it in the
    /// transaction of the sign-in, before an earlier session of the browser is deleted.
    func notifyOfNewDevice(_ customer: CustomerID, _ asker: Asker) throws {
        // The proof outlives sessions, so signing out and in again is no news.
        if asker.knownBrowser?.knows(customer, keys: secrets.browsers.all) ?? false { return }
        guard try !store.hasSession(of: customer, device: asker.device) else { return }
        try notify(
            customer, .newSignIn, about: "sign-in", version: "\(now().microsecondsSince1970)",
            NoticeContent(title: asker.device), opens: "/settings/sessions")
    }
}
