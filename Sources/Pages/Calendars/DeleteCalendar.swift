import Calendars
package import HTTP
package import Runtime
package import Storage
import Templates
package import Web

extension CalendarPages {
    /// `GET /calendars/{calendar}/delete`: asks, with the number of events.
    package static func askToDelete(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let calendar = try calendar(visit, app.calendars(of: signedIn.customer))
        guard !calendar.isDefault else { throw Refusal.notFound }
        return app.page(
            DeleteCalendarPage(
                id: calendar.id.description, name: name(of: calendar, visit.language, app),
                contents: contents(of: calendar, app.formatter(visit))),
            visit)
    }

    /// `POST /calendars/{calendar}/delete`.
    package static func delete(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let home = app.calendars(of: signedIn.customer)
        let calendar = try calendar(visit, home)
        do {
            try home.delete(calendar.segment)
        } catch CalendarRefusal.noCalendar {
            throw Refusal.notFound
        } catch CalendarRefusal.defaultStays {
            throw Refusal.notFound
        }
        return app.redirect("/calendars?deleted=\(calendar.id)")
    }

    /// `POST /calendars/restore`: takes back a deletion.
    package static func restore(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        guard let number = Int64(visit.request.form["id"]) else { throw Refusal.badRequest }
        do {
            let isBack = try app.calendars(of: signedIn.customer).restore(CalendarID(number))
            return app.redirect("/calendars?done=\(isBack ? "restored" : "gone")")
        } catch CalendarRefusal.tooManyCalendars(let limit) {
            let page = RestoreRefusedPage(problem: tooMany(limit, app.formatter(visit)))
            return app.page(page, visit, status: .conflict)
        }
    }
}

struct DeleteCalendarPage: Page {
    static let template = "calendars/delete"
    static let hasForm = true
    var id: String
    var name: String
    var contents: String
}

struct RestoreRefusedPage: Page {
    static let template = "calendars/restore-refused"
    var problem: String
}
