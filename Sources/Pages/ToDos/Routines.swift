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
        guard let draft = try desk.read(visit.text(routine.lineKey)) else { throw Refusal.badRequest }
        let facts = TaskFacts(draft, desk)
        do {
            let undo = try visit.calendars.addToDo(ToDoDraft(title: draft.title), facts, to: "", uid: form["uid"])
            return redirect(to: "/routines", done: "added", undo, visit)
        } catch CalendarRefusal.tooManyObjects, CalendarRefusal.full, CalendarRefusal.tooManyCalendars {
            return redirect(to: "/routines", done: "refused", nil, visit)
        }
    }

    /// `POST /routines/{calendar}/{object}`: pauses a task or a series until a day, or lets it go on.
    package static func changeRoutine(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form
        if let series = try series(visit) { return try change(series, visit) }
        guard let stored = try sentFor(visit, visit.calendars), var facts = stored.facts else {
            return redirect(to: "/routines", done: "missing", nil, visit)
        }
        if form["do"] == "go-on" {
            facts.pausedUntil = nil
        } else {
            guard let day = try pauseEnd(visit) else { return try pauseRefused(visit) }
            facts.pausedUntil = day
        }
        do {
            let undo = try visit.calendars.edit(stored, to: stored.draft, .set(facts), ifTag: stored.tag)
            return redirect(to: "/routines", done: "edited", undo, visit)
        } catch is ToDoOvertaken {
            return redirect(to: "/routines", done: "overtaken", nil, visit)
        }
    }

    /// Returns the place of the series of events that a path names; nil if it names none.
    private static func series(_ visit: CustomerVisit) throws -> ObjectPlace? {
        guard let number = Int64(visit.request.parameter("calendar")),
            let place = try visit.calendars.place(in: CalendarID(number), visit.request.parameter("object")),
            try visit.calendars.hasSeries(at: place)
        else { return nil }
        return place
    }

    private static func change(_ series: ObjectPlace, _ visit: CustomerVisit) throws -> Response {
        let home = visit.calendars
        let undo: UndoToken?
        do {
            switch visit.request.form["do"] {
            case "go-on": undo = try home.endPause(series)
            case "over": undo = try home.setPlannedOver(series, true)
            case "not-over": undo = try home.setPlannedOver(series, false)
            default:
                guard let day = try pauseEnd(visit) else { return try pauseRefused(visit) }
                undo = try home.pause(series, until: day)
            }
        } catch CalendarRefusal.noObject {
            return redirect(to: "/routines", done: "missing", nil, visit)
        }
        return redirect(to: "/routines", done: "edited", undo, visit)
    }

    /// Returns the day until which the form pauses a routine; nil for none, and for one that is not to come.
    private static func pauseEnd(_ visit: CustomerVisit) throws -> LocalDate? {
        guard let day = LocalDate(iso8601: visit.request.form["until"]), try day > visit.today, day.year < 10_000
        else { return nil }
        return day
    }

    private static func pauseRefused(_ visit: CustomerVisit) throws -> Response {
        var page = try RoutinesPage(visit)
        page.problem = visit.text("routines.problem.day")
        return visit.page(page, status: .unprocessableContent)
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
    /// The form that pauses it; nil for a series by prayer.
    var pause: RoutinePause?
    /// The button that lets tasks be planned over it; nil for a flexible one.
    var over: RoutineOver?
}

struct RoutineOver: Encodable {
    /// The address to which the form is sent.
    var action: String
    /// True if tasks may be planned over it.
    var isOver: Bool
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
            + RoutineRow.series(view, try visit.calendars.pausedSeries(), format)
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

    /// Returns the series of events in a view, each once, by its first time, and those that rest.
    static func series(_ view: CalendarView, _ paused: [PausedSeries], _ format: Formatter) -> [RoutineRow] {
        let words = EntryWords(view: view, format: format)
        var seen = Set(paused.map { action($0.calendar, $0.segment) })
        let rows = view.entries.compactMap { entry -> RoutineRow? in
            guard entry.isRecurring, entry.kind == .event,
                seen.insert(action(entry.calendar, entry.segment)).inserted
            else { return nil }
            return RoutineRow(entry, words)
        }
        return rows + paused.map { RoutineRow($0, view, format) }
    }

    private static func action(_ calendar: CalendarID, _ segment: String) -> String {
        "/routines" + "/\(calendar)/\(percentEncoded(segment))"
    }

    /// Makes the row of a series by one of its events.
    private init(_ entry: CalendarEntry, _ words: EntryWords) {
        let format = words.format, action = Self.action(entry.calendar, entry.segment)
        let time = entry.isAllDay
            ? words.span(entry)
            : format.list([format.day(entry.startDay, .weekday), format.time(entry.start, words.view.zone)])
        self.init(
            address: words.address(entry), color: entry.color.name, title: words.title(entry),
            kind: format.text(entry.anchor == nil ? "routines.fixed" : "routines.by-prayer"),
            detail: [
                entry.anchor.map(format.anchor), format.text("routines.next", ["time": time]),
                entry.isFree ? format.text("routines.is-over") : nil,
            ].compactMap(\.self).joined(separator: " · "),
            pause: entry.anchor == nil ? RoutinePause(action: action, isPaused: false) : nil,
            over: RoutineOver(action: action, isOver: entry.isFree))
    }

    /// Makes the row of a series that rests.
    private init(_ series: PausedSeries, _ view: CalendarView, _ format: Formatter) {
        let color = view.calendars.first { $0.id == series.calendar }.map { CalendarPalette.nearest(to: $0.color).name }
        self.init(
            address: "/events/\(series.calendar)/\(percentEncoded(series.segment))", color: color ?? "",
            title: series.title.isEmpty ? format.text("entry.untitled") : series.title,
            kind: format.text("routines.fixed"),
            detail: format.text("routines.paused", ["day": format.day(series.until, .weekday)]),
            pause: RoutinePause(action: Self.action(series.calendar, series.segment), isPaused: true))
    }
}
