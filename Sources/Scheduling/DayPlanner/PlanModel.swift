/// A plan-day as arrays: the tasks by their ids, the fixed items as slots, and the starts that each gap allows.
///
/// Gap number f lies before slot number f; the last gap ends with the day.
struct PlanModel {
    let day: PlanDay
    let ways: PlanWays
    let slots: [FixedSlot]
    let reach: FixedReach
    /// The tasks that alone would have room, by id.
    let tasks: [PlanTask]
    /// The ids of all other tasks.
    let impossible: [String]
    /// The place of each task as a number of `ways`; -1 for none.
    let places: [Int]
    /// The start of the search: a minute, a place, and the number of slots that have begun.
    let start: Int, origin: Int, begun: Int
    /// The end of each gap.
    let gapEnds: [Int]
    /// The minutes of all gaps after each gap.
    let minutesAfter: [Int]
    let starts: PossibleStarts
    /// The minutes that tasks may take besides the events.
    let loadLimit: Int

    /// - Parameter isOrderFree: true if the tasks that must be done before another one may be done on an earlier day.
    init(_ day: PlanDay, isOrderFree: Bool = false) {
        let ways = PlanWays(origin: day.origin, day.fixed.map(\.place) + day.tasks.map(\.place), day.travel)
        var slots = FixedSlot.slots(of: day, ways)
        // An item that runs when the day starts: the person is there.
        let running = slots.first.flatMap { $0.start < day.time.lowerBound ? $0 : nil }
        begun = running == nil ? 0 : 1
        origin = running.map { max(0, $0.place) } ?? 0
        start = running?.end ?? day.time.lowerBound
        let reach = FixedReach(&slots, ways, start: start, origin: origin, begun: begun)
        self.reach = reach
        gapEnds = slots.map(\.start) + [max(day.time.upperBound, slots.last?.end ?? start)]
        var after = Array(repeating: 0, count: gapEnds.count)
        for gap in slots.indices.reversed() {
            after[gap] = after[gap + 1] + max(0, gapEnds[gap + 1] - slots[gap].tasksFrom)
        }
        minutesAfter = after

        let sorted = day.tasks.sorted { $0.id < $1.id }
        let all = PossibleStarts(sorted, day, slots, begun: begun, start: start)
        var fits = sorted.indices.map { index in
            all.fits(sorted[index], index, at: ways.number(of: sorted[index].place), reach, places: ways.count)
        }
        if !isOrderFree { Self.dropWaiting(sorted, &fits) }
        tasks = zip(sorted, fits).filter(\.1).map(\.0)
        impossible = zip(sorted, fits).filter { !$0.1 }.map(\.0.id)
        places = tasks.map { ways.number(of: $0.place) }
        starts = all.only(fits)
        self.day = day
        self.ways = ways
        self.slots = slots
        let busy = day.fixed.filter { $0.kind == .event }.map { $0.time.clamped(to: day.time) }
        let events = merged(busy.sorted { $0.lowerBound < $1.lowerBound }).reduce(0) { $0 + $1.count }
        loadLimit = day.loadMinutes.map { max(0, $0 - events) } ?? .max
    }

    /// Marks the tasks that wait for a task without room.
    private static func dropWaiting(_ tasks: [PlanTask], _ fits: inout [Bool]) {
        guard tasks.contains(where: { !$0.after.isEmpty }) else { return }
        var missing = Set(zip(tasks, fits).filter { !$1 }.map(\.0.id)), known = -1
        while known < missing.count {
            known = missing.count
            for (index, task) in tasks.enumerated() where fits[index] && task.after.contains(where: missing.contains) {
                fits[index] = false
                missing.insert(task.id)
            }
        }
    }

    var totalWeight: Int { tasks.reduce(0) { $0 + $1.weight } }

    /// Returns the minutes that remain for tasks from a minute on.
    func minutesLeft(from minute: Int, gap: Int) -> Int { max(0, gapEnds[gap] - minute) + minutesAfter[gap] }
}

/// The starts of tasks inside the windows and between the fixed items, as ranges of minutes on the grid.
struct PossibleStarts {
    /// A first and a last start, both on the grid.
    struct Run {
        let first: Int, last: Int
    }

    let grid: Int
    private let taskCount: Int
    /// The runs of each gap and task in order, and the position of their first one.
    private let runs: [Run]
    private let offsets: [Int]
    /// The last start of each task from each gap on; `Int.min` if there is none.
    private let lasts: [Int]

    fileprivate init(_ tasks: [PlanTask], _ day: PlanDay, _ slots: [FixedSlot], begun: Int, start: Int) {
        let gaps: [Range<Int>?] = (0...slots.count).map { gap in
            guard gap >= begun, gap == slots.count || slots[gap].late == 0 else { return nil }
            let first = max(start, gap == 0 ? start : slots[gap - 1].tasksFrom)
            let end = gap < slots.count ? slots[gap].start : day.time.upperBound
            return first <= end ? first..<end : nil
        }
        let table = gaps.enumerated().flatMap { gap, time in
            tasks.map { task in
                time.map { Self.runs(of: task, in: $0, isLast: gap == slots.count, grid: day.grid) } ?? []
            }
        }
        self.init(grid: day.grid, taskCount: tasks.count, table)
    }

    private init(grid: Int, taskCount: Int, _ table: [[Run]]) {
        self.grid = grid
        self.taskCount = taskCount
        runs = table.flatMap(\.self)
        var offsets = [0]
        for runs in table { offsets.append(offsets[offsets.count - 1] + runs.count) }
        self.offsets = offsets
        var lasts = Array(repeating: Int.min, count: table.count)
        for index in table.indices.reversed() {
            let later = index + taskCount < table.count ? lasts[index + taskCount] : Int.min
            lasts[index] = max(later, table[index].last?.last ?? Int.min)
        }
        self.lasts = lasts
    }

    /// Returns the starts of a task in a gap, merged.
    private static func runs(of task: PlanTask, in gap: Range<Int>, isLast: Bool, grid: Int) -> [Run] {
        guard task.length >= 0 else { return [] }
        let end = isLast ? gap.upperBound : gap.upperBound - max(0, task.buffer)
        let found: [Run] = task.windows.compactMap { window in
            let first = -flooredQuotient(-max(window.lowerBound, gap.lowerBound), grid) * grid
            let last = flooredQuotient(min(window.upperBound, end) - task.length, grid) * grid
            return first <= last ? Run(first: first, last: last) : nil
        }
        var runs: [Run] = []
        for run in found.sorted(by: { $0.first < $1.first }) {
            if let before = runs.last, run.first <= before.last + grid {
                runs[runs.count - 1] = Run(first: before.first, last: max(before.last, run.last))
            } else {
                runs.append(run)
            }
        }
        return runs
    }

    /// Returns the starts of some of the tasks.
    fileprivate func only(_ isKept: [Bool]) -> PossibleStarts {
        let kept = (0..<offsets.count - 1).filter { isKept[$0 % taskCount] }
        let table = kept.map { Array(runs[offsets[$0]..<offsets[$0 + 1]]) }
        return PossibleStarts(grid: grid, taskCount: isKept.count { $0 }, table)
    }

    /// Returns the first start of a task in a gap that is not before a minute; nil if there is none.
    @inline(__always)
    func first(_ task: Int, gap: Int, from minute: Int) -> Int? {
        let index = gap * taskCount + task
        var position = offsets[index]
        let end = offsets[index + 1]
        while position < end {
            let run = runs[position]
            if run.last >= minute { return minute <= run.first ? run.first : ceiled(minute) }
            position += 1
        }
        return nil
    }

    /// Returns the last start of a task in a gap or in a later one; `Int.min` if there is none.
    @inline(__always)
    func last(_ task: Int, from gap: Int) -> Int { lasts[gap * taskCount + task] }

    /// Returns true if a task has room beside the fixed items alone.
    fileprivate func fits(
        _ task: PlanTask, _ index: Int, at place: Int, _ reach: FixedReach, places count: Int
    ) -> Bool {
        let gaps = (offsets.count - 1) / max(1, taskCount)
        func fits(_ gap: Int, _ target: Int) -> Bool {
            guard let start = first(index, gap: gap, from: reach.arrivals[gap * count + target]) else { return false }
            return start + task.length + max(0, task.buffer) <= reach.latest[gap * count + target]
        }
        return (0..<gaps).contains { gap in
            offsets[gap * taskCount + index] < offsets[gap * taskCount + index + 1]
                && (0..<count).contains { (place < 0 || place == $0) && fits(gap, $0) }
        }
    }

    @inline(__always)
    private func ceiled(_ minute: Int) -> Int {
        let rest = minute % grid
        return rest == 0 ? minute : rest > 0 ? minute + grid - rest : minute - rest
    }
}
