/// The exact search for more tasks than sets can hold in memory: a label remembers only some of the tasks that it
/// placed, so that a plan may place a task twice. If the best plan does, its tasks remember more, and the search begins
/// again.
///
/// After Baldacci, Mingozzi and Roberti, "New route relaxation and pricing strategies for the vehicle routing problem",
/// 2011: each task has a neighbourhood, and a label forgets the tasks that are not in that of the task just placed.
struct RelaxedSearch {
    let search: SearchModel
    /// The labels that are left for all runs.
    private var labelsLeft: Int
    /// The tasks that each task lets a label remember.
    private var neighbours: [UInt64]
    /// The tasks that every label remembers: those that others wait for.
    private let awaited: UInt64
    private let states: Int, placeCount: Int, prayerCount: Int, slotCount: Int, taskCount: Int

    private var labels: [Label] = []
    private var heads: [Int32] = []
    private var queue = TimeQueue()
    private var lossLimit = 0
    private var leastCutLoss = Int.max
    private var best: Int32 = -1

    private struct Label {
        let time: Int32
        var next: Int32
        let parent: Int32
        let item: Int16, place: Int16
        let gap: Int16, said: Int16
        var isDropped = false
        let load: Int32
        /// The tasks that the label remembers, and those that can no longer start.
        let memory: UInt64
        let weight: Int
        let cost: PlanCost
    }

    init(_ search: SearchModel, labels mostLabels: Int) {
        self.search = search
        labelsLeft = mostLabels
        placeCount = search.model.ways.count
        prayerCount = search.prayers.count
        slotCount = search.slotCount
        taskCount = search.taskCount
        states = (slotCount + 1) * (prayerCount + 1) * placeCount
        awaited = search.tasks.reduce(0) { $0 | $1.needs }
        // A moment can follow itself in no time, so it is always remembered.
        let moments = search.tasks.enumerated().reduce(0 as UInt64) {
            $1.element.release == 0 ? $0 | 1 << UInt64($1.offset) : $0
        }
        let always = awaited | moments
        neighbours = search.tasks.indices.map { always | 1 << UInt64($0) }
    }

    /// Returns the steps of the best plan; nil if the labels did not suffice.
    ///
    /// - Parameter known: the weight that a known plan loses.
    mutating func run(losing limit: Int, known: Int) -> [PlanLabel]? {
        lossLimit = min(limit, known)
        while true {
            guard runOnce() else { return nil }
            if best >= 0, search.totalWeight - labels[Int(best)].weight <= lossLimit {
                let steps = steps()
                guard remember(repeatsIn: steps.map { Int($0.item) }) else { return steps }
            } else {
                let least = leastCutLoss == .max ? 0 : leastCutLoss
                lossLimit = min(max(least, lossLimit + lossLimit / 2 + 1), max(known, lossLimit + 1))
            }
        }
    }

    /// Lets tasks remember those that a plan places again after them.
    ///
    /// - Returns: false if the plan places no task twice.
    private mutating func remember(repeatsIn items: [Int]) -> Bool {
        let placed = items.filter { $0 < taskCount }
        var lastPosition: [Int: Int] = [:], isRepeating = false
        for (position, task) in placed.enumerated() {
            if let last = lastPosition[task] {
                isRepeating = true
                for between in placed[last..<position] { neighbours[between] |= 1 << UInt64(task) }
            }
            lastPosition[task] = position
        }
        return isRepeating
    }

    private func steps() -> [PlanLabel] {
        var steps: [PlanLabel] = [], index = best
        while index >= 0, labels[Int(index)].item >= 0 {
            let label = labels[Int(index)]
            steps.append(PlanLabel(
                time: label.time, next: -1, parent: -1, item: label.item, place: label.place, cost: label.cost))
            index = label.parent
        }
        return steps.reversed()
    }

    // MARK: - One run

    /// Finds the best plan that may forget tasks.
    ///
    /// - Returns: false if the labels did not suffice.
    private mutating func runOnce() -> Bool {
        labels.removeAll(keepingCapacity: true)
        heads = Array(repeating: -1, count: states)
        queue.removeAll()
        best = -1
        leastCutLoss = .max
        let start = Step(
            time: search.model.start, gap: search.model.begun, said: 0, place: search.model.origin, item: -1,
            cost: PlanCost(major: search.emptyChange, minor: 0))
        add(start, parent: -1, memory: 0, weight: 0, load: 0)
        while let index = queue.popFirst() {
            guard !labels[Int(index)].isDropped else { continue }
            if labels.count > labelsLeft { return false }
            expand(index, labels[Int(index)])
        }
        labelsLeft -= labels.count
        return true
    }

    private mutating func expand(_ index: Int32, _ label: Label) {
        let gap = Int(label.gap), said = Int(label.said)
        if gap == slotCount, said == prayerCount { finish(index, label) }
        if gap < slotCount {
            for target in search.targets(of: search.model.slots[gap].place) { pass(leg(index, label, to: target), gap) }
        }
        if said < prayerCount {
            for target in 0..<placeCount { pray(leg(index, label, to: target), gap, said) }
            if label.cost.missed < search.mostMissed { miss(index, label) }
        }
        for task in 0..<taskCount where label.memory >> UInt64(task) & 1 == 0 {
            let place = search.tasks[task].place
            for target in search.targets(of: place) { start(task, leg(index, label, to: target), gap) }
        }
    }

    @inline(__always)
    private func leg(_ index: Int32, _ label: Label, to target: Int) -> Leg {
        let way = search.model.ways.minutes[Int(label.place) * placeCount + target]
        var cost = label.cost
        cost.major += search.cost(ofWay: way)
        return Leg(index: index, label: label, target: target, arrival: Int(label.time) + way, cost: cost)
    }

    /// A way from a label to a place.
    private struct Leg {
        let index: Int32
        let label: Label
        let target: Int, arrival: Int
        let cost: PlanCost
    }

    private mutating func finish(_ index: Int32, _ label: Label) {
        if best >= 0 {
            let other = labels[Int(best)]
            if other.weight > label.weight || other.weight == label.weight && other.cost <= label.cost { return }
        }
        best = index
    }

    private mutating func pass(_ leg: Leg, _ gap: Int) {
        let slot = search.model.slots[gap]
        guard leg.arrival <= slot.latestArrival else { return }
        let step = Step(
            time: max(slot.end, leg.arrival), gap: gap + 1, said: Int(leg.label.said), place: leg.target,
            item: taskCount + gap, cost: leg.cost)
        add(step, parent: leg.index, memory: leg.label.memory, weight: leg.label.weight, load: leg.label.load)
    }

    private mutating func pray(_ leg: Leg, _ gap: Int, _ said: Int) {
        let prayer = search.prayers[said], start = max(leg.arrival, prayer.validTime.lowerBound)
        guard search.allowsPrayer(said, at: start, gap: gap) else { return }
        let step = Step(
            time: start + prayer.length, gap: gap, said: said + 1, place: leg.target,
            item: taskCount + slotCount + said, cost: leg.cost)
        add(step, parent: leg.index, memory: leg.label.memory, weight: leg.label.weight, load: leg.label.load)
    }

    private mutating func miss(_ index: Int32, _ label: Label) {
        var cost = label.cost
        cost.major += PlanCost.missUnit
        let step = Step(
            time: Int(label.time), gap: Int(label.gap), said: Int(label.said) + 1, place: Int(label.place),
            item: taskCount + slotCount + prayerCount + Int(label.said), cost: cost)
        add(step, parent: index, memory: label.memory, weight: label.weight, load: label.load)
    }

    private mutating func start(_ task: Int, _ leg: Leg, _ gap: Int) {
        let item = search.tasks[task], load = Int(leg.label.load) + item.load
        guard item.needs & ~leg.label.memory == 0, item.load == 0 || load <= search.model.loadLimit else { return }
        let memory = leg.label.memory & neighbours[task] | 1 << UInt64(task)
        var first = search.model.starts.first(task, gap: gap, from: leg.arrival)
        while let minute = first {
            var cost = leg.cost
            search.addStart(minute, of: task, to: &cost)
            let step = Step(
                time: minute + item.release, gap: gap, said: Int(leg.label.said), place: leg.target, item: task,
                cost: cost)
            add(step, parent: leg.index, memory: memory, weight: leg.label.weight + item.weight, load: Int32(load))
            guard let planned = item.planned, minute < planned else { break }
            first = search.model.starts.first(task, gap: gap, from: minute + 1)
        }
    }

    // MARK: - Labels

    /// Adds a label, unless another one is at least as good or it must lose too much.
    private mutating func add(_ step: Step, parent: Int32, memory: UInt64, weight: Int, load: Int32) {
        guard search.canGoOn(step) else { return }
        let closed = search.bound.closed(from: step.gap * placeCount + step.place, time: step.time) & ~awaited | memory
        let spare = weight - search.weight(of: closed)
        let loss = search.loss(
            placed: closed, gap: step.gap, time: step.time, place: step.place, over: lossLimit + spare) - spare
        guard loss <= lossLimit else {
            leastCutLoss = min(leastCutLoss, loss)
            return
        }
        let label = Label(
            time: Int32(step.time), next: -1, parent: parent, item: Int16(step.item), place: Int16(step.place),
            gap: Int16(step.gap), said: Int16(step.said), load: load, memory: closed, weight: weight, cost: step.cost)
        let state = (step.gap * (prayerCount + 1) + step.said) * placeCount + step.place
        guard replaceWorse(than: label, state) else { return }
        labels.append(label)
        labels[labels.count - 1].next = heads[state]
        heads[state] = Int32(labels.count - 1)
        queue.add(Int32(labels.count - 1), at: step.time - search.model.start)
    }

    /// Removes the labels of a state that are not better than a new one.
    ///
    /// - Returns: false if one of them is at least as good.
    private mutating func replaceWorse(than label: Label, _ state: Int) -> Bool {
        var before: Int32 = -1, index = heads[state]
        while index >= 0 {
            let other = labels[Int(index)]
            if isAsGood(other, label) { return false }
            if isAsGood(label, other) {
                labels[Int(index)].isDropped = true
                if before < 0 { heads[state] = other.next } else { labels[Int(before)].next = other.next }
            } else {
                before = index
            }
            index = other.next
        }
        return true
    }

    @inline(__always)
    private func isAsGood(_ a: Label, _ b: Label) -> Bool {
        guard a.time <= b.time, a.weight >= b.weight, a.memory & ~b.memory == 0 else { return false }
        guard (a.memory ^ b.memory) & awaited == 0, a.cost.missed <= b.cost.missed else { return false }
        guard a.load <= b.load || search.model.loadLimit == .max else { return false }
        return a.weight > b.weight || a.cost <= b.cost
    }
}

extension SearchModel {
    func weight(of set: UInt64) -> Int {
        var rest = set, weight = 0
        while rest != 0 {
            weight += tasks[rest.trailingZeroBitCount].weight
            rest &= rest - 1
        }
        return weight
    }
}

/// A queue of labels by their time, then by their number: a binary heap.
private struct TimeQueue {
    private var heap: [UInt64] = []

    mutating func removeAll() { heap.removeAll(keepingCapacity: true) }

    mutating func add(_ label: Int32, at time: Int) {
        heap.append(UInt64(time) << 32 | UInt64(label))
        var child = heap.count - 1
        while child > 0, heap[(child - 1) / 2] > heap[child] {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func popFirst() -> Int32? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return Int32(truncatingIfNeeded: first & 0xFFFF_FFFF) }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [parent * 2 + 1, parent * 2 + 2] where child < heap.count && heap[child] < heap[least] {
                least = child
            }
            if least == parent { break }
            heap.swapAt(parent, least)
            parent = least
        }
        return Int32(truncatingIfNeeded: first & 0xFFFF_FFFF)
    }
}
