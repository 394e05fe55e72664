import Calendars
import CivilTime
import HTTP
import PrayerTimes
import Runtime
import Scheduling
import Storage
import Templates
import Text
import Web

/// The fields of a flexible task: `templates/todos/task.mustache`. A to-do without a length is a plain one.
struct TaskFields: Encodable {
    var takes = "", takesProblem: String?
    var places: [Choice] = []
    var placeProblem: String?
    /// Once, each week, each day, in pieces.
    var often: [RadioOption] = []
    var oftenProblem: String?
    var times: [Choice] = []
    var rests: [Choice] = []
    var least = "", greatest = "", piecesProblem: String?
    var piecesADay: [Choice] = []
    var days: [TaskDay] = []
    /// As in `14:30`.
    var fromTime = "", untilTime = ""
    var afterPrayers: [Choice] = [], beforePrayers: [Choice] = []
    var windowProblem: String?
    /// A sentence about further windows, which the form does not show and keeps.
    var moreWindows: String?
    /// The tasks of which one must be done before.
    var others: [Choice] = []
    var hasOthers = false
    var othersProblem: String?
    /// As in `2026-12-25`.
    var pausedUntil = ""
    var pauseProblem: String?
    /// A sentence about facts that were written back; nil if none were.
    var restored: String?

    /// True if a field is to be corrected.
    var hasProblem: Bool {
        [
            takesProblem, placeProblem, oftenProblem, piecesProblem, windowProblem, othersProblem, pauseProblem,
        ].contains { $0 != nil }
    }
}

/// A weekday on which a task may be done.
struct TaskDay: Encodable {
    var value: String, label: String
    var isOn: Bool
}

/// The values of the fields, before they are words.
struct TaskValues {
    enum Often: String, CaseIterable {
        case once, week, day, pieces
    }

    var takes = ""
    var place = ""
    var often = Often.once
    var times = 3, rest = 0
    var least = "", greatest = "", mostADay = 1
    var weekdays: Set<Weekday> = []
    var fromTime = "", untilTime = ""
    var after = "", before = ""
    var afterTask = ""
    var pausedUntil = ""
}

extension TaskFields {
    /// Makes the fields with values.
    ///
    /// - Parameters:
    ///   - uid: that of the task, which does not wait for itself.
    ///   - stored: the facts as they are; nil for a plain to-do.
    init(_ values: TaskValues, uid: String, stored: TaskFacts?, _ desk: TaskDesk) {
        let format = desk.format
        takes = values.takes
        places = Self.choices(
            format.text("tasks.place.any"), desk.places.map { ($0.id.description, $0.name) }, selected: values.place)
        often = TaskValues.Often.allCases.map {
            RadioOption($0.rawValue, format.text("tasks.often.\($0.rawValue)")).checked($0 == values.often)
        }
        times = [Choice]((1...7).map { (String($0), format.number($0)) }, selected: String(values.times))
        rests = [Choice](
            (0...3).map { days in
                (String(days), days == 0 ? format.text("tasks.rest.none") : format.text("tasks.rest", counting: days))
            },
            selected: String(values.rest))
        (least, greatest) = (values.least, values.greatest)
        piecesADay = [Choice]((1...6).map { (String($0), format.number($0)) }, selected: String(values.mostADay))
        days = desk.weekdays.map { day in
            TaskDay(
                value: String(day.rawValue), label: format.weekday(day),
                isOn: values.weekdays.isEmpty || values.weekdays.contains(day))
        }
        (fromTime, untilTime) = (values.fromTime, values.untilTime)
        afterPrayers = Self.prayers("tasks.after", values.after, format)
        beforePrayers = Self.prayers("tasks.before", values.before, format)
        if let count = stored?.windows.count, count > 1 {
            moreWindows = format.text("tasks.windows.more", counting: count - 1)
        }
        let others = desk.tasks.filter { $0.uid != uid }
        self.others = Self.choices(
            format.text("tasks.order.none"), others.map { ($0.uid, $0.title.withoutOverrides) },
            selected: values.afterTask)
        hasOthers = !others.isEmpty
        pausedUntil = values.pausedUntil
        if desk.wasRestoredToday(uid) { restored = format.text("tasks.restored") }
    }

    private static let prayers: [DayEvent] = [.fajr, .dhuhr, .asr, .maghrib, .isha]

    private static func prayers(_ key: String, _ selected: String, _ format: Formatter) -> [Choice] {
        choices(
            format.text("tasks.window.any"),
            prayers.map { ($0.rawValue, format.text(key, ["prayer": format.text("prayer.\($0.rawValue)")])) },
            selected: selected)
    }

    /// Returns the options of a select, the first of which means none of the others.
    private static func choices(
        _ none: String, _ others: [(value: String, label: String)], selected: String
    ) -> [Choice] {
        let first: [(value: String, label: String)] = [("", none)]
        return [Choice](first + others, selected: selected)
    }
}

extension TaskValues {
    /// Makes the values of stored facts; the defaults for a plain to-do.
    init(_ facts: TaskFacts?, _ format: Formatter) {
        guard let facts else { return }
        takes = format.number(facts.minutes)
        place = facts.place?.description ?? ""
        weekdays = facts.weekdays
        switch facts.repetition {
        case .once: often = .once
        case .weekly(let times, let rest):
            (often, self.times, self.rest) = (times == 7 ? .day : .week, times, rest)
        case .pieces(let least, let greatest, let mostADay, _):
            often = .pieces
            (self.least, self.greatest) = (format.number(least), format.number(greatest))
            self.mostADay = mostADay
        }
        if let window = facts.windows.first {
            fromTime = window.fromClock.map { clockText(minute: $0) } ?? ""
            untilTime = window.toClock.map { clockText(minute: $0) } ?? ""
            (after, before) = (window.after?.rawValue ?? "", window.before?.rawValue ?? "")
        }
        afterTask = facts.after.first ?? ""
        pausedUntil = facts.pausedUntil?.iso8601 ?? ""
    }

    /// Makes the values of a form as it was sent.
    init(_ form: Form) {
        takes = form["takes"].trimmed
        place = form["place"]
        often = Often(rawValue: form["often"]) ?? .once
        times = Int(form["times"]).flatMap { (1...7).contains($0) ? $0 : nil } ?? 3
        rest = Int(form["rest"]).flatMap { (0...6).contains($0) ? $0 : nil } ?? 0
        (least, greatest) = (form["least"].trimmed, form["greatest"].trimmed)
        mostADay = Int(form["a-day"]).flatMap { (1...12).contains($0) ? $0 : nil } ?? 1
        let days = Set(form.all("weekday").compactMap { Int($0).flatMap(Weekday.init(rawValue:)) })
        weekdays = days.count == 7 ? [] : days
        (fromTime, untilTime) = (form["from"].trimmed, form["until"].trimmed)
        (after, before) = (form["after"], form["before"])
        afterTask = form["after-task"]
        pausedUntil = form["paused"].trimmed
    }
}
