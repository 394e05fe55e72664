package import CivilTime
import Scheduling

/// A fact of a task that cannot be, for a sentence at its field.
package enum TaskFactsProblem: Error, Sendable, Hashable {
    /// It takes no time, or more than a day.
    case length(limits: ClosedRange<Int>)
    /// It is longer than each of its windows, or its shortest piece is; the longest window has these minutes.
    case longerThanWindows(longest: Int)
    /// One of several windows is too short; its index and its minutes.
    case windowTooShort(Int, minutes: Int)
    /// A window begins and ends at the same time, or begins after a prayer and ends before it; its index.
    case windowEmpty(Int)
    case tooManyWindows(limit: Int)
    /// The shortest piece is longer than the longest one.
    case piecesReversed
    /// No pieces of these lengths have the length of the task together.
    case piecesDoNotSum
    case piecesADay(limits: ClosedRange<Int>)
    /// The times of a week with their days of rest do not fit into one week after another; the most that do.
    case timesDoNotFit(most: Int)
    /// The deadline is over.
    case deadlinePast
    /// It waits for itself, over other tasks or not.
    case waitsForItself
    case tooManyBefore(limit: Int)
    /// It repeats by a rule of its own, so no time is planned for it.
    case repeats
    /// The place was deleted.
    case noPlace
    /// It has a deadline and is done each week.
    case weeklyWithDeadline
}

/// The surroundings of a task that decide if its facts are possible.
package struct TaskSurroundings: Sendable {
    /// The present time on the customer's clocks.
    package var now: LocalDateTime
    /// The UID of the task, and the tasks that others wait for by their UIDs.
    package var uid: String, after: [String: [String]]
    /// False if the customer has no place with the identity that the task names.
    package var hasPlace: Bool
    package var isRecurring: Bool
    /// The deadline as it is stored, which may be over.
    package var oldDue: ToDoDue?

    package init(
        now: LocalDateTime, uid: String, after: [String: [String]] = [:], hasPlace: Bool = true,
        isRecurring: Bool = false, oldDue: ToDoDue? = nil
    ) {
        self.now = now
        self.uid = uid
        self.after = after
        self.hasPlace = hasPlace
        self.isRecurring = isRecurring
        self.oldDue = oldDue
    }
}

extension TaskFacts {
    /// Returns the reasons why the facts cannot be stored, in the order of the form.
    ///
    /// - Parameter due: the deadline.
    package func problems(due: ToDoDue?, _ around: TaskSurroundings) -> [TaskFactsProblem] {
        var problems: [TaskFactsProblem] = []
        if around.isRecurring { problems.append(.repeats) }
        guard Self.lengths.contains(minutes) else { return problems + [.length(limits: Self.lengths)] }
        if place != nil, !around.hasPlace { problems.append(.noPlace) }
        problems += repetitionProblems + windowProblems
        if let due { problems += deadlineProblems(due, around) }
        if after.count > Self.mostAfter { problems.append(.tooManyBefore(limit: Self.mostAfter)) }
        if waitsForItself(around) { problems.append(.waitsForItself) }
        return problems
    }

    private var repetitionProblems: [TaskFactsProblem] {
        switch repetition {
        case .once: return []
        case .weekly(let times, let rest):
            let most = Self.mostTimes(weekdays, restDays: rest)
            return (1...max(1, most)).contains(times) ? [] : [.timesDoNotFit(most: most)]
        case .pieces(let least, let greatest, let mostADay, _):
            var problems: [TaskFactsProblem] = []
            if least > greatest {
                problems.append(.piecesReversed)
            } else if Pieces.counts(of: minutes, least: least, greatest: greatest) == nil {
                problems.append(.piecesDoNotSum)
            }
            let limits = 1...Self.mostPiecesADay
            return problems + (limits.contains(mostADay) ? [] : [.piecesADay(limits: limits)])
        }
    }

    /// The minutes that need one window: those of the task, or of its shortest piece.
    private var leastMinutes: Int {
        if case .pieces(let least, _, _, _) = repetition { min(least, minutes) } else { minutes }
    }

    private var windowProblems: [TaskFactsProblem] {
        guard windows.count <= Self.mostWindows else { return [.tooManyWindows(limit: Self.mostWindows)] }
        let lengths = windows.map(\.clockMinutes)
        let empty = lengths.indices.filter { lengths[$0] == 0 }
        guard empty.isEmpty else { return empty.map { .windowEmpty($0) } }
        let short = lengths.indices.filter { lengths[$0] < leastMinutes }
        if !windows.isEmpty, short.count == windows.count {
            return [.longerThanWindows(longest: lengths.max() ?? 0)]
        }
        return short.map { .windowTooShort($0, minutes: lengths[$0]) }
    }

    private func deadlineProblems(_ due: ToDoDue, _ around: TaskSurroundings) -> [TaskFactsProblem] {
        if case .weekly = repetition { return [.weeklyWithDeadline] }
        guard due != around.oldDue else { return [] }
        let now = around.now
        switch due {
        case .day(let day): return day < now.date ? [.deadlinePast] : []
        case .time(let time):
            return (time.date, time.minuteOfDay) <= (now.date, now.minuteOfDay) ? [.deadlinePast] : []
        }
    }

    private func waitsForItself(_ around: TaskSurroundings) -> Bool {
        var seen: Set<String> = [], open = after
        while let uid = open.popLast() {
            if uid == around.uid { return true }
            if seen.insert(uid).inserted { open += around.after[uid] ?? [] }
        }
        return false
    }

    /// Returns the most times a week on some weekdays with days of rest between, also between two weeks.
    package static func mostTimes(_ weekdays: Set<Weekday>, restDays: Int) -> Int {
        let allowed = Weekday.allCases.map { weekdays.isEmpty || weekdays.contains($0) }
        let step = 1 + max(0, restDays)
        return (0..<7).filter { allowed[$0] }.map { first in
            var count = 1, day = first + step
            while day + step <= first + 7 {
                if allowed[day % 7] {
                    count += 1
                    day += step
                } else {
                    day += 1
                }
            }
            return count
        }.max() ?? 0
    }
}

extension PlanWindow {
    /// The most minutes that it can have by the clock; a day if it has no times of the clock. A window over midnight
    /// ends on the next day.
    fileprivate var clockMinutes: Int {
        if let after, after == before { return 0 }
        switch (fromClock, toClock) {
        case (let from?, let to?): return to > from ? to - from : to < from ? to + 1_440 - from : 0
        default: return 1_440
        }
    }
}
