import Calendars
import CivilTime
package import HTTP
import Runtime
import Storage
import Templates
package import Web

/// The pages of to-dos. People read "tasks".
///
/// - ToDos.swift: the list. MakeToDo.swift: a new one. EditToDo.swift: one of them. TickToDo.swift: done or open again.
/// - ToDoForm.swift: the fields of the form. TaskFields.swift: those of a flexible task, read by TaskFormReader.swift.
///   TaskLine.swift: one line that fills the form. TaskDesk.swift: what both need of the customer.
/// - Routines.swift: what is done again and again.
package enum ToDoPages {
    /// `GET /tasks`: overdue, today, later, without a day, done lately. `open` and `finished` are the further
    /// pages of what is open and of what is done, by the number of tasks before.
    package static func show(_ visit: CustomerVisit) throws -> Response {
        let part = part(visit.request.query), format = visit.format
        let list = try visit.calendars.toDos(part)
        let sections = [
            ("overdue", "tasks.overdue", list.overdue), ("today", "tasks.today", list.dueToday),
            ("later", "tasks.later", list.later), ("undated", "tasks.undated", list.undated),
            ("done", part == .first ? "tasks.done" : "tasks.done.all", list.done),
        ].filter { !$0.2.isEmpty }
        return visit.page(
            ToDosPage(
                undo: UndoNotice(visit),
                sections: sections.map { name, title, items in
                    ToDoSection(id: name, title: format.text(title), items: items.map { row($0, name, list, format) })
                },
                isEmpty: sections.isEmpty && list.moreDone == nil && part == .first, isFirst: part == .first,
                moreOpen: list.moreOpen.map(String.init), moreDone: list.moreDone.map(String.init),
                isPartial: list.isPartial))
    }

    /// Reads the page of the list from its address.
    private static func part(_ query: Form) -> ToDoPart {
        func number(_ name: String) -> Int? {
            Int(query[name]).flatMap { (0...1_000_000).contains($0) ? $0 : nil }
        }
        return number("open").map { .open(after: $0) } ?? number("finished").map { .done(after: $0) } ?? .first
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
        let time = format.time(minute: local.minuteOfDay)
        return isToday ? time : format.list([day, time])
    }

    static func address(_ calendar: CalendarID, _ segment: String) -> String {
        "/tasks/\(calendar)/\(percentEncoded(segment))"
    }

    /// Returns the to-do that a path names.
    ///
    /// - Throws: 404, also for that of somebody else.
    static func stored(_ visit: CustomerVisit, _ home: CalendarHome) throws -> StoredToDo {
        guard let found = try sentFor(visit, home) else { throw Refusal.notFound }
        return found
    }

    /// Returns the to-do that a form is sent for; nil if it was deleted or moved meanwhile, alone or with its
    /// calendar.
    ///
    /// - Throws: 404 for the calendar of somebody else.
    static func sentFor(_ visit: CustomerVisit, _ home: CalendarHome) throws -> StoredToDo? {
        let number = visit.request.parameter("calendar")
        do {
            return try home.toDo(in: number, visit.request.parameter("object"))
        } catch CalendarRefusal.noObject {
            let own = try home.calendars() + home.deleted()
            guard own.contains(where: { $0.id.description == number }) else { throw Refusal.notFound }
            return nil
        }
    }

    /// Returns what a button does; nil if the to-do or its calendar was deleted meanwhile.
    static func unlessGone<Value>(_ verb: () throws -> Value) throws -> Value? {
        do {
            return try verb()
        } catch CalendarRefusal.noObject {
            return nil
        } catch CalendarRefusal.noCalendar {
            return nil
        }
    }

    /// Returns to the list or another page of this site, which then says what was done.
    static func redirect(to typed: String, done: String, _ undo: UndoToken?, _ visit: CustomerVisit) -> Response {
        let page = Request.ownPage(typed) ?? ("/tasks", [])
        let query = page.query.filter { !["done", "undo"].contains($0.name) }
        let notice = [("done", done)] + (undo.map { [("undo", $0.text)] } ?? [])
        return visit.redirect(Request.address(page.path, query + notice))
    }
}

struct ToDosPage: Page {
    static let template = "todos/todos"
    static let hasForm = true
    var undo: UndoNotice?
    var sections: [ToDoSection]
    /// True if the customer has no task at all.
    var isEmpty: Bool
    /// True for the page without further ones before it.
    var isFirst: Bool
    /// The number of tasks before the next page of open ones; nil without one.
    var moreOpen: String?
    /// The number of tasks before the next page of what is done; nil without one.
    var moreDone: String?
    /// True if some times are missing, since the rules cost more than a page may.
    var isPartial: Bool
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
