/// The plans of the days of a horizon together: the most weight, then the least travel, then the days of the plan in
/// force, then the earliest days. Each day is planned once more on its own, with the parts that it was given.
///
/// - PlanHorizon.swift: the horizon and its plan. HorizonParts.swift: the times and pieces of its tasks (Pieces.swift).
/// - TravelTable.swift: what each day can hold. DayAssignment.swift: the exact choice of the days.
/// - DaySpread.swift: a good choice without proof, for many tasks.
/// - Deadlines.swift: the check of deadlines, also of those beyond the horizon.
public struct HorizonPlanner: Sendable {
    public var planner: DayPlanner
    /// The most labels of the table of one day.
    public var mostTableLabels: Int

    /// The most parts with a choice of day for which the choice is exact.
    private static let mostExactParts = 12
    /// The most times that the days are planned for more and shorter pieces.
    private static let mostSplits = 12

    public init(planner: DayPlanner = DayPlanner(), mostTableLabels: Int = 500_000) {
        self.planner = planner
        self.mostTableLabels = mostTableLabels
    }

    /// Returns the best plans that it finds.
    public func plan(_ horizon: PlanHorizon) -> HorizonPlan {
        var more: [String: Int] = [:], splits = 0
        var best = plan(horizon, HorizonParts(horizon))
        for task in horizon.tasks.sorted(by: { ($1.weight, $0.id) < ($0.weight, $1.id) }) {
            guard case .pieces(let least, let greatest, _, _) = task.repetition else { continue }
            guard let counts = Pieces.counts(of: task.length, least: least, greatest: greatest) else { continue }
            var extra = 1
            while splits < Self.mostSplits, extra < counts.count, best.lacks(task) {
                var tried = more
                tried[task.id] = extra
                let plan = plan(horizon, HorizonParts(horizon, morePieces: tried))
                if plan.weight > best.weight {
                    best = plan
                    more = tried
                }
                extra += 1
                splits += 1
            }
        }
        return best
    }

    private func plan(_ horizon: PlanHorizon, _ parts: HorizonParts) -> HorizonPlan {
        let awaited = Set(parts.parts.flatMap(\.needs))
        let movable = parts.parts.indices.filter { index in
            let part = parts.parts[index]
            return part.days.count > 1 || !part.days.isEmpty && (!part.needs.isEmpty || awaited.contains(index))
        }
        var own = horizon.days.map { day in day.tasks.map(\.weightedForHorizon) }
        for index in parts.parts.indices where !movable.contains(index) {
            for day in parts.parts[index].days { own[day].append(parts.task(index, on: day)) }
        }
        let exact = exactDays(horizon, parts, movable, own)
        let days = exact ?? DaySpread(horizon, parts, movable, own: own).days()
        return plan(horizon, parts, days, own, isProven: exact != nil)
    }

    /// Returns the best day of each part; nil if there are too many parts, or the labels did not suffice.
    private func exactDays(
        _ horizon: PlanHorizon, _ parts: HorizonParts, _ movable: [Int], _ own: [[PlanTask]]
    ) -> [Int: Int]? {
        guard movable.count <= Self.mostExactParts else { return nil }
        var tables: [TravelTable] = []
        for (number, day) in horizon.days.enumerated() {
            let table = TravelTable(day, number, parts, bits: movable, own: own[number], labels: mostTableLabels)
            guard let table else { return nil }
            tables.append(table)
        }
        return DayAssignment(parts, bits: movable, tables)?.days()
    }

    /// Plans each day with the parts that it was given.
    private func plan(
        _ horizon: PlanHorizon, _ parts: HorizonParts, _ days: [Int: Int], _ own: [[PlanTask]], isProven: Bool
    ) -> HorizonPlan {
        var weights: [String: Int] = [:]
        for day in horizon.days { for task in day.tasks { weights[task.id] = task.weight } }
        for part in parts.parts { weights[part.id] = part.weight }
        var result = HorizonPlan(days: [], placed: [:], leftOut: [], refused: parts.refused, isProven: isProven)
        for (number, day) in horizon.days.enumerated() {
            var day = day
            let given = days.filter { $0.value == number }.keys.sorted()
            day.tasks = own[number] + given.map { parts.task($0, on: number) }
            var plan = planner.plan(day)
            plan.weight = plan.tasks.reduce(0) { $0 + (weights[$1.id] ?? 0) }
            result.isProven = result.isProven && plan.isProven
            for item in plan.tasks { result.placed[item.id] = number }
            result.days.append(plan)
        }
        result.leftOut = parts.parts.map(\.id).filter { result.placed[$0] == nil }.sorted()
        return result
    }
}

extension HorizonPlan {
    /// Returns true if a part of a task is not placed.
    fileprivate func lacks(_ task: HorizonTask) -> Bool {
        leftOut.contains { $0 == task.id || $0.hasPrefix(task.id + "#") }
    }
}

extension PlanTask {
    /// The task with its weight in steps, as the weights of parts are.
    fileprivate var weightedForHorizon: PlanTask {
        var task = self
        task.weight *= HorizonParts.weightSteps
        return task
    }
}
