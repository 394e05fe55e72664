import Calendars
package import HTTP
package import Runtime
package import Storage
package import Web

extension TrashPages {
    /// `POST /calendar/undo`: takes the last change back, and returns to the page of the button.
    package static func undo(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let form = visit.request.form
        guard let token = UndoToken(text: form["undo"]) else { throw Refusal.badRequest }
        let page = Request.ownPage(form["next"]) ?? ("/calendar", [])
        do {
            let object = try app.calendars(of: signedIn.customer).undo(token)
            // The page of an event has another address if the event is somewhere else now, and none if it is gone.
            // The form of the next event stays.
            guard page.path.split(separator: "/").first == "events", page.path != "/events/new"
            else { return redirect(to: page, done: "undone", app) }
            let path = object.map {
                ["", "events", $0.calendar.description, percentEncoded($0.segment)].joined(separator: "/")
            } ?? "/calendar"
            return redirect(to: (path, path == page.path ? page.query : []), done: "undone", app)
        } catch UndoRefusal.tooLate {
            return redirect(to: page, done: "late", app)
        } catch UndoRefusal.overtaken {
            return redirect(to: page, done: "overtaken", app)
        } catch is CalendarRefusal {
            return redirect(to: page, done: "refused", app)
        }
    }

    private static func redirect(
        to page: (path: String, query: [(name: String, value: String)]), done: String, _ app: App
    ) -> Response {
        let query = page.query.filter { !["done", "undo"].contains($0.name) }
        return app.redirect(Request.address(page.path, query + [("done", done)]))
    }
}
