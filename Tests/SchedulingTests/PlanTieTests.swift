import Scheduling
import Testing

/// The days of 4 and 6 tasks of the reference data with a plan in force, as the solver CP-SAT plans them: OR-Tools 9.15,
/// by `script/bench.d/planpeers.py ties`, which proved each term: the weight, the travel, the change, and the sum of the
/// starts.
private let solved: [(day: String, weight: Int, travel: Int, change: Int, starts: Int)] = [
    ("d04-0", 92, 83, 1055, 1645), ("d04-1", 80, 59, 430, 1825),
    ("d04-2", 51, 91, 955, 1275), ("d04-3", 40, 72, 125, 405),
    ("d04-4", 88, 39, 1665, 1505), ("d04-5", 53, 49, 2120, 1300),
    ("d04-6", 54, 85, 1275, 1065), ("d04-7", 26, 93, 660, 645),
    ("d04-8", 15, 16, 665, 1810), ("d04-9", 73, 29, 850, 2400),
    ("d06-0", 119, 86, 2125, 1960), ("d06-1", 156, 104, 1345, 3040),
    ("d06-2", 69, 102, 915, 1805), ("d06-3", 200, 79, 975, 1785),
    ("d06-4", 54, 88, 1455, 2505), ("d06-5", 190, 50, 1275, 3000),
    ("d06-6", 88, 41, 1495, 905), ("d06-7", 56, 134, 2100, 2055),
    ("d06-8", 70, 85, 1385, 2940), ("d06-9", 50, 82, 655, 625),
]

@Suite("The plan of a day with a plan in force")
struct PlanTieTests {
    @Test(
        "has the weight, the travel, the change and the starts that another solver finds",
        .enabled(if: referenceLines("day/instances.jsonl") != nil, "skipped: no reference data"))
    func ties() throws {
        let all = try #require(try reference("day/instances.jsonl", of: ReferenceDay.self))
        let days = [4, 6].flatMap { count in
            all.filter { $0.flexible.count == count }.enumerated().map { number, day in (number, day) }
        }
        #expect(days.map(\.1.id) == solved.map(\.day))
        for ((number, reference), best) in zip(days, solved) {
            let day = inForce(reference.plan, number), plan = DayPlanner().plan(day)
            #expect(plan.isProven, "\(best.day)")
            #expect([plan.weight, plan.travel] == [best.weight, best.travel], "\(best.day)")
            let starts = plan.tasks.reduce(0) { $0 + $1.time.lowerBound - day.time.lowerBound }
            #expect([plan.change, starts] == [best.change, best.starts], "\(best.day)")
        }
    }

    /// Returns a day with a start for each task in a plan in force, as `planned` in planpeers.py makes them up.
    private func inForce(_ day: PlanDay, _ number: Int) -> PlanDay {
        var day = day
        let count = day.time.count / day.grid
        for index in day.tasks.indices {
            day.tasks[index].plannedStart = day.time.lowerBound
                + day.grid * ((number * 37 + index * 101 + 13) % count)
        }
        return day
    }
}
