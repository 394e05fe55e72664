import Calendars
package import HTTP
import Logging
package import Runtime
package import Storage
package import Web

extension CalendarPages {
    /// `POST /calendars/{calendar}/publish`: gives the calendar a secret address, in place of the one it had.
    package static func publish(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        try change(visit, signedIn, app, log: "calendar published") { try $0.publish($1.segment) }
    }

    /// `POST /calendars/{calendar}/unpublish`: ends the secret address.
    package static func unpublish(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        try change(visit, signedIn, app, log: "calendar unpublished") { try $0.endPublication(of: $1.segment) }
    }

    private static func change(
        _ visit: Visit, _ signedIn: SignedIn, _ app: App, log message: Logger.Message,
        _ verb: (CalendarHome, CalendarRow) throws -> Void
    ) throws -> Response {
        let home = app.calendars(of: signedIn.customer)
        let calendar = try calendar(visit, home)
        try orNotFound { try verb(home, calendar) }
        app.log.info(message, metadata: [
            "request": "\(visit.request.id)", "customer_id": "\(signedIn.customer.id)",
        ])
        return app.redirect("/calendars/\(calendar.id)#share")
    }
}
