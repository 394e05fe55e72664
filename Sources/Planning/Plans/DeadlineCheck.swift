package import Calendars
package import CivilTime
import Runtime
import Scheduling
import Storage

/// A day before whose end more is due than fits, also if no day of the plan is full yet.
package struct DeadlineShortfall: Sendable {
    package let lastDay: LocalDate
    package let missingMinutes: Int
    /// The tasks that are due by then, the latest deadlines last.
    package let tasks: [FlexibleTask]
}

extension PlanningHome {
    /// Returns the days by whose end the tasks do not fit, in order, by the earliest deadlines first. It looks beyond
    /// the days of the plan, too. None if plans are off.
    package func deadlineShortfalls() throws -> [DeadlineShortfall] {
        let situation = try situation()
        return situation.choices.isOn ? situation.deadlineShortfalls() : []
    }
}

extension PlanSituation {
    func deadlineShortfalls() -> [DeadlineShortfall] {
        let free = days.map { planDay($0, fixed: []).freeMinutes }
        let usual = (0..<7).map { number -> Int in
            let date = today + PlanningHome.planDays + number
            return allowed(on: date).reduce(0) { $0 + $1.count } * choices.loadPercent / 100
        }
        let found = Deadlines(freeMinutes: free, usualMinutes: usual).shortfalls(of: tasks.tasks.compactMap(work))
        return found.map { one in
            DeadlineShortfall(
                lastDay: today + one.lastDay, missingMinutes: one.missingMinutes,
                tasks: one.work.compactMap { task($0) })
        }
    }

    /// Returns what is left of a task that has a deadline to come.
    private func work(_ task: FlexibleTask) -> Deadlines.Work? {
        guard let due = task.due, !isOverdue(task), task.importance != .ifRoom else { return nil }
        if case .weekly = task.facts.repetition { return nil }
        let done = items.filter { $0.key.task == task.uid && $0.state == .done }.reduce(0) { $0 + $1.minutes }
        let left = task.facts.minutes - done
        return left > 0 ? Deadlines.Work(task.uid, minutes: left, lastDay: due.day - today) : nil
    }
}
