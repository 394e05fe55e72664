/// The best plan of a day: the most weight, then the least travel, then the least change against the plan in force,
/// then the earliest starts.
///
/// - PlanDay.swift: the day. DayPlan.swift: its plan.
/// - PlanModel.swift: the day as arrays, with the ways (PlanWays.swift), the fixed items (FixedSlots.swift), and what
///   the searches share (SearchModel.swift, WeightBound.swift, PlanLabel.swift, PlanCost.swift).
/// - SetSearch.swift: the exact search over sets. RelaxedSearch.swift: the exact search for more tasks.
/// - RuinAndRecreate.swift: a plan without proof, if the exact searches need too many labels (PlanDraft.swift).
/// - Fittability.swift: the room that a task has.
/// - Reasons.swift: the reasons of tasks that are left out (LeftOut.swift).
/// - PlanDayTime.swift: the minutes of a plan-day and of windows by clock and prayer.
public struct DayPlanner: Sendable {
    public var order: PlanOrder
    /// The most labels of a search, of 32 bytes or 64. A day that needs more of them gets a plan that is not proven.
    public var mostLabels: Int

    /// The most items over which the search for a plan without proof walks, a million in less than a tenth of a second.
    public var mostItems: Int

    public init(order: PlanOrder = .full, mostLabels: Int = 1_000_000, mostItems: Int = 1_000_000) {
        self.order = order
        self.mostLabels = mostLabels
        self.mostItems = mostItems
    }

    /// The most tasks for which sets of all of them are used.
    private static let mostWholeTasks = 20

    /// Returns the best plan that it finds for a day.
    public func plan(_ day: PlanDay) -> DayPlan { plan(day, losing: 0) }

    /// - Parameter least: a weight that every plan loses.
    func plan(_ day: PlanDay, losing least: Int) -> DayPlan {
        let search = SearchModel(missingFewest: PlanModel(day), order), empty = search.stepsWithoutTasks
        if let steps = whole(search, losing: least) { return DayPlan(search, steps, isProven: true) }
        var recreation = RuinAndRecreate(search, mostItems: mostItems)
        let draft = recreation.run(from: PlanDraft(search, withoutTasks: empty))
        if let steps = relaxed(search, draft, losing: least) { return DayPlan(search, steps, isProven: true) }
        return DayPlan(search, draft.steps, isProven: false)
    }

    /// Returns the steps of the best plan, found by labels that forget tasks; nil if the labels did not suffice.
    private func relaxed(_ search: SearchModel, _ draft: PlanDraft, losing least: Int) -> [PlanLabel]? {
        guard search.taskCount <= SearchModel.mostTasks else { return nil }
        var run = RelaxedSearch(search, labels: mostLabels)
        return run.run(losing: max(least, search.leastLoss), known: search.totalWeight - draft.weight)
    }

    /// Returns the steps of the best plan, found over whole sets of tasks; nil if the labels did not suffice.
    private func whole(_ search: SearchModel, losing least: Int) -> [PlanLabel]? {
        guard search.taskCount <= SearchModel.mostTasks else { return nil }
        // Many tasks rarely suit whole sets, so a few labels must do.
        var labels = search.taskCount <= Self.mostWholeTasks ? mostLabels : mostLabels / 32
        var limit = max(least, search.leastLoss)
        while true {
            var run = SetSearch(search, losing: limit, labels: labels)
            guard run.run() else { return nil }
            if let best = run.best, search.totalWeight - best.weight <= limit { return run.steps() }
            labels -= run.labelCount
            let next = max(run.leastCutLoss == .max ? 0 : run.leastCutLoss, limit + limit / 2 + 1)
            limit = min(run.best.map { search.totalWeight - $0.weight } ?? .max, next)
        }
    }
}

extension SearchModel {
    /// Makes the model of a search that misses no more prayers than the fixed items make it.
    init(missingFewest model: PlanModel, _ order: PlanOrder, isOrderFree: Bool = false) {
        self.init(model, order, isOrderFree: isOrderFree)
        mostMissed = prayers.count
        mostMissed = prayers.isEmpty ? 0 : stepsWithoutTasks.last?.cost.missed ?? 0
    }

    /// The steps of the plan of the fixed items and prayers that misses the fewest prayers.
    var stepsWithoutTasks: [PlanLabel] {
        var alone = self
        alone.tasks = []
        alone.bound = .empty
        alone.totalWeight = 0
        var run = SetSearch(alone, losing: 0, labels: .max)
        return run.run() ? run.steps().map { $0.renumbered(by: taskCount) } : []
    }

    /// The weight that no plan can place.
    fileprivate var leastLoss: Int {
        loss(placed: 0, gap: model.begun, time: model.start, place: model.origin, over: .max)
    }
}

extension PlanLabel {
    /// Returns the step in a search with more tasks, which come first in its numbers.
    fileprivate func renumbered(by tasks: Int) -> PlanLabel {
        PlanLabel(time: time, next: -1, parent: -1, item: item + Int16(tasks), place: place, cost: cost)
    }
}
