import PrayerTimes
import Scheduling
import SeededRandom
import Testing

@Suite("All plans of days in 2026")
struct PlanPropertyTests {
    /// The days of a city that one test plans.
    private static let daysEach = 2_000

    @Test(
        "keep every rule, in any order of input, and are worth more with less in their way",
        arguments: planCities.indices)
    func rules(city index: Int) {
        let city = planCities[index]
        var random = SeededRandom(UInt64(index))
        for number in 0..<Self.daysEach {
            let strictness: PrayerStrictness = number % 3 == 0 ? .personal : .congregation
            let count = Int.random(in: 1...4, using: &random)
            let date = number * 7 % PlanCity.days
            let day = city.randomDay(date, tasks: count, strictness, using: &random)
            let plan = DayPlanner().plan(day)
            #expect(faults(of: plan, for: day) == [], "city \(index), day \(number)")
            var other = day
            other.tasks.reverse()
            other.fixed.shuffle(using: &random)
            #expect(DayPlanner().plan(other) == plan, "city \(index), day \(number)")
            checkWeight(of: plan, day, city, &random)
        }
    }

    /// Checks that another task never lowers the weight, nor does an event that is gone.
    private func checkWeight(of plan: DayPlan, _ day: PlanDay, _ city: PlanCity, _ random: inout SeededRandom) {
        let planner = DayPlanner(order: .travel)
        var fewer = day
        fewer.tasks.removeAll { $0.id == "task-0" }
        fewer.tasks = fewer.tasks.map { task in
            var task = task
            // Without the first task, those that wait for it never come.
            if task.after.contains("task-0") { task.windows = [] }
            return task
        }
        #expect(planner.plan(fewer).weight <= plan.weight)
        var freer = day
        freer.fixed.removeAll { $0.id == "meeting-0" }
        let hasLate = plan.items.contains { $0.late > 0 }
        if !hasLate, plan.missedPrayers.isEmpty { #expect(planner.plan(freer).weight >= plan.weight) }
    }

    @Test("five cities are planned, with Ramadan and both changes of clocks")
    func cities() {
        #expect(planCities.count == 5)
        for city in planCities { #expect(city.prayers.contains { $0.isRamadan }) }
        let lengths = Set(planCities.flatMap { city in
            (0..<PlanCity.days).map { PlanDayTime($0, on: city.line).time.count }
        })
        #expect(lengths == [1_380, 1_440, 1_500])
    }
}
