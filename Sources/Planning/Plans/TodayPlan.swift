package import Calendars
package import CivilTime
import Runtime
package import Storage

/// The plan of today, as the page of today reads it.
package struct TodayPlan: Sendable {
    package let plan: ShownPlan
    /// The times to come that were today, or are, and moved, by start.
    package let moved: [ShownPlanItem]
    /// The number of planned times of today that are done.
    package let done: Int
    /// The planned times of earlier days of which nobody said that they were done, the earliest first.
    package let missed: [MissedTime]
    /// The tasks that are done some times a week.
    package let week: [WeekTally]
    /// The days by whose end more is due than fits, in order.
    package let shortfalls: [DeadlineShortfall]
    /// The limit that stopped the last plan; nil if it was written.
    package let stop: PlanStop?
    /// The saved places of the customer.
    package let places: [SavedPlace]
}

/// A planned time that passed.
package struct MissedTime: Sendable {
    package let item: PlanItem
    package let task: FlexibleTask
}

/// The number of times that a task was done in this week.
package struct WeekTally: Sendable {
    package let task: FlexibleTask
    package let done: Int, times: Int
    /// The next planned time; nil for none.
    package let next: Instant?
}

extension ShownPlanItem {
    /// The last part of the address of its event.
    package var segment: String { "\(PlanEvent.uid(item.key)).ics" }
}

extension PlanningHome {
    /// Returns the plan of today; nil if plans are off, and without any task.
    package func todayPlan() throws -> TodayPlan? {
        // Most customers have no task. They need not wait for the days of a plan.
        guard try app.store.hasTasks(of: owner) else { return nil }
        let situation = try situation()
        guard situation.choices.isOn, !situation.tasks.tasks.isEmpty else { return nil }
        return situation.todayPlan()
    }
}

extension PlanSituation {
    /// The planned times of earlier days of which nobody said that they were done, the earliest first.
    var missed: [MissedTime] {
        items.compactMap { item in
            guard item.state == .planned, item.end <= now, day(of: item.start) < today,
                  let task = task(item.key.task)
            else { return nil }
            return MissedTime(item: item, task: task)
        }
    }

    fileprivate func todayPlan() -> TodayPlan {
        let done = items.count { $0.state == .done && day(of: $0.start) == today }
        return TodayPlan(
            plan: shown(today), moved: movedTimes(of: today), done: done, missed: missed,
            week: tasks.tasks.compactMap(tally), shortfalls: deadlineShortfalls(), stop: plan?.stop,
            places: places)
    }

    private func tally(_ task: FlexibleTask) -> WeekTally? {
        guard case .weekly(let times, _) = task.facts.repetition else { return nil }
        let start = today - (today.weekday.rawValue - weekStart.rawValue + 7) % 7
        let own = items.filter { $0.key.task == task.uid }
        let done = own.count { $0.state == .done && (start...start + 6).contains(day(of: $0.start)) }
        let next = own.filter { $0.state == .planned && $0.end > now }.map(\.start).min()
        return WeekTally(task: task, done: done, times: times, next: next)
    }
}
