import Calendars
import CivilTime
import Crypto
import Extraction
package import HTTP
import Planning
import PrayerTimes
import Runtime
import Scheduling
import Storage
import Templates
import Text
package import Web

/// The routines that are made often, each from one line in the customer's language.
enum Routine: String, CaseIterable {
    case walk, read, gym, quran, parents, nap, groceries

    var lineKey: String { "routines.\(rawValue)" }
}

extension ToDoPages {
    /// `GET /routines`: what comes again and again: tasks of each week, and series of events.
    package static func showRoutines(_ visit: CustomerVisit) throws -> Response {
        visit.page(try RoutinesPage(visit))
    }

    /// `POST /routines`: makes one of those that are made often.
    package static func addRoutine(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form
        guard let routine = Routine(rawValue: form["routine"]), isUID(form["uid"]) else { throw Refusal.badRequest }
        let desk = try TaskDesk(visit)
        guard let draft = try desk.read(visit.text(routine.lineKey)), let facts = TaskFacts(draft, desk) else {
            throw Refusal.badRequest
        }
        do {
            let undo = try visit.calendars.addToDo(ToDoDraft(title: draft.title), facts, to: "", uid: form["uid"])
            return redirect(to: "/routines", done: "added", undo, visit)
        } catch CalendarRefusal.tooManyObjects, CalendarRefusal.full, CalendarRefusal.tooManyCalendars {
            return redirect(to: "/routines", done: "refused", nil, visit)
        }
    }

    /// `POST /routines/{calendar}/{object}`: pauses a task until a day, or lets it go on.
    package static func changeRoutine(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form
        guard let stored = try sentFor(visit, visit.calendars), var facts = stored.facts else {
            return redirect(to: "/routines", done: "missing", nil, visit)
        }
        if form["do"] == "go-on" {
            facts.pausedUntil = nil
        } else {
            guard let day = LocalDate(iso8601: form["until"]), try day > visit.today, day.year < 10_000 else {
                var page = try RoutinesPage(visit)
                page.problem = visit.text("routines.problem.day")
                return visit.page(page, status: .unprocessableContent)
            }
            facts.pausedUntil = day
        }
        do {
            let undo = try visit.calendars.edit(stored, to: stored.draft, .set(facts), ifTag: stored.tag)
            return redirect(to: "/routines", done: "edited", undo, visit)
        } catch is ToDoOvertaken {
            return redirect(to: "/routines", done: "overtaken", nil, visit)
        }
    }
}

extension TaskFacts {
    /// Makes the facts of a line; nil for one without a length.
    init?(_ draft: TaskDraft, _ desk: TaskDesk) {
        guard let minutes = draft.minutes, Self.lengths.contains(minutes) else { return nil }
        self.init(minutes: minutes, weekdays: draft.isOnWorkingDays ? desk.visit.workingDays : draft.weekdays)
        switch draft.frequency {
        case .daily?: repetition = .weekly(times: weekdays.isEmpty ? 7 : weekdays.count, restDays: 0)
        case .weekly(let times)?: repetition = .weekly(times: times, restDays: draft.restDays ?? 0)
        case .once?, nil: break
        }
        if case .saved(let number)? = draft.place { place = desk.places[number].id }
        guard let window = draft.window else { return }
        var made = PlanWindow()
        switch window.from {
        case .clock(let minute)?: made.fromClock = minute
        case .prayer(let prayer)?: made.after = prayer
        case nil: break
        }
        switch window.to {
        case .clock(let minute)?: made.toClock = minute
        case .prayer(let prayer)?: made.before = prayer
        case nil: break
        }
        windows = [made]
    }
}

struct RoutinesPage: Page {
    static let template = "todos/routines"
    static let hasForm = true
    var undo: UndoNotice?
    var problem: String?
    var rows: [RoutineRow]
    var hasRows: Bool
    /// The UID of the next routine that is made with one press.
    var uid: String
    var often: [RoutineChoice]
    /// The first day until which a routine can pause.
    var tomorrow: String
}

struct RoutineRow: Encodable {
    var address: String
    /// The class of the colour of its calendar.
    var color: String
    var title: String
    /// fixed, flexible or by prayer, in words.
    var kind: String
    var detail: String
    /// The form that pauses it; nil for a series.
    var pause: RoutinePause?
}

struct RoutinePause: Encodable {
    /// The address to which the form is sent.
    var action: String
    var isPaused: Bool
}

struct RoutineChoice: Encodable {
    var name: String, label: String
}

extension RoutinesPage {
    /// The days in which series are looked for.
    private static let days = 7

    init(_ visit: CustomerVisit) throws {
        let format = visit.format, today = try visit.today
        let desk = try TaskDesk(visit)
        let places = Dictionary(desk.places.map { ($0.id, $0.name) }) { first, _ in first }
        let colors = Dictionary(try visit.calendars.toDoLists.map { list in
            (list.id, CalendarPalette.nearest(to: list.color).name)
        }) { first, _ in first }
        let tasks = desk.tasks.filter { if case .weekly = $0.facts.repetition { true } else { false } }
        let view = try visit.calendars.view(today...(today + (Self.days - 1)))
        rows = tasks.map { RoutineRow($0, colors[$0.calendar] ?? "", places, today, format) }
            + RoutineRow.series(view, format)
        hasRows = !rows.isEmpty
        undo = UndoNotice(visit)
        uid = Random.uuidV4()
        often = Routine.allCases.map { RoutineChoice(name: $0.rawValue, label: format.text($0.lineKey)) }
        tomorrow = (today + 1).iso8601
    }
}

extension RoutineRow {
    init(
        _ task: FlexibleTask, _ color: String, _ places: [SavedPlaceID: String], _ today: LocalDate,
        _ format: Formatter
    ) {
        address = ToDoPages.address(task.calendar, task.segment)
        self.color = color
        title = task.title.isEmpty ? format.text("tasks.untitled") : task.title
        kind = format.text("routines.flexible")
        let isPaused = task.facts.pausedUntil.map { $0 > today } ?? false
        pause = RoutinePause(
            action: "/routines/\(task.calendar)/\(percentEncoded(task.segment))", isPaused: isPaused)
        if isPaused, let day = task.facts.pausedUntil {
            detail = format.text("routines.paused", ["day": format.day(day, .weekday)])
            return
        }
        var words = [format.duration(minutes: task.facts.minutes)]
        if case .weekly(let times, _) = task.facts.repetition {
            words.append(
                times == 7 ? format.text("tasks.often.day") : format.text("tasks.times-a-week", counting: times))
        }
        words += task.facts.windows.flatMap { Self.words($0, format) }
        if let place = task.facts.place.flatMap({ places[$0] }) { words.append(place.isolated) }
        detail = words.joined(separator: " · ")
    }

    private static func words(_ window: PlanWindow, _ format: Formatter) -> [String] {
        func clock(_ key: String, _ minute: Int?) -> String? {
            minute.map { format.text(key, ["time": format.time(minute: $0)]) }
        }
        let after = window.after.map { format.text("tasks.after", ["prayer": format.text("prayer.\($0.rawValue)")]) }
        let before = window.before.map { format.text("tasks.before", ["prayer": format.text("prayer.\($0.rawValue)")]) }
        let from = clock("tasks.after.clock", window.fromClock), until = clock("tasks.before.clock", window.toClock)
        return [after, from, before, until].compactMap(\.self)
    }

    /// Returns the series of events in a view, each once, by its first time.
    static func series(_ view: CalendarView, _ format: Formatter) -> [RoutineRow] {
        let words = EntryWords(view: view, format: format)
        var seen: Set<String> = [], rows: [RoutineRow] = []
        for entry in view.entries where entry.isRecurring && entry.kind == .event {
            guard seen.insert("\(entry.calendar)/\(entry.segment)").inserted else { continue }
            let time = entry.isAllDay
                ? words.span(entry)
                : format.list([format.day(entry.startDay, .weekday), format.time(entry.start, view.zone)])
            rows.append(RoutineRow(
                address: words.address(entry), color: entry.color.name, title: words.title(entry),
                kind: format.text(entry.anchor == nil ? "routines.fixed" : "routines.by-prayer"),
                detail: [entry.anchor.map(format.anchor), format.text("routines.next", ["time": time])]
                    .compactMap(\.self).joined(separator: " · "),
                pause: nil))
        }
        return rows
    }
}
