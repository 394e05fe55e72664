package import HTTP
import PrayerFeeds
package import Runtime
package import Storage
package import Web

extension Prayer {
    /// `POST /settings/prayer/calendars`: shows the times in the calendars of connected devices, or hides them.
    package static func showInCalendars(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let isShown = visit.request.form["inCalendars"] == "yes"
        guard try app.showPrayerCalendar(of: signedIn.customer.id, isShown) else {
            return app.redirect("/settings/prayer")
        }
        return app.redirect("/settings/prayer?done=\(isShown ? "shown" : "hidden")")
    }
}
