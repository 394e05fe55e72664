import Calendars
import Crypto
package import HTTP
package import Runtime
package import Storage
import Templates
import Text
package import Web

extension ToDoPages {
    /// `GET /tasks/{calendar}/{object}`.
    package static func showOne(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let stored = try stored(visit, app.calendars(of: signedIn.customer))
        let lists = try ListField(signedIn, stored.calendar.id.description, visit, app)
        return app.page(page(stored, ToDoFields(stored.draft, app.formatter(visit)), lists, visit, app), visit)
    }

    /// `POST /tasks/{calendar}/{object}`: saves the to-do, in another list if one was chosen.
    package static func save(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let home = app.calendars(of: signedIn.customer), form = visit.request.form, format = app.formatter(visit)
        let (typed, draft) = ToDoFields.read(form, format)
        var fields = typed
        guard let stored = try sentFor(visit, home) else { return try gone(fields, draft, visit, signedIn, app) }
        let own = stored.calendar.id.description, chosen = form["list"].isEmpty ? own : form["list"]
        var lists = try ListField(signedIn, chosen, visit, app)
        do {
            if let draft {
                let undo = chosen == own
                    ? try home.edit(stored, to: draft, ifTag: form["tag"])
                    : try home.edit(stored, to: draft, ifTag: form["tag"], movingTo: chosen)
                return redirect(to: "/tasks", done: "edited", undo, app)
            }
        } catch let overtaken as ToDoOvertaken {
            let current = overtaken.current
            // The same form, sent before, has made the to-do what it is.
            if current.draft == draft, chosen == own { return redirect(to: "/tasks", done: "edited", nil, app) }
            let now = ToDoFields(current.draft, format)
            return app.page(page(current, fields, now: now, lists, visit, app), visit, status: .conflict)
        } catch CalendarRefusal.noObject {
            return try gone(fields, draft, visit, signedIn, app)
        } catch CalendarRefusal.noCalendar {
            lists.problem = format.text("tasks.problem.list")
        } catch CalendarRefusal.uidTaken {
            lists.problem = format.text("tasks.problem.taken")
        } catch {
            try fields.note(error, format)
        }
        var answer = page(stored, fields, lists, visit, app)
        // The state that the customer saw stays the one that the form changes.
        answer.tag = form["tag"]
        return app.page(answer, visit, status: .unprocessableContent)
    }

    /// Returns the form of a new to-do with what was typed for one that was deleted meanwhile. If the same form,
    /// sent before, moved the to-do, the answer is that of the first time.
    private static func gone(
        _ fields: ToDoFields, _ draft: ToDoDraft?, _ visit: Visit, _ signedIn: SignedIn, _ app: App
    ) throws -> Response {
        let home = app.calendars(of: signedIn.customer), list = visit.request.form["list"]
        let moved = try unlessGone { try home.toDo(in: list, visit.request.parameter("object")) }
        if let moved, moved.draft == draft { return redirect(to: "/tasks", done: "edited", nil, app) }
        var fields = fields
        fields.problem = app.formatter(visit).text("tasks.gone")
        let answer = try page(fields, uid: Random.uuidV4(), visit, signedIn, app)
        return app.page(answer, visit, status: .conflict)
    }

    /// `POST /tasks/{calendar}/{object}/delete`.
    package static func delete(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let home = app.calendars(of: signedIn.customer)
        guard let stored = try sentFor(visit, home), let undo = try unlessGone({ try home.delete(stored) })
        else { return redirect(to: "/tasks", done: "missing", nil, app) }
        return redirect(to: "/tasks", done: "deleted", undo, app)
    }

    private static func page(
        _ stored: StoredToDo, _ fields: ToDoFields, now: ToDoFields? = nil, _ lists: ListField, _ visit: Visit,
        _ app: App
    ) -> ToDoPage {
        ToDoPage(
            address: address(stored.calendar.id, stored.place.segment), tag: stored.tag, fields: fields,
            list: CalendarPages.name(of: stored.calendar, visit.language, app),
            lists: lists, color: CalendarPalette.nearest(to: stored.calendar.color).name,
            repeats: stored.isRecurring, now: now.map { now in
                ToDoNow(
                    title: now.title.withoutOverrides,
                    due: now.day.isEmpty ? nil : [now.day, now.time].filter { !$0.isEmpty }.joined(separator: " "),
                    note: now.note.isEmpty ? nil : now.note.withoutOverrides)
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
    var lists: ListField
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
