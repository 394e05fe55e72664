/// The bound of a search: the fractional knapsack of the tasks that can still start, into the minutes that are left.
///
/// It is asked for each label, so its tables lie in the order in which they are read.
struct WeightBound {
    private struct Task {
        let bit: UInt64
        let place: Int, weight: Int
        let need: Int, needThere: Int
    }

    /// The tasks by falling weight for each minute.
    private let tasks: [Task]
    /// The last minute at which the person may leave for each task, for each gap and each place in it; `Int.min` if it
    /// can no longer start.
    private let departures: [Int]

    /// The bound of a search without tasks.
    static let empty = WeightBound()

    private init() {
        tasks = []
        departures = []
    }

    init(_ tasks: [SearchModel.Task], _ model: PlanModel) {
        let order = tasks.indices.sorted { a, b in
            let first = tasks[a].weight * tasks[b].need, second = tasks[b].weight * tasks[a].need
            return first != second ? first > second : a < b
        }
        self.tasks = order.map { number in
            let task = tasks[number]
            return Task(
                bit: 1 << UInt64(truncatingIfNeeded: number), place: task.place, weight: task.weight, need: task.need,
                needThere: task.needThere)
        }
        let count = model.ways.count
        var departures: [Int] = []
        departures.reserveCapacity(model.gapEnds.count * count * order.count)
        for gap in model.gapEnds.indices {
            for place in 0..<count {
                for number in order {
                    let last = model.starts.last(number, from: gap), target = tasks[number].place
                    let way = target < 0 ? 0 : model.ways.shortest[place * count + target]
                    departures.append(last == .min ? .min : last - way)
                }
            }
        }
        self.departures = departures
    }

    /// Returns a weight that is lost at least. It stops counting above a limit.
    ///
    /// - Parameters:
    ///   - placed: the tasks that are placed, as a set.
    ///   - state: the number of the gap, times the number of places, plus that of the place.
    ///   - free: the minutes that are left.
    @inline(__always)
    func loss(placed: UInt64, from state: Int, time: Int, place: Int, free: Int, over limit: Int) -> Int {
        var free = free, lost = 0, index = state * tasks.count
        for task in tasks {
            defer { index += 1 }
            guard placed & task.bit == 0 else { continue }
            let need = task.place == place ? task.needThere : task.need
            if time > departures[index] {
                lost += task.weight
            } else if need <= free {
                free -= need
            } else {
                lost += free == 0 ? task.weight : task.weight - task.weight * free / need
                free = 0
            }
            if lost > limit { return lost }
        }
        return lost
    }

    /// Returns the tasks that can no longer start, as a set.
    @inline(__always)
    func closed(from state: Int, time: Int) -> UInt64 {
        var closed: UInt64 = 0, index = state * tasks.count
        for task in tasks {
            if time > departures[index] { closed |= task.bit }
            index += 1
        }
        return closed
    }
}
