import Calendars
package import HTTP
package import Runtime
package import Storage
package import Web

extension CalendarPages {
    /// `POST /calendars/order`: moves a calendar one place up or down.
    package static func order(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let form = visit.request.form
        guard let number = Int64(form["id"]), let places = ["up": -1, "down": 1][form["move"]]
        else { throw Refusal.badRequest }
        try orNotFound { try app.calendars(of: signedIn.customer).move(CalendarID(number), by: places) }
        return app.redirect("/calendars")
    }
}
