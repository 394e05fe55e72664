import Calendars
package import HTTP
import Runtime
import Storage
package import Web

extension CalendarPages {
    /// `POST /calendars/order`: moves a calendar one place up or down.
    package static func order(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form
        guard let number = Int64(form["id"]), let places = ["up": -1, "down": 1][form["move"]]
        else { throw Refusal.badRequest }
        try orNotFound { try visit.calendars.move(CalendarID(number), by: places) }
        return visit.redirect("/calendars")
    }
}
