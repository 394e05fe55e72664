import Calendars
package import HTTP
import Runtime
package import Web

extension ToDoPages {
    /// `POST /tasks/{calendar}/{object}/done`: marks a to-do as done, or as open again.
    package static func tick(_ visit: CustomerVisit) throws -> Response {
        let home = visit.calendars, form = visit.request.form
        guard ["yes", "no"].contains(form["done"]) else { throw Refusal.badRequest }
        let isDone = form["done"] == "yes"
        guard let stored = try sentFor(visit, home), let undo = try unlessGone({
            try home.tick(stored, at: form["on"].isEmpty ? nil : form["on"], isDone: isDone)
        })
        else { return redirect(to: form["next"], done: "missing", nil, visit) }
        return redirect(to: form["next"], done: isDone ? "task-done" : "task-open", undo, visit)
    }
}
