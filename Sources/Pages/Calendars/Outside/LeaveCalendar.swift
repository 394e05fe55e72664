import Calendars
package import HTTP
import OutsideCalendars
import Runtime
import Storage
import Templates
package import Web

extension CalendarPages {
    /// `POST /calendars/{calendar}/look`: asks the source now, at most once a minute.
    package static func look(_ visit: CustomerVisit) throws -> Response {
        let calendar = try calendar(visit, visit.calendars)
        let isAsked = try visit.subscriptions.lookNow(calendar.id)
        return visit.redirect("/calendars?done=\(isAsked ? "looking" : "looked")")
    }

    /// `POST /calendars/{calendar}/accept`: believes an answer with few entries.
    package static func accept(_ visit: CustomerVisit) throws -> Response {
        let calendar = try calendar(visit, visit.calendars)
        let isHeld = try visit.subscriptions.acceptHeld(calendar.id)
        return visit.redirect("/calendars?done=\(isHeld ? "accepted" : "saved")")
    }

    /// `GET /calendars/{calendar}/leave`: asks what becomes of the events.
    package static func askToLeave(_ visit: CustomerVisit) throws -> Response {
        let calendar = try calendar(visit, visit.calendars)
        guard let state = try visit.subscriptions.subscription(of: calendar.id) else { throw Refusal.notFound }
        return visit.page(
            LeavePage(
                id: calendar.id.description, name: name(of: calendar, visit),
                contents: contents(of: calendar, visit.format), host: state.source?.host))
    }

    /// `POST /calendars/{calendar}/leave`.
    package static func leave(_ visit: CustomerVisit) throws -> Response {
        let calendar = try calendar(visit, visit.calendars)
        guard let leaving = Leaving(rawValue: visit.request.form["events"]) else { throw Refusal.badRequest }
        guard try orNotFound({ try visit.subscriptions.leave(calendar, leaving) }) else { throw Refusal.notFound }
        return visit.redirect("/calendars?" + (leaving == .remove ? "deleted=\(calendar.id)" : "done=kept"))
    }
}

struct LeavePage: Page {
    static let template = "calendars/leave"
    static let hasForm = true
    var id: String
    var name: String
    var contents: String
    /// nil if its address is one that is never fetched.
    var host: String?
}
