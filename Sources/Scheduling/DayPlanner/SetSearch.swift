/// The exact search over sets of tasks: label setting with dominance and a bound, after Feillet and others, "An exact
/// algorithm for the elementary shortest path problem with resource constraints", 2004.
///
/// A state is a set of placed tasks, a gap, a number of prayers said, and a place. A label of it is a time from which
/// the person is free and a cost. Being free earlier for no more cost is never worse, since waiting is free.
struct SetSearch {
    let search: SearchModel
    /// The most labels; a search that needs more of them gives up.
    private let mostLabels: Int
    /// The most weight that a plan may lose; labels that must lose more are cut.
    private var lossLimit: Int
    /// The least loss of a label that was cut.
    private(set) var leastCutLoss = Int.max
    private(set) var best: Best?
    private(set) var labelCount = 0

    private var labels: [PlanLabel] = []
    private var freeLabel: Int32 = -1
    private var current: SetLayer, next: SetLayer
    private let placeCount: Int, prayerCount: Int, slotCount: Int, taskCount: Int
    private var isOver = false
    /// True if each set is searched, also those that cannot be the best.
    private let isExhaustive: Bool

    struct Best {
        let label: Int32
        let weight: Int
        let cost: PlanCost
    }

    init(_ search: SearchModel, losing limit: Int, labels mostLabels: Int, isExhaustive: Bool = false) {
        self.search = search
        self.isExhaustive = isExhaustive
        self.mostLabels = mostLabels
        lossLimit = limit
        placeCount = search.model.ways.count
        prayerCount = search.prayers.count
        slotCount = search.slotCount
        taskCount = search.taskCount
        let states = (slotCount + 1) * (prayerCount + 1) * placeCount
        current = SetLayer(states: states)
        next = SetLayer(states: states)
    }

    /// Runs the search.
    ///
    /// - Parameter complete: receives each set with its least cost of a complete plan.
    /// - Returns: false if the labels did not suffice.
    mutating func run(_ complete: (UInt64, PlanCost) -> Void = { _, _ in }) -> Bool {
        let model = search.model
        let root = PlanLabel(
            time: Int32(model.start), next: -1, parent: -1, item: -1, place: Int16(model.origin),
            cost: PlanCost(major: search.emptyChange, minor: 0))
        labels.append(root)
        labelCount = 1
        current.heads[current.position(of: 0) + state(model.begun, 0, model.origin)] = 0
        for _ in 0...taskCount {
            for index in current.sets.indices {
                expand(current.sets[index], at: index * current.states, complete)
                if isOver { return false }
            }
            swap(&current, &next)
            next.removeAll()
            if current.sets.isEmpty { break }
        }
        return true
    }

    /// Returns the steps of the best plan.
    func steps() -> [PlanLabel] {
        var steps: [PlanLabel] = [], label = best?.label ?? -1
        while label >= 0, labels[Int(label)].item >= 0 {
            steps.append(labels[Int(label)])
            label = labels[Int(label)].parent
        }
        return steps.reversed()
    }

    @inline(__always)
    private func state(_ gap: Int, _ said: Int, _ place: Int) -> Int {
        (gap * (prayerCount + 1) + said) * placeCount + place
    }

    // MARK: - Steps

    /// Takes all steps from the labels of a set.
    private mutating func expand(_ set: UInt64, at position: Int, _ complete: (UInt64, PlanCost) -> Void) {
        var context = SetContext(set, at: position, search)
        for gap in search.model.begun...slotCount {
            for said in 0...prayerCount {
                for place in 0..<placeCount where current.heads[position + state(gap, said, place)] >= 0 {
                    expand(gap, said, place, &context)
                }
            }
        }
        if let least = context.least { complete(set, least) }
    }

    /// Takes all steps from the labels of a state.
    private mutating func expand(_ gap: Int, _ said: Int, _ place: Int, _ context: inout SetContext) {
        var index = current.heads[context.position + state(gap, said, place)]
        while index >= 0, !isOver {
            let label = labels[Int(index)]
            if gap == slotCount, said == prayerCount {
                if context.least.map({ label.cost < $0 }) ?? true { context.least = label.cost }
                finish(index, label.cost, weight: context.weight)
            }
            let source = StepSource(index: index, label: label, gap: gap, said: said, place: place)
            pass(source, context)
            pray(source, context)
            for task in 0..<taskCount where context.allows(task) { start(task, source, &context) }
            index = label.next
        }
    }

    /// Notes a complete plan if it is the best one so far.
    private mutating func finish(_ label: Int32, _ cost: PlanCost, weight: Int) {
        if let best, best.weight > weight || best.weight == weight && best.cost <= cost { return }
        best = Best(label: label, weight: weight, cost: cost)
        lossLimit = min(lossLimit, search.totalWeight - weight)
    }

    /// Goes on to the next slot.
    private mutating func pass(_ source: StepSource, _ context: SetContext) {
        guard source.gap < slotCount else { return }
        let slot = search.model.slots[source.gap]
        for target in search.targets(of: slot.place) {
            let way = search.model.ways.minutes[source.place * placeCount + target]
            let arrival = Int(source.label.time) + way
            guard arrival <= slot.latestArrival else { continue }
            var cost = source.label.cost
            cost.major += search.cost(ofWay: way)
            let step = Step(
                time: max(slot.end, arrival), gap: source.gap + 1, said: source.said, place: target,
                item: taskCount + source.gap, cost: cost)
            insert(step, source, context)
        }
    }

    /// Says the next prayer, or misses it.
    private mutating func pray(_ source: StepSource, _ context: SetContext) {
        guard source.said < prayerCount else { return }
        let prayer = search.prayers[source.said], item = taskCount + slotCount + source.said
        if source.label.cost.missed < search.mostMissed {
            var cost = source.label.cost
            cost.major += PlanCost.missUnit
            let step = Step(
                time: Int(source.label.time), gap: source.gap, said: source.said + 1, place: source.place,
                item: item + prayerCount, cost: cost)
            insert(step, source, context)
        }
        for target in 0..<placeCount {
            let way = search.model.ways.minutes[source.place * placeCount + target]
            let start = max(Int(source.label.time) + way, prayer.validTime.lowerBound)
            guard search.allowsPrayer(source.said, at: start, gap: source.gap) else { continue }
            var cost = source.label.cost
            cost.major += search.cost(ofWay: way)
            let step = Step(
                time: start + prayer.length, gap: source.gap, said: source.said + 1, place: target, item: item,
                cost: cost)
            insert(step, source, context)
        }
    }

    /// Places a task at each start that may be best.
    private mutating func start(_ task: Int, _ source: StepSource, _ context: inout SetContext) {
        let item = search.tasks[task]
        for target in search.targets(of: item.place) {
            let way = search.model.ways.minutes[source.place * placeCount + target]
            var first = search.model.starts.first(task, gap: source.gap, from: Int(source.label.time) + way)
            while let minute = first {
                var cost = source.label.cost
                cost.major += search.cost(ofWay: way)
                search.addStart(minute, of: task, to: &cost)
                let step = Step(
                    time: minute + item.release, gap: source.gap, said: source.said, place: target, item: task,
                    cost: cost)
                insert(step, source, placing: task, &context)
                guard let planned = item.planned, minute < planned else { break }
                first = search.model.starts.first(task, gap: source.gap, from: minute + 1)
            }
        }
    }

    // MARK: - Labels

    /// Adds a label of the same set.
    private mutating func insert(_ step: Step, _ source: StepSource, _ context: SetContext) {
        guard isPossible(step, context.set) else { return }
        let head = context.position + state(step.gap, step.said, step.place)
        current.heads[head] = insert(step, source, into: current.heads[head])
    }

    /// Adds a label of the set with one more task.
    private mutating func insert(_ step: Step, _ source: StepSource, placing task: Int, _ context: inout SetContext) {
        let set = context.set | 1 << UInt64(task)
        guard isPossible(step, set) else { return }
        if context.children[task] < 0 { context.children[task] = next.position(of: set) }
        let head = context.children[task] + state(step.gap, step.said, step.place)
        next.heads[head] = insert(step, source, into: next.heads[head])
    }

    /// Returns true if a plan can go on from a step, and lose no more than it may.
    private mutating func isPossible(_ step: Step, _ set: UInt64) -> Bool {
        guard search.canGoOn(step) else { return false }
        if isExhaustive { return true }
        let loss = search.loss(placed: set, gap: step.gap, time: step.time, place: step.place, over: lossLimit)
        guard loss > lossLimit else { return true }
        leastCutLoss = min(leastCutLoss, loss)
        return false
    }

    /// Adds a label to those of a state, which are in the order of their times and of falling costs.
    ///
    /// - Returns: the first label of the state.
    private mutating func insert(_ step: Step, _ source: StepSource, into head: Int32) -> Int32 {
        var before: Int32 = -1, index = head
        while index >= 0, labels[Int(index)].time < step.time {
            before = index
            index = labels[Int(index)].next
        }
        if before >= 0, labels[Int(before)].cost <= step.cost { return head }
        if index >= 0, labels[Int(index)].time == step.time, labels[Int(index)].cost <= step.cost { return head }
        while index >= 0, step.cost <= labels[Int(index)].cost {
            let after = labels[Int(index)].next
            labels[Int(index)].next = freeLabel
            freeLabel = index
            index = after
        }
        let label = PlanLabel(
            time: Int32(step.time), next: index, parent: source.index, item: Int16(step.item),
            place: Int16(step.place), cost: step.cost)
        let added = store(label)
        if before < 0 { return added }
        labels[Int(before)].next = added
        return head
    }

    private mutating func store(_ label: PlanLabel) -> Int32 {
        if freeLabel >= 0 {
            let index = freeLabel
            freeLabel = labels[Int(index)].next
            labels[Int(index)] = label
            return index
        }
        if labels.count >= mostLabels { isOver = true }
        labels.append(label)
        labelCount = labels.count
        return Int32(labels.count - 1)
    }
}
