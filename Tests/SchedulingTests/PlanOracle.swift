import Scheduling

/// The rule of a day's plan written down without care for speed: every order, every start on the grid, every place.
struct PlanOracle {
    private let day: PlanDay
    private let fixed: [FixedItem]
    private let places: [Int]
    private(set) var best = Value(missed: .max, weight: 0, travel: 0, change: 0, starts: 0)

    /// The terms of a plan, in their order.
    struct Value: Equatable {
        var missed: Int, weight: Int, travel: Int, change: Int, starts: Int

        func isBetter(than other: Value) -> Bool {
            (missed, -weight, travel, change, starts)
                < (other.missed, -other.weight, other.travel, other.change, other.starts)
        }
    }

    /// - Parameter day: its fixed items do not overlap, and can all be reached.
    init(_ day: PlanDay) {
        self.day = day
        fixed = day.fixed.sorted { $0.time.lowerBound < $1.time.lowerBound }
        places = Set((day.fixed.map(\.place) + day.tasks.map(\.place) + [day.origin]).compactMap(\.self)).sorted()
        let moved = day.tasks.count { $0.plannedStart != nil } * 15
        go(
            on: day.time.lowerBound, at: day.origin ?? -1, 0, 0, [],
            Value(missed: 0, weight: 0, travel: 0, change: moved, starts: 0))
    }

    private mutating func go(
        on free: Int, at place: Int, _ passed: Int, _ said: Int, _ placed: Set<String>, _ value: Value
    ) {
        if passed == fixed.count, said == day.prayers.count, value.isBetter(than: best) { best = value }
        for target in places {
            let way = place == target ? 0 : place < 0 ? 0 : day.travel.minutes(from: place, to: target)
            var value = value
            value.travel += way
            if canPass(passed, at: target, free + way) {
                go(on: fixed[passed].time.upperBound, at: target, passed + 1, said, placed, value)
            }
            if said < day.prayers.count { pray(free + way, target, passed, said, placed, value) }
            for task in day.tasks where !placed.contains(task.id) && task.place ?? target == target {
                start(task, free + way, target, passed, said, placed, value)
            }
        }
        if said < day.prayers.count {
            var missed = value
            missed.missed += 1
            go(on: free, at: place, passed, said + 1, placed, missed)
        }
    }

    private func canPass(_ passed: Int, at target: Int, _ arrival: Int) -> Bool {
        guard passed < fixed.count else { return false }
        return fixed[passed].place ?? target == target && arrival <= fixed[passed].time.lowerBound
    }

    private func gapEnd(_ passed: Int) -> Int {
        passed < fixed.count ? fixed[passed].time.lowerBound : day.time.upperBound
    }

    private mutating func pray(
        _ arrival: Int, _ target: Int, _ passed: Int, _ said: Int, _ placed: Set<String>, _ value: Value
    ) {
        let prayer = day.prayers[said], start = max(arrival, prayer.validTime.lowerBound)
        guard start + prayer.length <= min(prayer.validTime.upperBound, gapEnd(passed)) else { return }
        go(on: start + prayer.length, at: target, passed, said + 1, placed, value)
    }

    private mutating func start(
        _ task: PlanTask, _ arrival: Int, _ target: Int, _ passed: Int, _ said: Int, _ placed: Set<String>,
        _ value: Value
    ) {
        let known = Set(day.tasks.map(\.id))
        guard task.after.allSatisfy({ !known.contains($0) || placed.contains($0) }) else { return }
        if let limit = day.loadMinutes, task.countsAsLoad {
            let busy = fixed.filter { $0.kind == .event }.reduce(0) { $0 + $1.time.count }
            let load = day.tasks.filter { placed.contains($0.id) && $0.countsAsLoad }.reduce(0) { $0 + $1.length }
            guard busy + load + task.length <= limit else { return }
        }
        let before = passed == 0 ? nil : fixed[passed - 1]
        let earliest = max(arrival, before.map { $0.time.upperBound + $0.buffer } ?? arrival)
        let first = (earliest + day.grid - 1) / day.grid * day.grid
        for minute in stride(from: first, through: day.time.upperBound, by: day.grid) {
            let end = minute + task.length
            guard task.windows.contains(where: { $0.lowerBound <= minute && end <= $0.upperBound }) else { continue }
            let isLast = passed == fixed.count
            guard end + (isLast ? 0 : task.buffer) <= gapEnd(passed) else { continue }
            var value = value
            value.weight += task.weight
            value.starts += minute - day.time.lowerBound
            if let planned = task.plannedStart { value.change += minute == planned ? -15 : abs(minute - planned) }
            go(on: end + task.buffer, at: target, passed, said, placed.union([task.id]), value)
        }
    }
}

extension PlanOracle.Value {
    /// The terms of a plan of the planner.
    init(_ plan: DayPlan, of day: PlanDay) {
        self.init(
            missed: plan.missedPrayers.count, weight: plan.weight, travel: plan.travel, change: plan.change,
            starts: plan.tasks.reduce(0) { $0 + $1.time.lowerBound - day.time.lowerBound })
    }
}
