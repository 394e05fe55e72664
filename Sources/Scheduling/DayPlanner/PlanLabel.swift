/// A way to a state of a search: a time from which the person is free, its cost, and the step that led there.
struct PlanLabel {
    let time: Int32
    /// The next label of the same state; -1 after the last one.
    var next: Int32
    let parent: Int32
    /// The step: a task by its number, a slot after the tasks, a prayer after the slots, a missed prayer after those;
    /// -1 for the start.
    let item: Int16
    let place: Int16
    let cost: PlanCost
}

/// A step from a label, before it is one.
struct Step {
    let time: Int, gap: Int, said: Int, place: Int, item: Int
    let cost: PlanCost
}

/// A label from which steps are taken, with its state.
struct StepSource {
    let index: Int32
    let label: PlanLabel
    let gap: Int, said: Int, place: Int
}

/// The sets of one size, with the first label of each of their states.
struct SetLayer {
    let states: Int
    private(set) var sets: [UInt64] = []
    var heads: [Int32] = []
    /// The numbers of sets by their hash, and by steps to the right where it is taken; -1 for none.
    private var table: [Int32] = Array(repeating: -1, count: 64)

    init(states: Int) { self.states = states }

    /// Returns the position of the first state of a set. A set that is not known is added.
    mutating func position(of set: UInt64) -> Int {
        var slot = slot(of: set)
        if table[slot] >= 0 { return Int(table[slot]) * states }
        if (sets.count + 1) * 2 > table.count {
            grow()
            slot = self.slot(of: set)
        }
        table[slot] = Int32(sets.count)
        sets.append(set)
        heads.append(contentsOf: repeatElement(-1, count: states))
        return (sets.count - 1) * states
    }

    mutating func removeAll() {
        sets.removeAll(keepingCapacity: true)
        heads.removeAll(keepingCapacity: true)
        for slot in table.indices { table[slot] = -1 }
    }

    private func slot(of set: UInt64) -> Int {
        // Fibonacci hashing: Knuth, "The Art of Computer Programming", volume 3, 6.4.
        var slot = Int((set &* 0x9E37_79B9_7F4A_7C15) >> 32) & (table.count - 1)
        while table[slot] >= 0, sets[Int(table[slot])] != set { slot = (slot + 1) & (table.count - 1) }
        return slot
    }

    private mutating func grow() {
        table = Array(repeating: -1, count: table.count * 2)
        for (number, set) in sets.enumerated() { table[slot(of: set)] = Int32(number) }
    }
}

/// A set of tasks while its labels are expanded.
struct SetContext {
    let set: UInt64
    /// The position of its first state.
    let position: Int
    let weight: Int
    /// The tasks that may be placed next, as a set.
    private let allowed: UInt64
    /// The positions of the sets with one more task; -1 if not yet known.
    var children: [Int]
    /// The least cost of a complete plan of the set.
    var least: PlanCost?

    init(_ set: UInt64, at position: Int, _ search: SearchModel) {
        self.set = set
        self.position = position
        children = Array(repeating: -1, count: search.taskCount)
        var weight = 0, allowed: UInt64 = 0
        let load = search.load(of: set)
        for (number, task) in search.tasks.enumerated() {
            let bit: UInt64 = 1 << UInt64(number)
            if set & bit != 0 {
                weight += task.weight
            } else if search.allows(task, bit, beside: set, load: load) {
                allowed |= bit
            }
        }
        self.weight = weight
        self.allowed = allowed
    }

    @inline(__always)
    func allows(_ task: Int) -> Bool { allowed >> UInt64(task) & 1 == 1 }
}

extension SearchModel {
    /// Returns the places at which an item may happen: its own, or all.
    @inline(__always)
    func targets(of place: Int) -> Range<Int> { place >= 0 ? place..<place + 1 : 0..<model.ways.count }

    func load(of set: UInt64) -> Int {
        tasks.indices.reduce(0) { $0 + (set >> UInt64($1) & 1 == 1 ? tasks[$1].load : 0) }
    }

    /// Returns true if a task may follow the tasks of a set.
    func allows(_ task: Task, _ bit: UInt64, beside set: UInt64, load: Int) -> Bool {
        guard task.needs & ~set == 0, task.dependants & set == 0 else { return false }
        guard task.load == 0 || load + task.load <= model.loadLimit else { return false }
        return groups.allSatisfy { $0.tasks & bit == 0 || ($0.tasks & set).nonzeroBitCount < $0.most }
    }

    /// Returns true if a prayer can start at a minute of a gap.
    @inline(__always)
    func allowsPrayer(_ prayer: Int, at start: Int, gap: Int) -> Bool {
        if gap < slotCount, model.slots[gap].late > 0 { return false }
        let item = prayers[prayer]
        return start + item.length <= min(model.gapEnds[gap], item.validTime.upperBound)
    }

    /// Returns true if the fixed items ahead can be kept, and no prayer is missed that need not be.
    @inline(__always)
    func canGoOn(_ step: Step) -> Bool {
        guard step.time <= model.reach.latest[step.gap * model.ways.count + step.place] else { return false }
        guard step.said < prayers.count, step.cost.missed == mostMissed else { return true }
        let prayer = prayers[step.said]
        return max(step.time, prayer.validTime.lowerBound) <= prayer.lasts[step.gap]
    }
}
