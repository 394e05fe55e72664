import Calendars
import CivilTime
import HTTP
import Runtime
import Storage
import Templates
import Web

/// The fields of the form, as they were typed or stored, each with its problem.
struct ToDoFields: Encodable {
    var title = ""
    var titleProblem: String?
    /// As in `2026-11-25`.
    var day = ""
    /// As in `14:30`.
    var time = ""
    var dueProblem: String?
    var note = ""
    var noteProblem: String?
    var priorities: [Choice]
    /// The problem of the whole form.
    var problem: String?
}

extension ToDoFields {
    /// True if a field is to be corrected.
    var hasProblem: Bool { [titleProblem, dueProblem, noteProblem, problem].contains { $0 != nil } }

    init(_ draft: ToDoDraft, _ format: Formatter) {
        title = draft.title
        note = draft.note
        priorities = Self.choices(draft.priority, format)
        guard let due = draft.due else { return }
        day = due.day.iso8601
        if case .time(let local) = due { time = local.clock }
    }

    /// Reads a form. Fields keep what was typed.
    ///
    /// - Returns: the draft; nil if a field cannot be read, and then has its problem.
    static func read(_ form: Form, _ format: Formatter) -> (fields: ToDoFields, draft: ToDoDraft?) {
        let priority = EventPriority(rawValue: form["priority"]) ?? .none
        var fields = ToDoFields(
            title: form["title"], day: form["day"], time: form["time"], note: form["note"],
            priorities: choices(priority, format))
        var draft = ToDoDraft(
            title: form["title"].trimmed, note: form["note"].replacing("\r\n", with: "\n").trimmed, priority: priority)
        let day = form["day"].trimmed, time = form["time"].trimmed
        guard !day.isEmpty || !time.isEmpty else { return (fields, draft) }
        if day.isEmpty {
            fields.dueProblem = format.text("tasks.problem.time-alone")
        } else if let date = LocalDate(iso8601: day) {
            if time.isEmpty {
                draft.due = .day(date)
            } else if let local = local(date, time) {
                draft.due = .time(local)
            } else {
                fields.dueProblem = format.text("tasks.problem.time")
            }
        } else {
            fields.dueProblem = format.text("tasks.problem.day")
        }
        return (fields, fields.dueProblem == nil ? draft : nil)
    }

    /// Reads `14:30`.
    private static func local(_ date: LocalDate, _ time: String) -> LocalDateTime? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.allSatisfy({ $0.count == 2 }),
              let hour = Int(parts[0]), let minute = Int(parts[1])
        else { return nil }
        return LocalDateTime(date: date, hour: hour, minute: minute)
    }

    private static func choices(_ selected: EventPriority, _ format: Formatter) -> [Choice] {
        [Choice](
            EventPriority.allCases.map { ($0.rawValue, format.text($0.textKey)) },
            selected: selected.rawValue)
    }

    /// Chooses a priority.
    mutating func select(_ priority: EventPriority, _ format: Formatter) {
        priorities = Self.choices(priority, format)
    }

    /// Words the problems of a draft.
    mutating func note(_ problems: [ToDoProblem], _ format: Formatter) {
        for problem in problems {
            switch problem {
            case .noTitle: titleProblem = format.text("tasks.problem.title")
            case .titleTooLong(let limit):
                titleProblem = format.text("tasks.problem.long", ["limit": format.number(limit)])
            case .titleCharacters: titleProblem = format.text("tasks.problem.characters")
            case .noteTooLong(let limit):
                noteProblem = format.text("tasks.problem.long", ["limit": format.number(limit)])
            case .noteCharacters: noteProblem = format.text("tasks.problem.characters")
            case .yearOutOfRange: dueProblem = format.text("tasks.problem.day")
            case .skippedTime: dueProblem = format.text("tasks.problem.skipped")
            }
        }
    }

    /// Words a refusal of the calendars.
    ///
    /// - Throws: the error itself if it has no words here.
    mutating func note(_ error: any Error, _ format: Formatter) throws {
        switch error {
        case let problems as ToDoProblems: note(problems.problems, format)
        case CalendarRefusal.tooManyObjects, CalendarRefusal.full, CalendarRefusal.tooManyCalendars:
            problem = format.text("tasks.problem.full")
        default: throw error
        }
    }
}

/// The choice of a list: `templates/todos/list.mustache`.
struct ListField: Encodable {
    /// The calendars that take to-dos.
    var choices: [Choice]
    var problem: String?
    /// True if there is a choice between them.
    var isShown: Bool

    init(choices: [Choice], problem: String?, isShown: Bool) {
        self.choices = choices
        self.problem = problem
        self.isShown = isShown
    }

    /// Makes the field with the calendars of a customer.
    ///
    /// - Parameter chosen: the number of one of them.
    init(_ chosen: String, _ visit: CustomerVisit) throws {
        let lists = try visit.calendars.toDoLists
        choices = [Choice](
            lists.map { ($0.id.description, CalendarPages.name(of: $0, visit)) }, selected: chosen)
        // A list that was deleted is not a choice.
        isShown = lists.count > 1 || !chosen.isEmpty && !lists.contains { $0.id.description == chosen }
    }
}

extension EventPriority {
    /// The key of its name.
    var textKey: String {
        switch self {
        case .none: "tasks.priority.none"
        case .high: "tasks.priority.high"
        case .normal: "tasks.priority.normal"
        case .low: "tasks.priority.low"
        }
    }
}
