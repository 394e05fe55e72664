import Calendars
package import HTTP
import Runtime
import Storage
import Templates
package import Web

extension CalendarPages {
    /// `GET /calendars/{calendar}/delete`: asks, with the number of events.
    package static func askToDelete(_ visit: CustomerVisit) throws -> Response {
        let calendar = try calendar(visit, visit.calendars)
        guard !calendar.isDefault else { throw Refusal.notFound }
        return visit.page(
            DeleteCalendarPage(
                id: calendar.id.description, name: name(of: calendar, visit),
                contents: contents(of: calendar, visit.format)))
    }

    /// `POST /calendars/{calendar}/delete`.
    package static func delete(_ visit: CustomerVisit) throws -> Response {
        let home = visit.calendars
        let calendar = try calendar(visit, home)
        do {
            try home.delete(calendar.segment)
        } catch CalendarRefusal.noCalendar {
            throw Refusal.notFound
        } catch CalendarRefusal.defaultStays {
            throw Refusal.notFound
        }
        return visit.redirect("/calendars?deleted=\(calendar.id)")
    }

    /// `POST /calendars/restore`: takes back a deletion.
    package static func restore(_ visit: CustomerVisit) throws -> Response {
        guard let number = Int64(visit.request.form["id"]) else { throw Refusal.badRequest }
        do {
            let isBack = try visit.calendars.restore(CalendarID(number))
            return visit.redirect("/calendars?done=\(isBack ? "restored" : "gone")")
        } catch CalendarRefusal.tooManyCalendars(let limit) {
            let page = RestoreRefusedPage(problem: tooMany(limit, visit.format))
            return visit.page(page, status: .conflict)
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
