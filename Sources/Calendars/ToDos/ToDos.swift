package import CivilTime
import ICalendar
package import Storage

// To-dos: what a person wants to have done, with a day, a time, or neither.
//
// - ToDoDraft.swift: a to-do as a form describes it. ToDoReading.swift: from an object to a draft.
// - ListToDos.swift: the list. ReadToDo.swift: one to-do. MakeToDo.swift, EditToDo.swift, TickToDo.swift: changes.
//   MoveToDo.swift: to another list.
// - TaskFacts.swift: the facts of a flexible task. TaskFactsText.swift: as properties.
//   TaskFactsProblem.swift: those that cannot be. Tasks.swift: the tasks of a customer, and those whose facts a program
//   dropped.

/// One to-do of the list. A to-do that repeats is in it once: with its open time that is due now or next.
package struct ToDoItem: Sendable, Hashable {
    package let calendar: CalendarID
    /// The last part of the object's address.
    package let segment: String
    /// The time of a to-do that repeats, as addresses name it; nil for one that does not.
    package let recurrenceID: String?
    /// The title, shortened.
    package let title: String
    package let due: ToDoDue?
    package let priority: EventPriority
    package let isRecurring: Bool
    package let isDone: Bool
    /// The moment at which it was done, if a program wrote it.
    package let doneAt: Instant?
    package let color: PaletteColor
}

/// A part of the to-dos, as one page shows it.
package enum ToDoPart: Sendable, Hashable {
    /// The first open ones, all that repeat, and those that were done lately.
    case first
    /// The open ones after the first `after`.
    case open(after: Int)
    /// The done ones after the first `after`.
    case done(after: Int)

    /// The most to-dos of each kind on a page.
    static let openCount = 200, doneCount = 100, recurringCount = 200

    var open: Int? { if case .open(let first) = self { first } else { nil } }
    var done: Int? { if case .done(let first) = self { first } else { nil } }
}

/// The to-dos of a customer.
package struct ToDoList: Sendable {
    /// The customer's day.
    package let today: LocalDate
    /// Due before today, the earliest first.
    package let overdue: [ToDoItem]
    package let dueToday: [ToDoItem]
    package let later: [ToDoItem]
    /// Without a day: the most important first, then by title.
    package let undated: [ToDoItem]
    /// Done in the last days, or ever on the pages of what is done; the last one first.
    package let done: [ToDoItem]
    /// The number of open to-dos before the next page of them; nil if there are no more.
    package let moreOpen: Int?
    /// The number of to-dos that are done before the next page of them; nil if there are no more.
    package let moreDone: Int?
    /// True if the rules of those that repeat cost more than a list may. Some are missing then, or are there with an
    /// earlier time.
    package let isPartial: Bool
}

/// One to-do, as its page shows it.
package struct StoredToDo: Sendable {
    package let calendar: CalendarRow
    package let place: ObjectPlace
    /// The entity tag, which an edit gives back.
    package let tag: String
    package let uid: String
    package let draft: ToDoDraft
    /// The facts of a flexible task; nil for a plain to-do.
    package let facts: TaskFacts?
    /// True if it repeats. Its form does not change its times.
    package let isRecurring: Bool
    package let isDone: Bool
}

/// The reason for an edit that changed nothing: the to-do was changed after the form was shown.
package struct ToDoOvertaken: Error, Sendable {
    package let current: StoredToDo
}
