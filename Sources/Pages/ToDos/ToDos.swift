import Calendars
import CivilTime
package import HTTP
package import Runtime
package import Storage
import Templates
package import Web

/// The pages of to-dos. People read "tasks".
///
/// - ToDos.swift: the list. MakeToDo.swift: a new one. EditToDo.swift: one of them. TickToDo.swift: done or open again.
/// - ToDoForm.swift: the fields of the form.
package enum ToDoPages {
    /// `GET /tasks`: overdue, today, later, without a day, done lately.
    package static func show(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let list = try app.calendars(of: signedIn.customer).toDos(), format = app.formatter(visit)
        let sections = [
            ("overdue", "tasks.overdue", list.overdue), ("today", "tasks.today", list.dueToday),
            ("later", "tasks.later", list.later), ("undated", "tasks.undated", list.undated),
            ("done", "tasks.done", list.done),
        ].filter { !$0.2.isEmpty }
        return app.page(
            ToDosPage(
                undo: UndoNotice(visit, app),
                sections: sections.map { name, title, items in
                    ToDoSection(id: name, title: format.text(title), items: items.map { row($0, name, list, format) })
                },
                isEmpty: sections.isEmpty),
            visit)
    }

    private static func row(_ item: ToDoItem, _ section: String, _ list: ToDoList, _ format: Formatter) -> ToDoRow {
        var details: [String] = []
        if let due = item.due { details.append(words(due, isToday: section == "today", list.today, format)) }
        if item.priority != .none { details.append(format.text(item.priority.textKey)) }
        return ToDoRow(
            address: address(item.calendar, item.segment), occurrence: item.recurrenceID ?? "",
            title: item.title.isEmpty ? format.text("tasks.untitled") : item.title,
            detail: details.isEmpty ? nil : details.joined(separator: " · "), color: item.color.name,
            isDone: item.isDone, isLate: section == "overdue", repeats: item.isRecurring)
    }

    /// Returns a due day or time in words: `Monday 23 November, 14:30`. The year is shown if it is another.
    private static func words(_ due: ToDoDue, isToday: Bool, _ today: LocalDate, _ format: Formatter) -> String {
        let day = format.day(due.day, due.day.year == today.year ? .weekday : .full)
        guard case .time(let local) = due else { return isToday ? format.text("tasks.due.today") : day }
        let time = format.time(minute: local.hour * 60 + local.minute)
        return isToday ? time : format.list([day, time])
    }

    static func address(_ calendar: CalendarID, _ segment: String) -> String {
        "/tasks/\(calendar)/\(percentEncoded(segment))"
    }

    /// Returns the to-do that a path names.
    ///
    /// - Throws: 404, also for that of somebody else.
    static func stored(_ visit: Visit, _ home: CalendarHome) throws -> StoredToDo {
        try orNotFound { try home.toDo(in: visit.request.parameter("calendar"), visit.request.parameter("object")) }
    }

    /// Returns what a verb gives; 404 if the to-do or its calendar was deleted meanwhile.
    static func orNotFound<Value>(_ verb: () throws -> Value) throws -> Value {
        do {
            return try verb()
        } catch CalendarRefusal.noObject {
            throw Refusal.notFound
        } catch CalendarRefusal.noCalendar {
            throw Refusal.notFound
        }
    }

    /// Returns to the list or another page of this site, which then says what was done.
    static func redirect(to typed: String, done: String, _ undo: UndoToken?, _ app: App) -> Response {
        let page = Request.ownPage(typed) ?? ("/tasks", [])
        let query = page.query.filter { !["done", "undo"].contains($0.name) }
        let notice = [("done", done)] + (undo.map { [("undo", $0.text)] } ?? [])
        return app.redirect(Request.address(page.path, query + notice))
    }
}

struct ToDosPage: Page {
    static let template = "todos/todos"
    static let hasForm = true
    var undo: UndoNotice?
    var sections: [ToDoSection]
    var isEmpty: Bool
}

struct ToDoSection: Encodable {
    var id: String
    var title: String
    var items: [ToDoRow]
}

struct ToDoRow: Encodable {
    var address: String
    /// The time of a to-do that repeats; empty if it does not.
    var occurrence: String
    var title: String
    /// The due time and the priority.
    var detail: String?
    /// The class of its calendar's colour.
    var color: String
    var isDone: Bool
    var isLate: Bool
    var repeats: Bool
}
