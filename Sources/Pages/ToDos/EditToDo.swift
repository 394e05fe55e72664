import Calendars
import Crypto
package import HTTP
import Planning
import Runtime
import Storage
import Templates
import Text
package import Web

extension ToDoPages {
    /// `GET /tasks/{calendar}/{object}`.
    package static func showOne(_ visit: CustomerVisit) throws -> Response {
        let stored = try stored(visit, visit.calendars)
        let lists = try ListField(stored.calendar.id.description, visit), desk = try TaskDesk(visit)
        let values = TaskValues(stored.facts, visit.format)
        let task = TaskFields(values, uid: stored.uid, stored: stored.facts, desk)
        var answer = page(stored, ToDoFields(stored.draft, visit.format), task, lists, visit)
        answer.short = try shortfall(of: stored, visit)
        return visit.page(answer)
    }

    /// Returns the sentence about the minutes that are missing before the deadline of a task; nil if it fits.
    private static func shortfall(of stored: StoredToDo, _ visit: CustomerVisit) throws -> String? {
        guard stored.facts != nil, stored.draft.due != nil else { return nil }
        let found = try visit.planning.deadlineShortfalls()
        return found.first { $0.tasks.contains { $0.uid == stored.uid } }?.words(visit.format)
    }

    /// `POST /tasks/{calendar}/{object}`: saves the to-do, in another list if one was chosen.
    package static func save(_ visit: CustomerVisit) throws -> Response {
        let home = visit.calendars, form = visit.request.form, format = visit.format
        let (typed, draft) = ToDoFields.read(form, format)
        var fields = typed
        guard let stored = try sentFor(visit, home) else { return try gone(fields, draft, visit) }
        let desk = try TaskDesk(visit)
        let task = try ReadTask(
            form, uid: stored.uid, stored: stored.facts, due: stored.isRecurring ? nil : draft?.due,
            oldDue: stored.draft.due, isRecurring: stored.isRecurring, desk)
        fields.dueProblem = fields.dueProblem ?? task.dueProblem
        let facts: TaskFactsEdit = form.contains("takes") ? .set(task.facts) : .keep
        let own = stored.calendar.id.description, chosen = form["list"].isEmpty ? own : form["list"]
        var lists = try ListField(chosen, visit)
        do {
            if let draft, !task.hasProblem, form["do"] != "preview" {
                let undo = chosen == own
                    ? try home.edit(stored, to: draft, facts, ifTag: form["tag"])
                    : try home.edit(stored, to: draft, facts, ifTag: form["tag"], movingTo: chosen)
                return redirect(to: "/tasks", done: "edited", undo, visit)
            }
        } catch let overtaken as ToDoOvertaken {
            let current = overtaken.current
            // The same form, sent before, has made the to-do what it is.
            let isSame = current.draft == draft && (facts == .keep || facts == .set(current.facts))
            if isSame, chosen == own { return redirect(to: "/tasks", done: "edited", nil, visit) }
            let now = ToDoFields(current.draft, format)
            return visit.page(page(current, fields, task.fields, now: now, lists, visit), status: .conflict)
        } catch CalendarRefusal.noObject {
            return try gone(fields, draft, visit)
        } catch CalendarRefusal.noCalendar {
            lists.problem = format.text("tasks.problem.list")
        } catch CalendarRefusal.uidTaken {
            lists.problem = format.text("tasks.problem.taken")
        } catch {
            try fields.note(error, format)
        }
        var answer = page(stored, fields, task.fields, lists, visit)
        // The state that the customer saw stays the one that the form changes.
        answer.tag = form["tag"]
        answer.preview = try task.preview(draft, uid: stored.uid, desk)
        let isSound = draft != nil && !task.hasProblem && !fields.hasProblem && lists.problem == nil
        return visit.page(answer, status: isSound ? .ok : .unprocessableContent)
    }

    /// Returns the form of a new to-do with what was typed for one that was deleted meanwhile. If the same form,
    /// sent before, moved the to-do, the answer is that of the first time.
    private static func gone(_ fields: ToDoFields, _ draft: ToDoDraft?, _ visit: CustomerVisit) throws -> Response {
        let home = visit.calendars, list = visit.request.form["list"]
        let moved = try unlessGone { try home.toDo(in: list, visit.request.parameter("object")) }
        if let moved, moved.draft == draft { return redirect(to: "/tasks", done: "edited", nil, visit) }
        var fields = fields
        fields.problem = visit.format.text("tasks.gone")
        let task = TaskFields(TaskValues(visit.request.form), uid: "", stored: nil, try TaskDesk(visit))
        let answer = try page(fields, task, uid: Random.uuidV4(), visit)
        return visit.page(answer, status: .conflict)
    }

    /// `POST /tasks/{calendar}/{object}/delete`.
    package static func delete(_ visit: CustomerVisit) throws -> Response {
        let home = visit.calendars
        guard let stored = try sentFor(visit, home), let undo = try unlessGone({ try home.delete(stored) })
        else { return redirect(to: "/tasks", done: "missing", nil, visit) }
        return redirect(to: "/tasks", done: "deleted", undo, visit)
    }

    private static func page(
        _ stored: StoredToDo, _ fields: ToDoFields, _ task: TaskFields, now: ToDoFields? = nil, _ lists: ListField,
        _ visit: CustomerVisit
    ) -> ToDoPage {
        ToDoPage(
            address: address(stored.calendar.id, stored.place.segment), tag: stored.tag,
            isWrong: fields.hasProblem || task.hasProblem, fields: fields, task: task,
            list: CalendarPages.name(of: stored.calendar, visit),
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
    /// The times that the task would get; nil before somebody asked.
    var preview: TaskPreviewFields?
    /// A sentence about the minutes that are missing before its deadline; nil if it fits.
    var short: String?
    /// True if something is to be corrected.
    var isWrong: Bool
    var fields: ToDoFields
    var task: TaskFields
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
