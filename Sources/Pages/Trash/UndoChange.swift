import Calendars
package import HTTP
import Runtime
import Storage
package import Web

extension TrashPages {
    /// `POST /calendar/undo`: takes the last change back, and returns to the page of the button.
    package static func undo(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form
        guard let token = UndoToken(text: form["undo"]) else { throw Refusal.badRequest }
        let page = Request.ownPage(form["next"]) ?? ("/calendar", [])
        do {
            let object = try visit.calendars.undo(token)
            // The page of an event has another address if the event is somewhere else now, and none if it is gone.
            // The form of the next event stays.
            guard page.path.split(separator: "/").first == "events", page.path != "/events/new"
            else { return redirect(to: page, done: "undone", visit) }
            let path = object.map {
                ["", "events", $0.calendar.description, percentEncoded($0.segment)].joined(separator: "/")
            } ?? "/calendar"
            return redirect(to: (path, path == page.path ? page.query : []), done: "undone", visit)
        } catch UndoRefusal.tooLate {
            return redirect(to: page, done: "late", visit)
        } catch UndoRefusal.overtaken {
            return redirect(to: page, done: "overtaken", visit)
        } catch is CalendarRefusal {
            return redirect(to: page, done: "refused", visit)
        }
    }

    private static func redirect(
        to page: (path: String, query: [(name: String, value: String)]), done: String, _ visit: CustomerVisit
    ) -> Response {
        let query = page.query.filter { !["done", "undo"].contains($0.name) }
        return visit.redirect(Request.address(page.path, query + [("done", done)]))
    }
}
