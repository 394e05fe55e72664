/// A plan as an order of items whose times follow from it: each item starts as early as the one before it allows.
struct PlanDraft {
    let search: SearchModel
    /// The items as the steps of a search name them: tasks, then slots, then prayers.
    private(set) var items: [Int]
    private(set) var weight = 0
    private(set) var travel = 0
    private(set) var load = 0

    /// The way in which the items are walked over.
    private struct Walk {
        var time: Int, place: Int, gap: Int, travel: Int
    }

    /// Makes a draft of a plan without tasks.
    init(_ search: SearchModel, withoutTasks steps: [PlanLabel]) {
        self.search = search
        items = steps.map { Int($0.item) }
        travel = walk(items)?.travel ?? 0
    }

    var tasks: [Int] { items.filter { $0 < search.taskCount } }

    /// The steps of the plan.
    var steps: [PlanLabel] {
        var steps: [PlanLabel] = []
        _ = walk(items) { item, walk, cost in
            steps.append(PlanLabel(
                time: Int32(walk.time), next: -1, parent: -1, item: Int16(item), place: Int16(walk.place), cost: cost))
        }
        return steps
    }

    // MARK: - Changes

    /// Inserts a task where it adds the least travel.
    ///
    /// - Parameter tasksBefore: the tasks that must be done before it.
    /// - Returns: false if there is no room.
    mutating func insert(_ task: Int, after tasksBefore: [Int]) -> Bool {
        let added = search.tasks[task].load
        guard added == 0 || load + added <= search.model.loadLimit else { return false }
        guard tasksBefore.allSatisfy(items.contains) else { return false }
        let first = (items.lastIndex(where: tasksBefore.contains) ?? -1) + 1
        var best: (position: Int, travel: Int)?
        var gap = search.model.begun + items[..<first].count { isSlot($0) }
        for position in first...items.count {
            if search.model.starts.last(task, from: gap) == .min { break }
            var changed = items
            changed.insert(task, at: position)
            if let walk = walk(changed), walk.travel < best?.travel ?? .max { best = (position, walk.travel) }
            if position < items.count, isSlot(items[position]) { gap += 1 }
        }
        guard let best else { return false }
        items.insert(task, at: best.position)
        travel = best.travel
        weight += search.tasks[task].weight
        load += added
        return true
    }

    /// Removes some tasks.
    mutating func remove(_ tasks: Set<Int>) {
        items.removeAll { tasks.contains($0) }
        for task in tasks {
            weight -= search.tasks[task].weight
            load -= search.tasks[task].load
        }
        travel = walk(items)?.travel ?? travel
    }

    private func isSlot(_ item: Int) -> Bool {
        item >= search.taskCount && item < search.taskCount + search.slotCount
    }

    // MARK: - Walking

    /// Walks over items.
    ///
    /// - Parameter visit: receives each item with the time and the place after it, and the cost until then.
    /// - Returns: the end; nil if an item cannot be reached in time.
    private func walk(_ items: [Int], _ visit: (Int, Walk, PlanCost) -> Void = { _, _, _ in }) -> Walk? {
        let model = search.model
        var walk = Walk(time: model.start, place: model.origin, gap: model.begun, travel: 0)
        var cost = PlanCost(major: search.emptyChange, minor: 0)
        let targets = targets(of: items)
        for (item, target) in zip(items, targets) {
            let before = walk.travel
            guard advance(&walk, over: item, next: target) else { return nil }
            cost.major += search.cost(ofWay: walk.travel - before)
            if item < search.taskCount {
                search.addStart(walk.time - search.tasks[item].release, of: item, to: &cost)
            } else if item >= search.taskCount + search.slotCount + search.prayers.count {
                cost.major += PlanCost.missUnit
            }
            visit(item, walk, cost)
        }
        return walk
    }

    /// Returns the place of each item, or of the next one that has a place; -1 after all of them.
    private func targets(of items: [Int]) -> [Int] {
        var targets = Array(repeating: -1, count: items.count), next = -1
        for index in items.indices.reversed() {
            let item = items[index]
            let place = item < search.taskCount ? search.tasks[item].place
                : isSlot(item) ? search.model.slots[item - search.taskCount].place : -1
            if place >= 0 { next = place }
            targets[index] = next
        }
        return targets
    }

    /// Goes on to an item: at its own place, or where the person is, or at the next place.
    ///
    /// - Returns: false if it cannot be reached in time.
    private func advance(_ walk: inout Walk, over item: Int, next: Int) -> Bool {
        let isPlaced = item < search.taskCount ? search.tasks[item].place >= 0
            : isSlot(item) && search.model.slots[item - search.taskCount].place >= 0
        let places = isPlaced ? [next] : next < 0 || next == walk.place ? [walk.place] : [next, walk.place]
        for place in places {
            let way = search.model.ways.minutes(from: walk.place, to: place)
            guard let time = end(of: item, from: walk.time + way, walk.gap) else { continue }
            let gap = walk.gap + (isSlot(item) ? 1 : 0)
            guard time <= search.model.reach.latest[gap * search.model.ways.count + place] else { continue }
            walk = Walk(time: time, place: place, gap: gap, travel: walk.travel + way)
            return true
        }
        return false
    }

    /// Returns the minute from which the person is free after an item; nil if it has no room.
    private func end(of item: Int, from arrival: Int, _ gap: Int) -> Int? {
        let slot = item - search.taskCount, prayer = slot - search.slotCount
        if item < search.taskCount {
            return search.model.starts.first(item, gap: gap, from: arrival).map { $0 + search.tasks[item].release }
        }
        if slot < search.slotCount {
            let other = search.model.slots[slot]
            return gap == slot && arrival <= other.latestArrival ? max(other.end, arrival) : nil
        }
        guard prayer < search.prayers.count else { return arrival }
        let start = max(arrival, search.prayers[prayer].validTime.lowerBound)
        return search.allowsPrayer(prayer, at: start, gap: gap) ? start + search.prayers[prayer].length : nil
    }
}
