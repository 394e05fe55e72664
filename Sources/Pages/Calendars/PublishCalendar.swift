import Calendars
package import HTTP
import Logging
import Storage
package import Web

extension CalendarPages {
    /// `POST /calendars/{calendar}/publish`: gives the calendar a secret address, in place of the one it had.
    package static func publish(_ visit: CustomerVisit) throws -> Response {
        try change(visit, log: "calendar published") { try $0.publish($1.segment) }
    }

    /// `POST /calendars/{calendar}/unpublish`: ends the secret address.
    package static func unpublish(_ visit: CustomerVisit) throws -> Response {
        try change(visit, log: "calendar unpublished") { try $0.endPublication(of: $1.segment) }
    }

    private static func change(
        _ visit: CustomerVisit, log message: Logger.Message, _ verb: (CalendarHome, CalendarRow) throws -> Void
    ) throws -> Response {
        let home = visit.calendars
        let calendar = try calendar(visit, home)
        try orNotFound { try verb(home, calendar) }
        visit.log(message)
        return visit.redirect("/calendars/\(calendar.id)#share")
    }
}
