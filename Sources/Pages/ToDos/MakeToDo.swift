import Calendars
import Crypto
package import HTTP
package import Runtime
package import Storage
import Templates
package import Web

extension ToDoPages {
    /// `GET /tasks/new`.
    package static func showNew(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let format = app.formatter(visit)
        var fields = ToDoFields(ToDoDraft(title: ""), format)
        fields.day = visit.request.query["day"]
        return app.page(try page(fields, uid: Random.uuidV4(), visit, signedIn, app), visit)
    }

    /// `POST /tasks/new`.
    package static func make(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let form = visit.request.form, format = app.formatter(visit)
        guard isUID(form["uid"]) else { throw Refusal.badRequest }
        let (typed, draft) = ToDoFields.read(form, format)
        var fields = typed
        if let draft {
            do {
                let undo = try app.calendars(of: signedIn.customer).addToDo(draft, to: form["list"], uid: form["uid"])
                return redirect(to: "/tasks", done: "added", undo, app)
            } catch CalendarRefusal.noCalendar {
                fields.problem = format.text("tasks.problem.list")
            } catch {
                try fields.note(error, format)
            }
        }
        let answer = try page(fields, uid: form["uid"], visit, signedIn, app)
        return app.page(answer, visit, status: .unprocessableContent)
    }

    /// The UID is part of an address, so that a form that is sent twice makes one to-do.
    private static func isUID(_ text: String) -> Bool {
        text.utf8.count == 36 && text.allSatisfy { $0 == "-" || $0.isHexDigit }
    }

    private static func page(
        _ fields: ToDoFields, uid: String, _ visit: Visit, _ signedIn: SignedIn, _ app: App
    ) throws -> NewToDoPage {
        let lists = try app.calendars(of: signedIn.customer).list().calendars
            .filter { $0.components.contains("VTODO") && !$0.isReadOnly }
        return NewToDoPage(
            uid: uid, fields: fields,
            lists: [Choice](
                lists.map { ($0.id.description, CalendarPages.name(of: $0, visit.language, app)) },
                selected: visit.request.form["list"]),
            hasLists: lists.count > 1)
    }
}

struct NewToDoPage: Page {
    static let template = "todos/new"
    static let hasForm = true
    /// The UID of the to-do, made with the form.
    var uid: String
    var fields: ToDoFields
    /// The calendars that take to-dos.
    var lists: [Choice]
    /// True if there is a choice between them.
    var hasLists: Bool
}
