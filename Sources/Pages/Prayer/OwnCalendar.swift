package import HTTP
import PrayerFeeds
import Storage
package import Web

extension Prayer {
    /// `POST /settings/prayer/calendars`: shows the times in the calendars of connected devices, or hides them.
    package static func showInCalendars(_ visit: CustomerVisit) throws -> Response {
        let isShown = visit.request.form["inCalendars"] == "yes"
        guard try visit.app.showPrayerCalendar(of: visit.customer.id, isShown) else {
            return visit.redirect("/settings/prayer")
        }
        return visit.redirect("/settings/prayer?done=\(isShown ? "shown" : "hidden")")
    }
}
