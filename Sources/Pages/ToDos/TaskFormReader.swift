import Calendars
import CivilTime
import HTTP
import PrayerTimes
import Runtime
import Scheduling
import Storage
import Templates
import Web

/// A form of a task as it was read.
struct ReadTask {
    var fields: TaskFields
    /// The facts to store: nil for a plain to-do. Only a form without problems has them.
    var facts: TaskFacts?
    /// The problem of the deadline, which is a field of every to-do.
    var dueProblem: String?

    /// True if a field is to be corrected.
    var hasProblem: Bool { fields.hasProblem || dueProblem != nil }
}

extension ReadTask {
    /// Reads a form. Fields keep what was typed, and have their problems.
    ///
    /// - Parameters:
    ///   - stored: the facts as they are, whose parts without a field stay.
    ///   - due: the deadline that the form has.
    ///   - oldDue: the deadline as it is, which may be over.
    init(
        _ form: Form, uid: String, stored: TaskFacts?, due: ToDoDue?, oldDue: ToDoDue? = nil,
        isRecurring: Bool = false, _ desk: TaskDesk
    ) throws {
        let values = TaskValues(form)
        fields = TaskFields(values, uid: uid, stored: stored, desk)
        guard !values.takes.isEmpty else { return }
        guard let minutes = try desk.minutes(values.takes) else {
            fields.takesProblem = desk.format.text("tasks.problem.takes")
            return
        }
        var facts = TaskFacts(minutes: minutes, weekdays: values.weekdays)
        facts.place = SavedPlaceID(text: values.place)
        facts.repetition = try repetition(values, stored, desk)
        facts.windows = windows(values, stored, desk)
        let keptAfter = stored?.after.dropFirst() ?? []
        facts.after = (values.afterTask.isEmpty ? [] : [values.afterTask]) + keptAfter
        facts.pausedUntil = pause(values, desk)
        let around = desk.surroundings(uid: uid, facts, isRecurring: isRecurring, oldDue: oldDue)
        for problem in facts.problems(due: due, around) { note(problem, desk.format) }
        if !hasProblem { self.facts = facts }
    }

    private mutating func repetition(
        _ values: TaskValues, _ stored: TaskFacts?, _ desk: TaskDesk
    ) throws -> TaskFacts.Repetition {
        switch values.often {
        case .once: return .once
        case .week: return .weekly(times: values.times, restDays: values.rest)
        case .day: return .weekly(times: values.weekdays.isEmpty ? 7 : values.weekdays.count, restDays: 0)
        case .pieces:
            guard let least = try desk.minutes(values.least), let greatest = try desk.minutes(values.greatest),
                least > 0, greatest > 0
            else {
                fields.piecesProblem = desk.format.text("tasks.problem.takes")
                return .once
            }
            var pause = 0
            if case .pieces(_, _, _, let minutes)? = stored?.repetition { pause = minutes }
            return .pieces(least: least, greatest: greatest, mostADay: values.mostADay, pause: pause)
        }
    }

    private mutating func windows(_ values: TaskValues, _ stored: TaskFacts?, _ desk: TaskDesk) -> [PlanWindow] {
        func clock(_ typed: String) -> Int? {
            guard !typed.isEmpty else { return nil }
            if let clock = TypedClock(typed), clock.minute < 1_440 { return clock.minute }
            fields.windowProblem = desk.format.text("habits.problem.time")
            return nil
        }
        let window = PlanWindow(
            fromClock: clock(values.fromTime), toClock: clock(values.untilTime),
            after: DayEvent(rawValue: values.after), before: DayEvent(rawValue: values.before))
        return (window == PlanWindow() ? [] : [window]) + (stored?.windows.dropFirst() ?? [])
    }

    private mutating func pause(_ values: TaskValues, _ desk: TaskDesk) -> LocalDate? {
        guard !values.pausedUntil.isEmpty else { return nil }
        if let day = LocalDate(iso8601: values.pausedUntil), (1_970...9_999).contains(day.year) { return day }
        fields.pauseProblem = desk.format.text("tasks.problem.day")
        return nil
    }
}

extension ReadTask {
    /// Words a problem at its field.
    fileprivate mutating func note(_ problem: TaskFactsProblem, _ format: Formatter) {
        switch problem {
        case .length(let limits):
            fields.takesProblem = format.text("tasks.problem.length", [
                "least": format.duration(minutes: limits.lowerBound),
                "most": format.duration(minutes: limits.upperBound),
            ])
        case .longerThanWindows(let longest):
            fields.windowProblem = format.text("tasks.problem.longer", ["longest": format.duration(minutes: longest)])
        case .windowTooShort(_, let minutes):
            fields.windowProblem = format.text("tasks.problem.short", ["length": format.duration(minutes: minutes)])
        case .windowEmpty: fields.windowProblem = format.text("tasks.problem.empty")
        case .tooManyWindows(let limit):
            fields.windowProblem = format.text("tasks.problem.windows", ["limit": format.number(limit)])
        case .piecesReversed: fields.piecesProblem = format.text("tasks.problem.reversed")
        case .piecesDoNotSum: fields.piecesProblem = format.text("tasks.problem.sum")
        case .piecesADay(let limits):
            fields.piecesProblem = format.text("habits.problem.minutes", [
                "least": format.number(limits.lowerBound), "most": format.number(limits.upperBound),
            ])
        case .timesDoNotFit(let most):
            fields.oftenProblem = format.text("tasks.problem.times", ["most": format.number(most)])
        case .deadlinePast: dueProblem = format.text("tasks.problem.past")
        case .waitsForItself: fields.othersProblem = format.text("tasks.problem.cycle")
        case .tooManyBefore(let limit):
            fields.othersProblem = format.text("tasks.problem.before", ["limit": format.number(limit)])
        case .repeats: fields.oftenProblem = format.text("tasks.problem.repeats")
        case .noPlace: fields.placeProblem = format.text("tasks.problem.place")
        case .weeklyWithDeadline: dueProblem = format.text("tasks.problem.weekly")
        }
    }
}
