import Calendars
import CivilTime
import Extraction
import HTTP
import PrayerTimes
import Runtime
import Scheduling
import Storage
import Templates
import Text
import Web

/// The line above the form of a task, with what was read of it: `templates/todos/line.mustache`.
struct TaskLine: Encodable {
    var typed = ""
    /// The task in words; nil without a line.
    var understood: String?
    var notUnderstood: String?
    /// The problem of a line that is too long.
    var problem: String?
}

extension TaskLine {
    /// Makes the line with what was read of it.
    init(_ typed: String, _ draft: TaskDraft?, _ desk: TaskDesk) {
        let format = desk.format
        self.typed = String(typed.prefix(QuickEntry.mostCharacters))
        guard QuickEntry.isShort(typed) else {
            problem = format.text("event.line.too-long", ["limit": format.number(QuickEntry.mostCharacters)])
            return
        }
        guard let draft else { return }
        understood = draft.isUnderstood
            ? format.text("event.line.understood", ["text": Self.words(draft, desk).joined(separator: " · ")])
            : format.text("event.line.not-understood")
        guard !draft.notUnderstood.isEmpty else { return }
        let unread = draft.notUnderstood.map(\.isolated).joined(separator: " · ")
        notUnderstood = format.text("event.line.not-read", ["words": unread])
    }

    /// Returns what was understood, each part in words.
    private static func words(_ draft: TaskDraft, _ desk: TaskDesk) -> [String] {
        let format = desk.format
        var words = draft.title.isEmpty ? [] : [draft.title.isolated]
        if let minutes = draft.minutes { words.append(format.duration(minutes: minutes)) }
        switch draft.frequency {
        case .daily?: words.append(format.text("tasks.often.day"))
        case .weekly(let times)?: words.append(format.text("tasks.times-a-week", counting: times))
        case .once?, nil: break
        }
        if let rest = draft.restDays, rest > 0 { words.append(format.text("tasks.rest", counting: rest)) }
        if let pieces = draft.pieceMinutes {
            words.append(format.text("tasks.line.pieces", [
                "least": format.duration(minutes: pieces.lowerBound),
                "most": format.duration(minutes: pieces.upperBound),
            ]))
        }
        if let window = draft.window { words += edges(window, format) }
        if !draft.weekdays.isEmpty {
            words.append(format.list(desk.weekdays.filter(draft.weekdays.contains).map { format.weekday($0) }))
        }
        if draft.isOnWorkingDays { words.append(format.text("tasks.line.working-days")) }
        if let last = draft.lastDay { words.append(format.text("tasks.line.by", ["day": format.day(last, .weekday)])) }
        switch draft.place {
        case .saved(let number)?: words.append(desk.places[number].name.isolated)
        case .named(let name)?: words.append(name.isolated)
        case nil: break
        }
        if let importance = draft.importance { words.append(format.text("tasks.importance.\(importance.rawValue)")) }
        return words
    }

    private static func edges(_ window: TaskWindow, _ format: Formatter) -> [String] {
        func words(_ edge: TaskEdge?, _ key: String) -> String? {
            switch edge {
            case .clock(let minute)?: format.text("\(key).clock", ["time": format.time(minute: minute)])
            case .prayer(let prayer)?: format.text(key, ["prayer": format.text("prayer.\(prayer.rawValue)")])
            case nil: nil
            }
        }
        return [words(window.from, "tasks.after"), words(window.to, "tasks.before")].compactMap(\.self)
    }
}

extension TaskFacts {
    /// The minutes of a line that says no length.
    private static let usualMinutes = 30

    /// Makes the facts of a line. What it does not say has its default.
    init(_ draft: TaskDraft, _ desk: TaskDesk) {
        self.init(
            minutes: draft.minutes ?? Self.usualMinutes,
            weekdays: draft.isOnWorkingDays ? desk.visit.workingDays : draft.weekdays)
        switch draft.frequency {
        case .daily?: repetition = .weekly(times: weekdays.isEmpty ? 7 : weekdays.count, restDays: 0)
        case .weekly(let times)?: repetition = .weekly(times: times, restDays: draft.restDays ?? 0)
        case .once?, nil: break
        }
        if let pieces = draft.pieceMinutes {
            repetition = .pieces(least: pieces.lowerBound, greatest: pieces.upperBound, mostADay: 1, pause: 0)
        }
        if case .saved(let number)? = draft.place { place = desk.places[number].id }
        if draft.frequency == nil, let first = draft.firstDay, first > desk.now.date { pausedUntil = first }
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

extension TaskValues {
    /// Makes the values of a line by its facts.
    init(_ draft: TaskDraft, _ desk: TaskDesk) {
        self.init(TaskFacts(draft, desk), desk.format)
        // Each working day is each day, too.
        if draft.frequency == .daily, often == .week { (often, times) = (.day, 7) }
        rest = draft.restDays ?? 0
    }
}

extension ToDoFields {
    /// Takes over what a line says of every to-do: the title, the deadline, the importance, and a place without
    /// a point.
    mutating func take(_ draft: TaskDraft, typed: String, _ desk: TaskDesk) {
        title = draft.title.isEmpty ? typed : draft.title
        if let last = draft.lastDay, draft.frequency == nil {
            day = last.iso8601
            time = draft.lastMinute.map { clockText(minute: $0) } ?? ""
        }
        if case .named(let name)? = draft.place {
            note = desk.format.text("tasks.line.place", ["place": name])
        }
        let importance: TaskImportance? =
            switch draft.importance {
            case .must?: .must
            case .usual?: .usual
            case .ifRoom?: .ifRoom
            case nil: nil
            }
        if let importance { select(importance.priority, desk.format) }
    }
}
