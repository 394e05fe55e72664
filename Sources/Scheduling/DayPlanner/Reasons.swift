/// The search for the reasons of tasks that a plan leaves out: each is solved again with what may stand in its way left
/// out in turn.
public struct Reasons: Sendable {
    private let day: PlanDay
    private let plan: DayPlan
    private let later: [LaterDay]
    private let planner: DayPlanner
    private let tasks: [String: PlanTask]
    /// The weight of all tasks that alone would have room.
    private let fittingWeight: Int
    /// The tasks that have room without a limit of the load.
    private let placedWithoutLimit: Set<String>

    /// The most labels of one search for a reason, and the most items over which one without proof walks.
    private static let mostLabels = 4_000
    private static let mostItems = 20_000

    /// - Parameter later: days after it by their order, on which tasks may find room.
    public init(for plan: DayPlan, of day: PlanDay, later: [LaterDay] = []) {
        self.day = day
        self.plan = plan
        self.later = later
        planner = DayPlanner(order: .travel, mostLabels: Self.mostLabels, mostItems: Self.mostItems)
        tasks = Dictionary(day.tasks.map { ($0.id, $0) }) { first, _ in first }
        fittingWeight = PlanModel(day).totalWeight
        var unlimited = day
        unlimited.loadMinutes = nil
        let isLimited = day.loadMinutes != nil && !plan.leftOut.isEmpty
        placedWithoutLimit = isLimited ? Set(planner.plan(unlimited).tasks.map(\.id)) : []
    }

    /// Returns the reasons, by falling weight of the tasks.
    ///
    /// - Parameter most: the tasks that are solved again; for others the day is full.
    public func leftOut(most: Int = 16) -> [LeftOut] {
        let left = plan.leftOut.compactMap { tasks[$0] }.sorted { ($1.weight, $0.id) < ($0.weight, $1.id) }
        return left.enumerated().map { index, task in
            let reason = blocked(task) ?? (index < most ? crowdedOut(task) : .full)
            return LeftOut(task: task.id, reason: reason, offers: offers(task, reason))
        }
    }

    // MARK: - Reasons

    /// Returns the reason of a task that has no room even without other tasks; nil if it has room.
    private func blocked(_ task: PlanTask) -> LeftOut.Reason? {
        var alone = task
        alone.after = []
        let longest = longest(alone, in: day)
        guard longest < task.length else { return nil }
        var open = day
        open.fixed = []
        open.prayers = []
        open.travel = TravelTimes { _, _ in 0 }
        let inWindows = self.longest(alone, in: open)
        if inWindows < task.length { return .window(missing: max(0, task.length - inWindows)) }
        let missing = task.length - longest
        open = day
        open.fixed.removeAll { $0.kind == .prayer }
        open.prayers = []
        if self.longest(alone, in: open) >= task.length { return .prayer(missing: missing) }
        open = day
        open.travel = TravelTimes { _, _ in 0 }
        return self.longest(alone, in: open) >= task.length ? .travel(missing: missing) : .events(missing: missing)
    }

    /// Returns the reason of a task that has room without other tasks.
    private func crowdedOut(_ task: PlanTask) -> LeftOut.Reason {
        let placed = Set(plan.tasks.map(\.id))
        if let missing = task.after.first(where: { tasks[$0] != nil && !placed.contains($0) }) {
            return .order(after: missing)
        }
        if placedWithoutLimit.contains(task.id) { return .load }
        var forced = day
        let all = day.tasks.reduce(1) { $0 + $1.weight }
        for index in forced.tasks.indices where forced.tasks[index].id == task.id { forced.tasks[index].weight = all }
        // The others cannot be worth more than in the plan.
        let least = plan.isProven ? fittingWeight - task.weight - plan.weight : 0
        let other = planner.plan(forced, losing: least), kept = Set(other.tasks.map(\.id))
        guard kept.contains(task.id) else { return day.loadMinutes == nil ? .full : .load }
        let gone = plan.tasks.map(\.id).filter { !kept.contains($0) }.sorted()
        return gone.isEmpty ? .full : .displaced(by: gone)
    }

    // MARK: - Offers

    private func offers(_ task: PlanTask, _ reason: LeftOut.Reason) -> [LeftOut.Offer] {
        var offers: [LeftOut.Offer] = []
        if let (number, start) = nextDay(for: task) { offers.append(.otherDay(number, start: start)) }
        let isOrdered = if case .order = reason { true } else { false }
        let shorter = isOrdered ? 0 : longest(task, in: day.withFixed(plan))
        if shorter > 0, shorter < task.length, shorter * 2 >= task.length { offers.append(.shorter(length: shorter)) }
        if case .displaced(let others) = reason { offers.append(.insteadOf(others)) }
        return offers
    }

    private func nextDay(for task: PlanTask) -> (Int, Int)? {
        for other in later {
            guard let windows = other.windows[task.id] else { continue }
            var moved = task
            moved.windows = windows
            moved.plannedStart = nil
            var day = other.day.withFixed(other.plan)
            day.tasks = [moved]
            if let found = planner.plan(day).tasks.first { return (other.number, found.time.lowerBound) }
        }
        return nil
    }

    /// Returns the greatest length of a task, up to its own and on the grid, that has room on a day without other
    /// tasks; 0 if none has.
    private func longest(_ task: PlanTask, in day: PlanDay) -> Int {
        var day = day
        func fits(_ length: Int) -> Bool {
            var tried = task
            tried.length = length
            day.tasks = [tried]
            return !planner.plan(day).tasks.isEmpty
        }
        if fits(task.length) { return task.length }
        var short = 0, long = (task.length + day.grid - 1) / day.grid
        while long - short > 1 {
            let middle = (short + long) / 2
            if fits(middle * day.grid) { short = middle } else { long = middle }
        }
        return short * day.grid
    }
}

extension PlanDay {
    /// Returns the day with all items of a plan as fixed ones and without tasks.
    func withFixed(_ plan: DayPlan) -> PlanDay {
        let buffers = Dictionary(tasks.map { ($0.id, $0) }) { first, _ in first }
        let places = Dictionary(fixed.map { ($0.id, $0) }) { first, _ in first }
        var day = self
        let placed = plan.items.filter { $0.kind == .task }
        day.fixed += placed.map { item in
            FixedItem(item.id, .event, item.time, place: buffers[item.id]?.place, buffer: buffers[item.id]?.buffer ?? 0)
        }
        let said = plan.items.filter { $0.kind == .prayer && places[$0.id] == nil }
        day.fixed += said.map { FixedItem($0.id, .prayer, $0.time) }
        day.prayers = []
        day.tasks = []
        // The tasks that do not count towards the load are events now.
        let uncounted = placed.filter { buffers[$0.id]?.countsAsLoad == false }.reduce(0) { $0 + $1.time.count }
        day.loadMinutes = loadMinutes.map { $0 + uncounted }
        return day
    }
}
