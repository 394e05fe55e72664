@testable import Scheduling
import SeededRandom
import Testing

@Suite("All plans of weeks in 2026")
struct WeekPropertyTests {
    /// The weeks of a city that one test plans.
    private static let weeksEach = 200

    @Test("keep every rule in any order of input, and are the same the second time", arguments: planCities.indices)
    func rules(city index: Int) {
        let city = planCities[index]
        var random = SeededRandom(UInt64(100 + index))
        for number in 0..<Self.weeksEach {
            let horizon = city.randomWeek(
                number * 11 % (PlanCity.days - 7), tasks: Int.random(in: 1...4, using: &random), using: &random)
            let plan = HorizonPlanner().plan(horizon), name = "city \(index), week \(number)"
            #expect(faults(of: plan, for: horizon) == [], "\(name)")
            var other = horizon
            other.tasks.reverse()
            #expect(HorizonPlanner().plan(other) == plan, "\(name)")
            #expect(HorizonPlanner().plan(inForce(plan, horizon)).starts == plan.starts, "\(name)")
        }
    }

    /// Returns the horizon with a plan as the one in force.
    private func inForce(_ plan: HorizonPlan, _ horizon: PlanHorizon) -> PlanHorizon {
        var next = horizon
        next.tasks = horizon.tasks.map { task in
            var task = task
            task.planned = plan.times(of: task.id).map { HorizonTask.Planned(day: $0.day, start: $0.time.lowerBound) }
            return task
        }
        return next
    }

    /// Returns the rules that a plan breaks.
    private func faults(of plan: HorizonPlan, for horizon: PlanHorizon) -> [String] {
        let tasks = Dictionary(uniqueKeysWithValues: horizon.tasks.map { ($0.id, $0) })
        let days = zip(plan.days, horizon.days).enumerated().flatMap { number, pair -> [String] in
            var day = pair.1
            day.tasks = pair.0.tasks.compactMap { item in
                tasks[owner(of: item.id)].map { task in
                    PlanTask(item.id, length: item.time.count, place: task.place, windows: task.windows[number])
                }
            }
            // A part of a task has another weight than the whole.
            return SchedulingTests.faults(of: pair.0, for: day).filter { $0 != "the weight is wrong" }
        }
        return days + horizon.tasks.flatMap { faults(of: $0, in: plan) }
    }

    private func faults(of task: HorizonTask, in plan: HorizonPlan) -> [String] {
        let times = plan.times(of: task.id), days = times.map(\.day)
        var faults: [String] = []
        switch task.repetition {
        case .once:
            if times.count > 1 { faults.append("\(task.id) is there twice") }
        case .times(let most, let rest):
            let isSpread = zip(days, days.dropFirst()).allSatisfy { $1 - $0 > rest }
            if times.count > most || !isSpread { faults.append("\(task.id) is on days \(days)") }
        case .pieces(let least, let greatest, let mostADay, _):
            let lengths = times.map(\.time.count)
            if !lengths.allSatisfy((least...greatest).contains) { faults.append("\(task.id) has pieces \(lengths)") }
            if lengths.reduce(0, +) > task.length { faults.append("\(task.id) is longer than it should be") }
            if days.contains(where: { day in days.count { $0 == day } > mostADay }) {
                faults.append("\(task.id) has too many pieces on a day")
            }
        }
        for before in task.after {
            guard let last = plan.times(of: before).last?.time.upperBound else {
                if !times.isEmpty { faults.append("\(task.id) is there without \(before)") }
                continue
            }
            if times.contains(where: { $0.time.lowerBound < last }) { faults.append("\(task.id) is before \(before)") }
        }
        return faults
    }
}

/// The id of the task of which a part is placed.
private func owner(of part: String) -> String { String(part.prefix { $0 != "#" }) }

extension HorizonPlan {
    fileprivate func times(of task: String) -> [(day: Int, time: Range<Int>)] {
        days.enumerated().flatMap { number, day in
            day.tasks.filter { owner(of: $0.id) == task }.map { (number, $0.time) }
        }
    }

    /// The start of each placed part.
    fileprivate var starts: [String: Int] {
        days.reduce(into: [:]) { starts, day in
            for item in day.tasks { starts[item.id] = item.time.lowerBound }
        }
    }
}
