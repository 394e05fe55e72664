/// The parts of the tasks of a horizon: a task that is done once is one part, others have one for each time or piece.
struct HorizonParts {
    struct Part {
        let id: String
        let task: HorizonTask
        let length: Int, weight: Int
        let planned: HorizonTask.Planned?
        /// The minutes that are kept free after it.
        let buffer: Int
        /// The number of the task, for its limits on a day.
        let group: Int
        /// The parts that must be done before it.
        var needs: [Int] = []
        /// The days on which it is allowed; none if it waits for a task that no plan can hold.
        var days: [Int]
    }

    /// The limits of the parts of one task.
    struct Group {
        var parts: [Int]
        let mostADay: Int, restDays: Int
        /// True if the parts are alike, so that any of them stands for all on a day.
        let isAlike: Bool
    }

    private(set) var parts: [Part] = []
    private(set) var groups: [Group] = []
    private(set) var refused: [String: HorizonPlan.Refusal] = [:]

    /// - Parameter morePieces: the pieces of tasks beyond the fewest possible, by the id of the task.
    init(_ horizon: PlanHorizon, morePieces: [String: Int] = [:]) {
        let tasks = horizon.tasks.sorted { $0.id < $1.id }
        let cyclic = Self.cyclic(tasks)
        var last: [String: Int] = [:]
        for task in tasks {
            if cyclic.contains(task.id) { refused[task.id] = .cycle }
            guard refused[task.id] == nil else { continue }
            add(task, horizon, more: morePieces[task.id] ?? 0)
            if refused[task.id] == nil { last[task.id] = parts.count - 1 }
        }
        for index in parts.indices {
            let isFirst = index == 0 || parts[index - 1].group != parts[index].group
            parts[index].needs = isFirst ? parts[index].task.after.compactMap { last[$0] } : [index - 1]
        }
        while let index = parts.indices.first(where: waitsForEver) { parts[index].days = [] }
    }

    /// Returns true if a part that still has days waits for one that has none, or for a task that no plan can hold.
    private func waitsForEver(_ index: Int) -> Bool {
        let part = parts[index]
        guard !part.days.isEmpty else { return false }
        return part.needs.contains { parts[$0].days.isEmpty } || part.task.after.contains { refused[$0] != nil }
    }

    private mutating func add(_ task: HorizonTask, _ horizon: PlanHorizon, more: Int) {
        let days = zip(horizon.days.indices, task.windows).filter { !$1.isEmpty }.map(\.0)
        var lengths = [task.length], pause = 0
        var group = Group(parts: [], mostADay: 1, restDays: 0, isAlike: true)
        switch task.repetition {
        case .once: break
        case .times(let count, let restDays):
            guard Self.days(days, hold: count, restDays) else { return refuse(task, .days) }
            lengths = Array(repeating: task.length, count: max(1, count))
            group = Group(parts: [], mostADay: 1, restDays: max(0, restDays), isAlike: true)
        case .pieces(let least, let greatest, let mostADay, let minutes):
            guard let counts = Pieces.counts(of: task.length, least: least, greatest: greatest) else {
                return refuse(task, .pieces)
            }
            let count = min(counts.lowerBound + more, counts.upperBound)
            lengths = Pieces.lengths(
                of: task.length, count: count, least: least, greatest: greatest, grid: horizon.days.first?.grid ?? 1)
            group = Group(parts: [], mostADay: max(1, mostADay), restDays: 0, isAlike: false)
            pause = minutes
        }
        for (index, length) in lengths.enumerated() {
            let isTimes = if case .times = task.repetition { true } else { false }
            let rest = index < task.weight % lengths.count ? 1 : 0
            let share = isTimes ? task.weight : task.weight / lengths.count + rest
            group.parts.append(parts.count)
            parts.append(Part(
                id: lengths.count == 1 ? task.id : HorizonTask.id(task.id, part: index + 1), task: task,
                length: length, weight: max(1, share),
                planned: index < task.planned.count ? task.planned[index] : nil,
                buffer: max(task.buffer, index + 1 < lengths.count ? pause : 0), group: groups.count, days: days))
        }
        groups.append(group)
    }

    private mutating func refuse(_ task: HorizonTask, _ refusal: HorizonPlan.Refusal) { refused[task.id] = refusal }

    /// Returns true if some days with rests between them can be chosen.
    private static func days(_ days: [Int], hold count: Int, _ restDays: Int) -> Bool {
        var chosen = 0, next = Int.min
        for day in days where day >= next {
            chosen += 1
            next = day + 1 + max(0, restDays)
        }
        return chosen >= count
    }

    /// Returns the ids of tasks that wait for themselves, over others or not.
    private static func cyclic(_ tasks: [HorizonTask]) -> Set<String> {
        var open = Dictionary(tasks.map { ($0.id, $0.after) }) { first, _ in first }
        // A task that waits for nothing that is open is no part of a cycle, and neither is one that nothing waits for.
        while true {
            let awaited = Set(open.values.flatMap(\.self))
            let free = open.filter { id, after in !awaited.contains(id) || !after.contains { open[$0] != nil } }
            if free.isEmpty { return Set(open.keys) }
            for id in free.keys { open[id] = nil }
        }
    }

    /// Returns a part as a task of a day.
    func task(_ index: Int, on day: Int) -> PlanTask {
        let part = parts[index]
        return PlanTask(
            part.id, length: part.length, place: part.task.place, weight: weight(index, on: day),
            windows: part.days.contains(day) ? part.task.windows[day] : [],
            after: part.needs.map { parts[$0].id }, buffer: part.buffer,
            plannedStart: part.planned.flatMap { $0.day == day ? $0.start : nil },
            countsAsLoad: part.task.countsAsLoad)
    }

    /// The steps of a weight: a task loses one of them for each day after its wish.
    static let weightSteps = 16

    /// Returns the weight of a part on a day, in steps.
    func weight(_ index: Int, on day: Int) -> Int {
        let late = parts[index].task.wishDay.map { max(0, day - $0) } ?? 0
        return parts[index].weight * (Self.weightSteps - min(Self.weightSteps - 1, late))
    }
}
