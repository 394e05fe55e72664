import Scheduling

/// Replays a plan of a day without trust in the planner, and returns a sentence for each rule that it breaks.
func faults(of plan: DayPlan, for day: PlanDay) -> [String] {
    var replay = Replay(day)
    for item in plan.items { replay.add(item) }
    var faults = replay.faults
    let placed = plan.items.map(\.id)
    if Set(placed).count != placed.count { faults.append("an item is there twice") }
    if replay.travel != plan.travel { faults.append("the travel is \(replay.travel), not \(plan.travel)") }
    let weights = day.tasks.reduce(into: [:]) { $0[$1.id] = $1.weight }
    if plan.tasks.reduce(0, { $0 + (weights[$1.id] ?? 0) }) != plan.weight { faults.append("the weight is wrong") }
    let all = Set(placed).union(plan.leftOut).union(plan.missedPrayers)
    if !day.ids.isSubset(of: all) { faults.append("lost: \(day.ids.subtracting(all).sorted())") }
    let limit = max(day.loadMinutes ?? .max, replay.eventMinutes)
    if replay.taskMinutes + replay.eventMinutes > limit { faults.append("the load is too much") }
    return faults
}

/// A walk over the items of a plan.
private struct Replay {
    let day: PlanDay
    var faults: [String] = []
    var travel = 0
    private(set) var taskMinutes = 0
    private var place: Int?, free: Int, lastFixedEnd: Int, tasksFrom: Int
    private var done: Set<String> = []

    init(_ day: PlanDay) {
        self.day = day
        place = day.origin
        free = day.time.lowerBound
        lastFixedEnd = .min
        tasksFrom = .min
    }

    var eventMinutes: Int {
        (day.time).count { minute in day.fixed.contains { $0.kind == .event && $0.time.contains(minute) } }
    }

    mutating func add(_ item: PlannedItem) {
        let fixed = day.fixed.first { $0.id == item.id }
        // Items that overlap are one, and so are those that run at the start of the day.
        let isMerged = item.time.lowerBound < max(lastFixedEnd, day.time.lowerBound)
        let way = isMerged || place == nil || place == item.place
            ? 0 : day.travel.minutes(from: place ?? 0, to: item.place ?? 0)
        travel += way
        if item.travel != way { faults.append("\(item.id) has another way") }
        if !isMerged, free + way > item.time.lowerBound + item.late { faults.append("\(item.id) comes before its way") }
        free = max(free + way, item.time.upperBound)
        place = item.place
        if let fixed {
            if fixed.time != item.time { faults.append("\(item.id) was moved") }
            lastFixedEnd = max(lastFixedEnd, item.time.upperBound)
            tasksFrom = max(tasksFrom, item.time.upperBound + fixed.buffer)
            let overlaps = day.fixed.contains { $0.id != item.id && $0.time.overlaps(fixed.time) }
            if let own = fixed.place, own != item.place, !overlaps { faults.append("\(item.id) happens elsewhere") }
        } else if let prayer = day.prayers.first(where: { $0.id == item.id }) {
            check(item, prayer)
        } else if let task = day.tasks.first(where: { $0.id == item.id }) {
            check(item, task)
            free += task.buffer
        } else {
            faults.append("\(item.id) is not of the day")
        }
        done.insert(item.id)
    }

    private mutating func check(_ item: PlannedItem, _ prayer: DuePrayer) {
        if item.time.count != prayer.length || item.late != 0 || !prayer.validTime.holds(item.time) {
            faults.append("\(item.id) is not said in its time")
        }
        if day.fixed.contains(where: { $0.time.overlaps(item.time) }) { faults.append("\(item.id) overlaps an event") }
    }

    private mutating func check(_ item: PlannedItem, _ task: PlanTask) {
        let open = Set(day.tasks.map(\.id)).subtracting(done)
        let rules = [
            ("has another length", item.time.count == task.length), ("is late", item.late == 0),
            ("is not on the grid", item.time.lowerBound.isMultiple(of: day.grid)),
            ("happens elsewhere", task.place == nil || task.place == item.place),
            ("is outside its windows", task.windows.contains { $0.holds(item.time) }),
            ("is outside the day", day.time.holds(item.time)), ("is in a buffer", item.time.lowerBound >= tasksFrom),
            ("overlaps a fixed item", !day.fixed.contains { $0.time.overlaps(item.time) }),
            ("comes before its turn", task.after.allSatisfy { !open.contains($0) }),
        ]
        faults += rules.filter { !$0.1 }.map { "\(item.id) \($0.0)" }
        if task.countsAsLoad { taskMinutes += task.length }
    }
}

extension PlanDay {
    /// The ids of all items that a plan must name.
    fileprivate var ids: Set<String> {
        Set(tasks.map(\.id) + prayers.map(\.id) + fixed.filter { $0.time.overlaps(time) }.map(\.id))
    }
}

extension Range<Int> {
    /// Returns true if another time lies inside.
    fileprivate func holds(_ other: Range<Int>) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound
    }
}
