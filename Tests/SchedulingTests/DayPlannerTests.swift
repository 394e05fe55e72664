@testable import Scheduling
import SeededRandom
import Testing

@Suite("The plan of a day")
struct DayPlannerTests {
    @Test(
        "is the best one on every day of the reference data, and is proven",
        .enabled(if: referenceLines("day/instances.jsonl") != nil, "skipped: no reference data"))
    func referenceDays() throws {
        let days = try #require(try reference("day/instances.jsonl", of: ReferenceDay.self))
        let plans = try #require(try reference("day/optima.jsonl", of: ReferencePlan.self))
        #expect(days.map(\.id) == plans.map(\.id))
        for (day, best) in zip(days, plans) {
            let plan = DayPlanner(order: .travel).plan(day.plan)
            #expect(plan.weight == best.weight && plan.travel == best.travel_min && plan.isProven, "\(day.id)")
            #expect(faults(of: plan, for: day.plan) == [], "\(day.id)")
        }
    }

    @Test("is the same as by trying everything, term by term", arguments: 0..<60 as Range<UInt64>)
    func oracle(seed: UInt64) {
        var random = SeededRandom(seed)
        let isLarge = seed.isMultiple(of: 5)
        var day = randomSmallDay(tasks: isLarge ? 3 : 2, grid: 30, using: &random)
        for index in day.tasks.indices where Bool.random(using: &random) {
            day.tasks[index].plannedStart = Int.random(in: 16..<36, using: &random) * 30
        }
        if Bool.random(using: &random) { day.tasks[1].after = ["task-0", "not of the day"] }
        if Bool.random(using: &random) { day.loadMinutes = Int.random(in: 0...30, using: &random) * 10 }
        if !isLarge, seed.isMultiple(of: 3) {
            day.prayers = [DuePrayer("first", 720..<900), DuePrayer("second", 900..<1_000)]
        }
        let plan = DayPlanner().plan(day), oracle = PlanOracle(day)
        #expect(PlanOracle.Value(plan, of: day) == oracle.best)
        #expect(faults(of: plan, for: day) == [])
    }

    @Test("is the same by both exact searches", arguments: 0..<40 as Range<UInt64>)
    func relaxation(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var day = randomSmallDay(tasks: Int.random(in: 4...8, using: &random), grid: 5, using: &random)
        if Bool.random(using: &random) { day.tasks[1].after = ["task-0"] }
        if Bool.random(using: &random) { day.loadMinutes = Int.random(in: 20...50, using: &random) * 10 }
        if Bool.random(using: &random) { day.prayers = [DuePrayer("first", 720..<900)] }
        let plan = DayPlanner().plan(day)
        let search = SearchModel(missingFewest: PlanModel(day), .full)
        var run = RelaxedSearch(search, labels: 1_000_000)
        let steps = run.run(losing: 0, known: search.totalWeight)
        let other = DayPlan(search, try #require(steps), isProven: true)
        #expect(PlanOracle.Value(plan, of: day) == PlanOracle.Value(other, of: day))
        #expect(faults(of: other, for: day) == [])
    }

    @Test("keeps all rules and is near the best one if it may not be proven", arguments: 0..<30 as Range<UInt64>)
    func insertion(seed: UInt64) {
        var random = SeededRandom(seed)
        let day = randomSmallDay(tasks: 9, grid: 5, using: &random)
        let planner = DayPlanner(mostLabels: 0, mostItems: 40_000)
        let best = DayPlanner().plan(day), plan = planner.plan(day)
        #expect(best.isProven && !plan.isProven)
        #expect(faults(of: plan, for: day) == [])
        #expect(plan.weight * 10 >= best.weight * 7 && plan.weight <= best.weight)
        #expect(plan == planner.plan(day))
    }

    @Test("walks before a prayer as well as after it")
    func beforePrayer() {
        // The task at place 1 ends just in time for the meeting at place 0 after the prayer.
        let day = PlanDay(
            540..<720, origin: 1,
            fixed: [FixedItem("prayer", .prayer, 640..<660), FixedItem("meeting", .event, 665..<720, place: 0)],
            tasks: [PlanTask("task", length: 60, place: 1, windows: [540..<630])],
            travel: TravelTimes(table: [[0, 30], [30, 0]]))
        let plan = DayPlanner().plan(day)
        #expect(plan.items.map(\.id) == ["task", "prayer", "meeting"])
        #expect(plan.items.map(\.place) == [1, 0, 0] && plan.travel == 30)
    }

    @Test("keeps two events that are too far apart, and says how late the second one begins")
    func unreachable() {
        let day = PlanDay(
            480..<1_080, origin: 0,
            fixed: [FixedItem("a", .event, 540..<600, place: 0), FixedItem("b", .event, 610..<660, place: 1)],
            tasks: [
                PlanTask("between", length: 5, windows: [600..<610]),
                PlanTask("later", length: 30, windows: [480..<1_080]),
            ], travel: TravelTimes(table: [[0, 45], [45, 0]]))
        let plan = DayPlanner().plan(day)
        #expect(plan.items.map(\.id) == ["later", "a", "b"])
        #expect(plan.items.map(\.late) == [0, 0, 35])
        #expect(plan.leftOut == ["between"] && plan.isProven)
    }

    @Test("takes events that overlap as one, at the place of the one that ends last")
    func overlapping() {
        let day = PlanDay(
            480..<1_080, origin: 0,
            fixed: [
                FixedItem("a", .event, 540..<600, place: 0), FixedItem("b", .event, 570..<660, place: 1),
                FixedItem("c", .prayer, 650..<680),
            ],
            tasks: [PlanTask("task", length: 30, place: 1, windows: [480..<1_080])],
            travel: TravelTimes(table: [[0, 20], [20, 0]]))
        let plan = DayPlanner().plan(day)
        #expect(plan.tasks.map(\.time) == [500..<530] && plan.travel == 20)
        #expect(faults(of: plan, for: day) == [])
    }

    @Test("says each prayer in its time, and names one for which the events leave no room")
    func prayers() {
        let events = [FixedItem("seminar", .event, 700..<960)]
        let day = PlanDay(
            600..<1_200, fixed: events,
            prayers: [
                DuePrayer("dhuhr", 720..<930), DuePrayer("asr", 930..<1_100), DuePrayer("maghrib", 1_100..<1_180),
            ],
            tasks: [PlanTask("task", length: 220, windows: [960..<1_200])])
        let plan = DayPlanner().plan(day)
        #expect(plan.missedPrayers == ["dhuhr"] && plan.isProven)
        // After the task, the last prayer would be missed.
        #expect(plan.items.map(\.id) == ["seminar", "asr", "maghrib"] && plan.leftOut == ["task"])
        #expect(faults(of: plan, for: day) == [])
    }

    @Test("leaves the time after an event and a task free if they ask for it")
    func buffers() {
        let day = PlanDay(
            540..<720, fixed: [FixedItem("event", .event, 540..<600, buffer: 12)],
            tasks: ["a", "b"].map { PlanTask($0, length: 30, windows: [540..<720], buffer: 10) })
        #expect(DayPlanner().plan(day).tasks.map(\.time) == [615..<645, 655..<685])
    }

    @Test("begins in the event that runs, at its place")
    func running() {
        let day = PlanDay(
            560..<720, origin: 0, fixed: [FixedItem("event", .event, 540..<600, place: 1)],
            tasks: [PlanTask("task", length: 30, place: 1, windows: [540..<720])],
            travel: TravelTimes(table: [[0, 20], [20, 0]]))
        let plan = DayPlanner().plan(day)
        #expect(plan.travel == 0 && plan.tasks.map(\.time) == [600..<630])
        #expect(plan.items.map(\.id) == ["event", "task"])
    }

    @Test("stays as it is in force where nothing forces it, in any order of input", arguments: 0..<30 as Range<UInt64>)
    func stability(seed: UInt64) {
        var random = SeededRandom(seed)
        var day = randomSmallDay(tasks: 6, grid: 5, using: &random)
        let first = DayPlanner().plan(day)
        func isSame() -> Bool {
            let again = DayPlanner().plan(day)
            return again.items == first.items && again.change == 0
        }
        for item in first.tasks {
            for index in day.tasks.indices where day.tasks[index].id == item.id {
                day.tasks[index].plannedStart = item.time.lowerBound
            }
        }
        #expect(isSame())
        day.tasks.shuffle(using: &random)
        day.fixed.shuffle(using: &random)
        #expect(isSame())
    }

    @Test("has a place for one task of any length that has room", arguments: [
        (0, [480..<480]), (1, [480..<481]), (-1, []), (600, [480..<1_080]), (601, []), (1_440, []),
    ])
    func lengths(length: Int, expected: [Range<Int>]) {
        let day = PlanDay(480..<1_080, tasks: [PlanTask("task", length: length, windows: [480..<1_080])])
        let plan = DayPlanner().plan(day)
        #expect(plan.tasks.map(\.time) == expected && plan.isProven)
        #expect(plan.leftOut == (expected.isEmpty ? ["task"] : []))
    }

    @Test("leaves a task out whose order is a circle, and plans the others")
    func circle() {
        var tasks = ["a", "b", "c"].map { PlanTask($0, length: 30, windows: [480..<1_080]) }
        tasks[0].after = ["b"]
        tasks[1].after = ["a"]
        let plan = DayPlanner().plan(PlanDay(480..<1_080, tasks: tasks))
        #expect(plan.tasks.map(\.id) == ["c"] && plan.leftOut == ["a", "b"])
    }

    @Test("of 500 tasks keeps all rules and fills the day")
    func manyTasks() {
        var random = SeededRandom(1)
        var day = randomSmallDay(tasks: 500, grid: 5, using: &random)
        for index in day.tasks.indices { day.tasks[index].after = index % 7 == 1 ? ["task-\(index - 1)"] : [] }
        let plan = DayPlanner(mostItems: 100_000).plan(day)
        #expect(faults(of: plan, for: day) == [])
        #expect(plan.tasks.count > 8 && plan.tasks.count + plan.leftOut.count == 500)
    }
}
