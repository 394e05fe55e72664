import CivilTime
import Scheduling
import Storage

/// A horizon in which tasks keep the days that they have in the plan in force, so that a change of one thing does not
/// move everything else, and few tasks have a choice of day.
struct KeptDays {
    private(set) var horizon: TaskHorizon
    /// The id of the whole task for each time of it.
    private var whole: [String: String] = [:]

    /// - Parameter loose: the ids of tasks that may change their days.
    init(_ tasks: TaskHorizon, loose: Set<String>) {
        horizon = tasks
        horizon.horizon.tasks = []
        for task in tasks.horizon.tasks {
            guard !loose.contains(task.id), let times = task.keepingDays else {
                horizon.horizon.tasks.append(task)
                continue
            }
            for time in times {
                horizon.horizon.tasks.append(time)
                horizon.uids[time.id] = tasks.uids[task.id]
                whole[time.id] = task.id
            }
        }
    }

    /// Returns the ids of the whole tasks of which a plan leaves something out.
    func lost(in plan: HorizonPlan) -> Set<String> {
        let parts = plan.leftOut + plan.refused.keys
        return Set(parts.map { String($0.prefix { $0 != "#" }) }.map { whole[$0] ?? $0 })
    }
}

extension HorizonTask {
    /// The times of the task, each on its day in the plan in force; nil if it is not planned whole.
    fileprivate var keepingDays: [HorizonTask]? {
        let count: Int
        switch repetition {
        case .once: count = 1
        case .times(let times, _): count = times
        case .pieces: return nil
        }
        let days = planned.map(\.day)
        guard planned.count == count, Set(days).count == count,
              days.allSatisfy({ windows.indices.contains($0) && !windows[$0].isEmpty })
        else { return nil }
        return planned.map { time in
            var one = self
            // The name of a task that is done once stays, since others may wait for it.
            if count > 1 { one.id = "\(id)d\(time.day)" }
            one.windows = windows.indices.map { $0 == time.day ? windows[$0] : [] }
            one.repetition = .once
            one.planned = [time]
            return one
        }
    }

    /// The most parts of the task that have a choice of day.
    fileprivate var mostParts: Int {
        guard windows.count(where: { !$0.isEmpty }) > 1 else { return 0 }
        switch repetition {
        case .once: return 1
        case .times(let times, _): return times
        case .pieces(let least, _, _, _): return max(1, length / max(1, least))
        }
    }
}

extension PlanSituation {
    /// The most parts with a choice of day for which the engine proves the whole plan.
    private static let mostProvenParts = 12

    /// Returns the best plan. With many tasks, those that have a time keep their days, unless something would be left
    /// out. The first plan of a day chooses the days of all of them again.
    func bestPlan(of tasks: TaskHorizon, _ planner: HorizonPlanner) -> (plan: HorizonPlan, tasks: TaskHorizon) {
        let isFirstOfDay = plan?.plannedAt.map { day(of: $0) < today } ?? true
        let parts = tasks.horizon.tasks.reduce(0) { $0 + $1.mostParts }
        guard parts > Self.mostProvenParts, !isFirstOfDay else { return (planner.plan(tasks.horizon), tasks) }
        var loose: Set<String> = [], best: (plan: HorizonPlan, tasks: TaskHorizon)?
        for _ in 0..<2 {
            let kept = KeptDays(tasks, loose: loose)
            var plan = planner.plan(kept.horizon.horizon)
            plan.isProven = plan.isProven && plan.leftOut.isEmpty && plan.travel == 0
            best = (plan, kept.horizon)
            let lost = kept.lost(in: plan)
            if lost.isEmpty { return (plan, kept.horizon) }
            loose.formUnion(lost)
        }
        let whole = planner.plan(tasks.horizon)
        guard let best, best.plan.weight >= whole.weight else { return (whole, tasks) }
        return best
    }
}
