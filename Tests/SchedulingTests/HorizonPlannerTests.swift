@testable import Scheduling
import SeededRandom
import Testing

@Suite("The plan of several days")
struct HorizonPlannerTests {
    /// Days from 8:00 to 18:00 on one line, 1440 minutes apart.
    private func days(_ count: Int, fixed: [FixedItem] = []) -> [PlanDay] {
        (0..<count).map { number in
            let shift = number * 1_440
            return PlanDay(
                480 + shift..<1_080 + shift, origin: 0,
                fixed: fixed.filter { $0.time.lowerBound / 1_440 == number },
                travel: TravelTimes(table: [[0, 20, 40], [20, 0, 30], [40, 30, 0]]))
        }
    }

    private func anyTime(_ count: Int, from start: Int = 480, to end: Int = 1_080) -> [[Range<Int>]] {
        (0..<count).map { [start + $0 * 1_440..<end + $0 * 1_440] }
    }

    @Test("is the same as by trying all days for six tasks", arguments: 0..<12 as Range<UInt64>)
    func enumeration(seed: UInt64) {
        var random = SeededRandom(seed)
        let travel = TravelTimes(table: randomTravel(4, using: &random))
        let days = (0..<3).map { number in
            let start = 600 + number * 1_440
            let meeting = FixedItem("meeting-\(number)", .event, start + 60..<start + 120, place: 1)
            return PlanDay(start..<start + 300, origin: 0, fixed: [meeting], travel: travel)
        }
        var tasks = (0..<6).map { index in
            let open = (0..<3).map { Int.random(in: 0..<4, using: &random) > 0 ? [days[$0].time] : [] }
            return HorizonTask(
                "task-\(index)", length: Int.random(in: 3...12, using: &random) * 10,
                place: Int.random(in: 0..<4, using: &random), weight: [3, 10, 30].randomElement(using: &random) ?? 10,
                windows: open)
        }
        if Bool.random(using: &random) { tasks[1].after = ["task-0"] }
        let plan = HorizonPlanner().plan(PlanHorizon(days, tasks: tasks))
        let best = HorizonOracle(days, tasks).best
        #expect(plan.isProven && plan.weight == best.weight && plan.travel == best.travel)
        #expect(plan == HorizonPlanner().plan(PlanHorizon(days, tasks: tasks.reversed())))
        #expect(plan.placed.count + plan.leftOut.count == 6)
    }

    @Test("does a task several times, with days of rest between")
    func times() {
        let task = HorizonTask("gym", length: 60, windows: anyTime(7), repetition: .times(3, restDays: 1))
        let plan = HorizonPlanner().plan(PlanHorizon(days(7), tasks: [task]))
        #expect(plan.placed == ["gym#1": 0, "gym#2": 2, "gym#3": 4] && plan.isProven)
        var tight = task
        tight.windows = anyTime(7).enumerated().map { [1, 2, 3, 5].contains($0) ? $1 : [] }
        let found = HorizonPlanner().plan(PlanHorizon(days(7), tasks: [tight]))
        #expect(found.placed == ["gym#1": 1, "gym#2": 3, "gym#3": 5])
        tight.repetition = .times(4, restDays: 1)
        #expect(HorizonPlanner().plan(PlanHorizon(days(7), tasks: [tight])).refused == ["gym": .days])
    }

    @Test("splits a task into the fewest pieces that fit, with pauses and at most some on a day")
    func pieces() {
        let meeting = FixedItem("meeting", .event, 600..<1_080)
        var task = HorizonTask(
            "thesis", length: 300, windows: anyTime(3),
            repetition: .pieces(least: 30, greatest: 120, mostADay: 2, pause: 15))
        let plan = HorizonPlanner().plan(PlanHorizon(days(3, fixed: [meeting]), tasks: [task]))
        let minutes = plan.days.map { $0.tasks.map(\.time.count) }
        #expect(minutes == [[100], [100, 100], []] && plan.leftOut.isEmpty)
        let second = plan.days[1].tasks.map(\.time)
        #expect(second[1].lowerBound - second[0].upperBound == 15)
        // Two pieces of 90 minutes fit on no day, pieces of 60 minutes on two of them.
        task.length = 180
        task.windows = [[480..<540], [1_920..<2_000], []]
        task.repetition = .pieces(least: 30, greatest: 90, mostADay: 1, pause: 0)
        let split = HorizonPlanner().plan(PlanHorizon(days(3), tasks: [task]))
        #expect(split.placed == ["thesis#1": 0, "thesis#2": 1] && split.leftOut == ["thesis#3"])
    }

    @Test("have lengths that are equal up to a step and sum to the whole", arguments: [
        (95, 2, 30, 60, [50, 45]), (100, 3, 30, 60, [35, 35, 30]), (61, 2, 30, 31, [31, 30]),
        (97, 2, 45, 60, [52, 45]),
    ])
    func pieceLengths(length: Int, count: Int, least: Int, greatest: Int, expected: [Int]) {
        let lengths = Pieces.lengths(of: length, count: count, least: least, greatest: greatest, grid: 5)
        #expect(lengths == expected && lengths.reduce(0, +) == length)
    }

    @Test("refuses pieces that cannot have the length, and tasks that wait for themselves; the rest is planned")
    func refused() {
        let other = HorizonTask("other", length: 30, windows: anyTime(2))
        func plan(_ tasks: HorizonTask...) -> HorizonPlan {
            HorizonPlanner().plan(PlanHorizon(days(2), tasks: tasks + [other]))
        }
        func pieces(_ length: Int, _ least: Int, _ greatest: Int) -> HorizonTask {
            HorizonTask(
                "a", length: length, windows: anyTime(2),
                repetition: .pieces(least: least, greatest: greatest, mostADay: 1, pause: 0))
        }
        for task in [pieces(50, 30, 40), pieces(60, 40, 30), pieces(60, 0, 30), pieces(20, 30, 60)] {
            let found = plan(task)
            #expect(found.refused == ["a": .pieces] && found.placed == ["other": 0])
        }
        let a = HorizonTask("a", length: 30, windows: anyTime(2), after: ["b"])
        let b = HorizonTask("b", length: 30, windows: anyTime(2), after: ["a"])
        let c = HorizonTask("c", length: 30, windows: anyTime(2), after: ["b"])
        let found = plan(a, b, c)
        #expect(found.refused == ["a": .cycle, "b": .cycle])
        #expect(found.placed == ["other": 0] && found.leftOut == ["c"])
    }

    @Test("keeps the order of tasks over days, and leaves one out that waits for one without room")
    func order() {
        let first = HorizonTask("z", length: 60, windows: [[], [1_920..<2_400], []])
        let second = HorizonTask("a", length: 60, windows: anyTime(3), after: ["z"])
        var plan = HorizonPlanner().plan(PlanHorizon(days(3), tasks: [first, second]))
        #expect(plan.placed == ["z": 1, "a": 1])
        #expect(plan.days[1].tasks.map(\.id) == ["z", "a"])
        let tooLong = HorizonTask("z", length: 700, windows: anyTime(3))
        plan = HorizonPlanner().plan(PlanHorizon(days(3), tasks: [tooLong, second]))
        #expect(plan.placed.isEmpty && plan.leftOut == ["a", "z"])
    }

    @Test("is early rather than late, and stays on its day if nothing is gained")
    func stability() {
        var task = HorizonTask("task", length: 60, windows: anyTime(5))
        #expect(HorizonPlanner().plan(PlanHorizon(days(5), tasks: [task])).placed == ["task": 0])
        task.planned = [.init(day: 3, start: 3 * 1_440 + 700)]
        let plan = HorizonPlanner().plan(PlanHorizon(days(5), tasks: [task]))
        #expect(plan.placed == ["task": 3] && plan.days[3].tasks.map(\.time.lowerBound) == [3 * 1_440 + 700])
        // A day after the wish is worth less than a long way.
        task.place = 2
        task.wishDay = 1
        let far = FixedItem("far", .event, 3 * 1_440 + 540..<3 * 1_440 + 600, place: 2)
        #expect(HorizonPlanner().plan(PlanHorizon(days(5, fixed: [far]), tasks: [task])).placed == ["task": 0])
    }

    @Test("holds all limits for many tasks as well, and places what has room")
    func many() {
        var random = SeededRandom(7)
        let tasks = (0..<40).map { index in
            HorizonTask(
                "task-\(index)", length: 60, place: Int.random(in: 0..<3, using: &random), windows: anyTime(14),
                repetition: index % 4 == 0 ? .times(2, restDays: 2) : .once,
                after: index % 4 == 1 ? ["task-\(index - 1)"] : [])
        }
        let days = days(14), plan = HorizonPlanner().plan(PlanHorizon(days, tasks: tasks))
        #expect(plan.leftOut.isEmpty && !plan.isProven)
        for index in stride(from: 0, to: 40, by: 4) {
            let first = plan.placed["task-\(index)#1"] ?? 99, second = plan.placed["task-\(index)#2"] ?? 0
            #expect(second - first > 2 && (plan.placed["task-\(index + 1)"] ?? 0) >= second)
        }
        #expect(plan.days.allSatisfy { $0.weight == $0.tasks.count * 10 })
    }

    @Test("says before which day more is due than fits, also beyond the horizon")
    func deadlines() {
        let check = Deadlines(freeMinutes: [60, 60, 0], usualMinutes: [120, 0])
        let work = [
            Deadlines.Work("late", minutes: 300, lastDay: 6), Deadlines.Work("soon", minutes: 100, lastDay: 0),
            Deadlines.Work("past", minutes: 10, lastDay: -1),
        ]
        #expect(check.shortfalls(of: work) == [
            .init(lastDay: -1, missingMinutes: 10, work: ["past"]),
            .init(lastDay: 0, missingMinutes: 50, work: ["past", "soon"]),
            .init(lastDay: 6, missingMinutes: 50, work: ["past", "soon", "late"]),
        ])
        #expect(check.shortfalls(of: [work[0]]) == [])
    }
}

/// The best weight and travel of a horizon of tasks that are done once: every choice of days is tried.
private struct HorizonOracle {
    private(set) var best = (weight: 0, travel: 0)

    init(_ days: [PlanDay], _ tasks: [HorizonTask]) {
        // The travel of each set on each day; nil if it does not fit.
        let tables = days.enumerated().map { number, day in
            (0..<1 << tasks.count).map { set -> Int? in
                var day = day
                day.tasks = tasks.enumerated().filter { set >> $0.offset & 1 == 1 }.map { _, task in
                    PlanTask(
                        task.id, length: task.length, place: task.place, windows: task.windows[number],
                        after: task.after)
                }
                let plan = DayPlanner(order: .travel).plan(day)
                return plan.leftOut.isEmpty ? plan.travel : nil
            }
        }
        let choices = days.count + 1
        for choice in 0..<tasks.indices.reduce(1, { count, _ in count * choices }) {
            var sets = Array(repeating: 0, count: choices), rest = choice, weight = 0
            for index in tasks.indices {
                sets[rest % choices] |= 1 << index
                if rest % choices < days.count { weight += tasks[index].weight }
                rest /= choices
            }
            guard Self.keepsOrder(sets, tasks) else { continue }
            let ways = days.indices.map { tables[$0][sets[$0]] }
            guard !ways.contains(nil) else { continue }
            let travel = ways.compactMap(\.self).reduce(0, +)
            if (weight, -travel) > (best.weight, -best.travel) || choice == 0 { best = (weight, travel) }
        }
    }

    private static func keepsOrder(_ sets: [Int], _ tasks: [HorizonTask]) -> Bool {
        func day(_ index: Int) -> Int { sets.firstIndex { $0 >> index & 1 == 1 } ?? 0 }
        return tasks.indices.allSatisfy { index in
            day(index) == sets.count - 1 || tasks[index].after.allSatisfy { id in
                tasks.firstIndex { $0.id == id }.map { day($0) <= day(index) } ?? true
            }
        }
    }
}
