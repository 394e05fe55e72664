import Calendars
package import HTTP
package import Runtime
package import Storage
package import Web

extension ToDoPages {
    /// `POST /tasks/{calendar}/{object}/done`: marks a to-do as done, or as open again.
    package static func tick(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let home = app.calendars(of: signedIn.customer), form = visit.request.form
        guard ["yes", "no"].contains(form["done"]) else { throw Refusal.badRequest }
        let isDone = form["done"] == "yes"
        guard let stored = try sentFor(visit, home), let undo = try unlessGone({
            try home.tick(stored, at: form["on"].isEmpty ? nil : form["on"], isDone: isDone)
        })
        else { return redirect(to: form["next"], done: "missing", nil, app) }
        return redirect(to: form["next"], done: isDone ? "task-done" : "task-open", undo, app)
    }
}
