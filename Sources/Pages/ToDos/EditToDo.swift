import Calendars
package import HTTP
package import Runtime
package import Storage
import Templates
package import Web

extension ToDoPages {
    /// `GET /tasks/{calendar}/{object}`.
    package static func showOne(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let stored = try stored(visit, app.calendars(of: signedIn.customer))
        return app.page(page(stored, ToDoFields(stored.draft, app.formatter(visit)), visit, app), visit)
    }

    /// `POST /tasks/{calendar}/{object}`.
    package static func save(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let home = app.calendars(of: signedIn.customer), form = visit.request.form, format = app.formatter(visit)
        let stored = try stored(visit, home)
        let (typed, draft) = ToDoFields.read(form, format)
        var fields = typed
        do {
            if let draft {
                let undo = try home.edit(stored, to: draft, ifTag: form["tag"])
                return redirect(to: "/tasks", done: "edited", undo, app)
            }
        } catch let overtaken as ToDoOvertaken {
            let now = ToDoFields(overtaken.current.draft, format)
            return app.page(page(overtaken.current, fields, now: now, visit, app), visit, status: .conflict)
        } catch CalendarRefusal.noObject {
            throw Refusal.notFound
        } catch {
            try fields.note(error, format)
        }
        var answer = page(stored, fields, visit, app)
        // The state that the customer saw stays the one that the form changes.
        answer.tag = form["tag"]
        return app.page(answer, visit, status: .unprocessableContent)
    }

    /// `POST /tasks/{calendar}/{object}/delete`.
    package static func delete(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let home = app.calendars(of: signedIn.customer)
        let undo = try orNotFound { try home.delete(try home.toDo(
            in: visit.request.parameter("calendar"), visit.request.parameter("object"))) }
        return redirect(to: "/tasks", done: "deleted", undo, app)
    }

    private static func page(
        _ stored: StoredToDo, _ fields: ToDoFields, now: ToDoFields? = nil, _ visit: Visit, _ app: App
    ) -> ToDoPage {
        ToDoPage(
            address: address(stored.calendar.id, stored.place.segment), tag: stored.tag, fields: fields,
            list: CalendarPages.name(of: stored.calendar, visit.language, app),
            color: CalendarPalette.nearest(to: stored.calendar.color).name, repeats: stored.isRecurring,
            now: now.map { now in
                ToDoNow(
                    title: now.title,
                    due: now.day.isEmpty ? nil : [now.day, now.time].filter { !$0.isEmpty }.joined(separator: " "),
                    note: now.note.isEmpty ? nil : now.note)
            })
    }
}

struct ToDoPage: Page {
    static let template = "todos/todo"
    static let hasForm = true
    var address: String
    /// The entity tag of the state that the form shows.
    var tag: String
    var fields: ToDoFields
    var list: String
    /// The class of the list's colour.
    var color: String
    var repeats: Bool
    /// The values that another program stored after the form was shown; nil if none did.
    var now: ToDoNow?
}

struct ToDoNow: Encodable {
    var title: String
    /// As in `2026-11-25 14:30`; nil if it has no day.
    var due: String?
    var note: String?
}
