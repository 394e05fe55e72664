/// A plan-day as the searches need it: what a task costs and needs, and a bound of what can still be placed.
struct SearchModel {
    struct Task {
        let length: Int
        /// The length with the buffer after it.
        let release: Int
        let place: Int
        let weight: Int
        /// The least minutes that the task takes from those that are free: its length, and the shortest way to its
        /// place if no other item is there.
        let need: Int, needThere: Int
        /// The minutes that count towards the load.
        let load: Int
        let planned: Int?
        /// The tasks that must be done before it, and those that must not, as sets.
        let needs: UInt64, dependants: UInt64
    }

    /// A prayer of its own time, with its last start from each gap on.
    struct Prayer {
        let validTime: Range<Int>
        let length: Int
        let lasts: [Int]
    }

    /// The most tasks that a set can hold.
    static let mostTasks = 64

    let model: PlanModel
    let order: PlanOrder
    var tasks: [Task]
    var prayers: [Prayer]
    /// The bound of sets of tasks; empty for more tasks than a set can hold.
    var bound: WeightBound
    var totalWeight: Int
    /// The prayers that may be missed.
    var mostMissed = 0
    /// Groups of tasks of which a day may have only some.
    var groups: [(tasks: UInt64, most: Int)] = []

    /// - Parameter isOrderFree: true if the tasks that must be done before another one may be done on an earlier day.
    init(_ model: PlanModel, _ order: PlanOrder, isOrderFree: Bool = false) {
        self.model = model
        self.order = order
        let index = Dictionary(model.tasks.enumerated().map { ($1.id, $0) }) { first, _ in first }
        let needs = model.tasks.map { task in
            task.after.compactMap { index[$0] }.reduce(0 as UInt64) { $0 | 1 << UInt64($1) }
        }
        let ways = WayMinutes(model)
        var tasks: [Task] = []
        for (number, task) in model.tasks.enumerated() {
            let dependants = needs.indices.filter { needs[$0] >> UInt64(number) & 1 == 1 }
            tasks.append(Task(
                length: task.length, release: task.length + max(0, task.buffer), place: model.places[number],
                weight: task.weight, need: task.length + ways.shortest(to: model.places[number]),
                needThere: task.length, load: task.countsAsLoad ? task.length : 0,
                planned: order == .full ? task.plannedStart : nil, needs: isOrderFree ? 0 : needs[number],
                dependants: dependants.reduce(0) { $0 | 1 << UInt64($1) }))
        }
        self.tasks = tasks
        totalWeight = model.totalWeight
        bound = tasks.count > Self.mostTasks ? .empty : WeightBound(tasks, model)
        prayers = model.day.prayers.map { Prayer($0, model) }
    }

    var taskCount: Int { tasks.count }
    var slotCount: Int { model.slots.count }

    /// The change of a plan without tasks.
    var emptyChange: Int {
        order == .full ? model.day.tasks.count { $0.plannedStart != nil } * PlanCost.moved : 0
    }

    // MARK: - Costs

    /// Returns the cost of a way.
    @inline(__always)
    func cost(ofWay minutes: Int) -> Int { order == .weight ? 0 : minutes * PlanCost.travelUnit }

    /// Adds what a start of a task costs beside the way.
    @inline(__always)
    func addStart(_ start: Int, of task: Int, to cost: inout PlanCost) {
        guard order == .full else { return }
        if let planned = tasks[task].planned {
            cost.major += start == planned ? -PlanCost.moved : abs(start - planned)
        }
        let minutes = start - model.day.time.lowerBound
        cost.minor += minutes * (PlanCost.startUnit + tasks.count - task)
    }

    // MARK: - The bound

    /// Returns a weight that is lost at least if the tasks of a set are placed and the person is free at a place. It
    /// stops counting above a limit.
    @inline(__always)
    func loss(placed: UInt64, gap: Int, time: Int, place: Int, over limit: Int) -> Int {
        bound.loss(
            placed: placed, from: gap * model.ways.count + place, time: time, place: place,
            free: model.minutesLeft(from: time, gap: gap), over: limit)
    }

    /// Returns a weight that the load alone leaves out, if the tasks of a set are placed.
    func lossByLoad(placed: UInt64, load: Int) -> Int {
        guard model.loadLimit < .max else { return 0 }
        var free = model.loadLimit - load, lost = 0
        let open = tasks.indices.filter { placed >> UInt64($0) & 1 == 0 && tasks[$0].load > 0 }
        for task in open.sorted(by: { tasks[$0].weight * tasks[$1].load > tasks[$1].weight * tasks[$0].load }) {
            let item = tasks[task]
            lost += item.load <= free ? 0 : item.weight - item.weight * free / item.load
            free = max(0, free - item.load)
        }
        return lost
    }
}

extension SearchModel.Prayer {
    fileprivate init(_ prayer: DuePrayer, _ model: PlanModel) {
        validTime = prayer.validTime
        length = max(0, prayer.length)
        var lasts = Array(repeating: Int.min, count: model.gapEnds.count), last = Int.min
        for gap in lasts.indices.reversed() where gap >= model.begun {
            let start = gap == model.begun ? model.start : model.slots[gap - 1].end
            let end = min(model.gapEnds[gap], validTime.upperBound)
            let isLate = gap < model.slots.count && model.slots[gap].late > 0
            if !isLate, max(start, validTime.lowerBound) + length <= end { last = max(last, end - length) }
            lasts[gap] = last
        }
        self.lasts = lasts
    }
}

/// The shortest ways to places where one task alone happens.
private struct WayMinutes {
    private let model: PlanModel
    private let isShared: [Bool]

    init(_ model: PlanModel) {
        self.model = model
        var counts = Array(repeating: 0, count: model.ways.count)
        for place in model.places + model.slots.map(\.place) where place >= 0 { counts[place] += 1 }
        counts[model.origin] += 2
        isShared = counts.map { $0 > 1 }
    }

    func shortest(to place: Int) -> Int {
        guard place >= 0, !isShared[place] else { return 0 }
        let count = model.ways.count
        return (0..<count).filter { $0 != place }.map { model.ways.minutes(from: $0, to: place) }.min() ?? 0
    }
}
