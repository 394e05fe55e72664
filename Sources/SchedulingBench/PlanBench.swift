import Foundation
import PrayerTimes
import Scheduling

/// The planner's part of the measuring program.
///
/// Each line of `plan` is the name of a set, the milliseconds of the median and of the 95th percentile, the number of
/// results that are as good as those of the reference data, and the number of all. Where there is no reference, results
/// that are proven count. `memory` is the memory that the days took at most, in kB.
struct PlanBench {
    let folder: String

    func run() throws {
        let days = try referenceDays(with: 12), before = peakKilobytes()
        measure("day12", days.count, runs: 9) { index in
            let plan = DayPlanner(order: .travel).plan(days[index].day)
            return plan.isProven && plan.weight == days[index].weight && plan.travel == days[index].travel
        }
        let forced = days.enumerated().map { $1.day.withPlanInForce($0) }
        measure("day12-ties", days.count, runs: 9) { index in
            let plan = DayPlanner().plan(forced[index])
            return plan.isProven && plan.weight == days[index].weight && plan.travel == days[index].travel
        }
        var random = BenchRandom()
        let larger = (0..<20).map { _ in random.day(tasks: 16, number: 0) }
        measure("day16", larger.count, runs: 3) { DayPlanner(order: .travel).plan(larger[$0]).isProven }
        print("memory", peakKilobytes() - before)
        let horizons = (0..<10).map { _ in random.horizon(days: 7, tasks: 12) }
        measure("horizon", horizons.count, runs: 3) { HorizonPlanner().plan(horizons[$0]).isProven }
        measureReasons(&random)
        try measureTours()
    }

    /// Measures the reasons of eight tasks that are left out: as many tasks as leave eight on a day.
    private func measureReasons(_ random: inout BenchRandom) {
        var days: [(day: PlanDay, plan: DayPlan)] = []
        while days.count < 10 {
            let day = random.day(tasks: 18, number: 0), plan = DayPlanner().plan(day)
            if plan.leftOut.count == 8 { days.append((day, plan)) }
        }
        measure("reasons", days.count, runs: 3) { index in
            Reasons(for: days[index].plan, of: days[index].day).leftOut().count == 8
        }
    }

    private func measureTours() throws {
        for (name, order) in [("optw", PlanOrder.weight), ("tsptw", .travel)] {
            let tours = try name == "optw" ? orienteering() : salesman()
            measure(name, tours.count, runs: 3) { index in
                let plan = DayPlanner(order: order).plan(tours[index].day)
                let value = order == .weight ? plan.weight : plan.travel
                // Published lengths have two digits after the point.
                return plan.isProven && abs(value - tours[index].best) <= (order == .weight ? 0 : 50)
            }
        }
    }

    /// Prints the id, the weight, the travel, the change and the sum of the starts of each day's plan, with a plan in force
    /// that is made up.
    func printTies(ofDaysWith tasks: Int) throws {
        for (number, reference) in try referenceDays(with: tasks).enumerated() {
            let day = reference.day.withPlanInForce(number), plan = DayPlanner().plan(day)
            let starts = plan.tasks.reduce(0) { $0 + $1.time.lowerBound - day.time.lowerBound }
            print(reference.id, plan.weight, plan.travel, plan.change, starts)
        }
    }

    /// Prints the figures of some pieces of work, each with its best of some runs.
    private func measure(_ name: String, _ count: Int, runs: Int, _ work: (Int) -> Bool) {
        var milliseconds: [Double] = [], right = 0
        for index in 0..<count {
            var isRight = false
            let took = (0..<runs).map { _ in
                ContinuousClock().measure { isRight = work(index) } / .milliseconds(1)
            }
            milliseconds.append(took.sorted()[runs / 2])
            right += isRight ? 1 : 0
        }
        milliseconds.sort()
        let late = milliseconds[min(count - 1, count * 95 / 100)]
        print(name, String(format: "%.2f %.2f", milliseconds[count / 2], late), right, count)
    }

    /// Returns the most memory that the process has had.
    private func peakKilobytes() -> Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_maxrss
    }
}

// MARK: - Reference data

extension PlanBench {
    struct ReferenceDay {
        let id: String
        let day: PlanDay
        let weight: Int, travel: Int
    }

    struct Tour {
        let day: PlanDay
        let best: Int
    }

    private struct Instance: Decodable {
        struct Item: Decodable {
            let id: String
            let kind: String?
            let start: Int?, end: Int?, place: Int?, duration: Int?, weight: Int?
            let windows: [[Int]]?
        }

        let id: String
        let grid: Int, origin: Int
        let day: [Int]
        let travel_min: [[Int]]
        let fixed: [Item], flexible: [Item]
    }

    private struct Optimum: Decodable {
        let weight: Int, travel_min: Int
    }

    private func referenceDays(with tasks: Int) throws -> [ReferenceDay] {
        let decoder = JSONDecoder()
        let days = try lines("day/instances.jsonl").map { try decoder.decode(Instance.self, from: Data($0.utf8)) }
        let plans = try lines("day/optima.jsonl").map { try decoder.decode(Optimum.self, from: Data($0.utf8)) }
        return zip(days, plans).filter { $0.0.flexible.count == tasks }.map { day, best in
            let fixed = day.fixed.map { item in
                let kind: FixedItem.Kind = item.kind == "prayer" ? .prayer : .event
                return FixedItem(item.id, kind, (item.start ?? 0)..<(item.end ?? 0), place: item.place)
            }
            let tasks = day.flexible.map { item in
                PlanTask(
                    item.id, length: item.duration ?? 0, place: item.place, weight: item.weight ?? 0,
                    windows: (item.windows ?? []).map { $0[0]..<$0[1] })
            }
            let plan = PlanDay(
                day.day[0]..<day.day[1], grid: day.grid, origin: day.origin, fixed: fixed, tasks: tasks,
                travel: TravelTimes(table: day.travel_min))
            return ReferenceDay(id: day.id, day: plan, weight: best.weight, travel: best.travel_min)
        }
    }

    /// Reads the problems of `optw`; `jadwal plan optw --help` describes them.
    private func orienteering() throws -> [Tour] {
        try table("optw/best.tsv", by: "\t").map { row in
            let places = try table("optw/\(row[0]).txt", by: ";").dropFirst(2).map { $0.compactMap { Int($0) } }
            let travel = try table("optw/titt\(places.count).txt", by: ";").map { $0.compactMap { Int($0) } }
            let last = places.count - 1, end = places[last][5]
            let tasks = (1..<last).map { place in
                PlanTask(
                    String(place), length: places[place][3], place: place, weight: places[place][1],
                    windows: [places[place][4]..<places[place][5] + places[place][3]])
            }
            let day = PlanDay(
                places[0][4]..<end, grid: 1, origin: 0, fixed: [FixedItem("end", .event, end..<end, place: last)],
                tasks: tasks, travel: TravelTimes(table: travel))
            return Tour(day: day, best: Int(row[2]) ?? 0)
        }
    }

    /// Reads the problems of `tsptw`, in steps of a ten thousandth.
    private func salesman() throws -> [Tour] {
        func scaled(_ word: String) -> Int { Int(((Double(word) ?? 0) * 10_000).rounded()) }
        return try table("tsptw/best.tsv", by: "\t").map { row in
            let rows = try table("tsptw/\(row[0])", by: " ").map { $0.map(scaled) }
            let count = rows[0][0] / 10_000, end = rows[count + 1][1]
            let tasks = (1..<count).map { place in
                PlanTask(
                    String(place), length: 0, place: place,
                    windows: [rows[count + 1 + place][0]..<rows[count + 1 + place][1]])
            }
            let day = PlanDay(
                rows[count + 1][0]..<end, grid: 1, origin: 0, fixed: [FixedItem("end", .event, end..<end, place: 0)],
                tasks: tasks, travel: TravelTimes(table: Array(rows[1...count])))
            return Tour(day: day, best: scaled(row[2]))
        }
    }

    private func lines(_ name: String) throws -> [Substring] {
        try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).split(whereSeparator: \.isNewline)
            .filter { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }
    }

    private func table(_ name: String, by separator: Character) throws -> [[String]] {
        try lines(name).map { line in
            line.split(whereSeparator: { $0 == separator || $0 == "\t" && separator == " " })
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }
}

extension PlanDay {
    /// Returns the day with a plan in force that planpeers.py makes up in the same way.
    fileprivate func withPlanInForce(_ number: Int) -> PlanDay {
        var day = self
        let count = time.count / grid
        for task in tasks.indices {
            day.tasks[task].plannedStart = time.lowerBound + grid * ((number * 37 + task * 101 + 13) % count)
        }
        return day
    }
}

// MARK: - Days that are made up

/// Numbers that are the same in every run, and days of them like those of the reference data.
struct BenchRandom {
    private var state: UInt64 = 20_261_123

    mutating func next(_ range: ClosedRange<Int>) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return range.lowerBound + Int(truncatingIfNeeded: state >> 33) % range.count
    }

    /// Returns a day with four prayers and up to three meetings.
    mutating func day(tasks count: Int, number: Int) -> PlanDay {
        let shift = number * 1_440, travel = travel(places: count + 4)
        var day = PlanDay(420 + shift..<1_350 + shift, origin: 0, travel: travel)
        for (index, time) in [722..<762, 916..<956, 1_061..<1_091, 1_151..<1_191].enumerated() {
            let start = time.lowerBound + next(0...20) + shift
            day.fixed.append(FixedItem("prayer-\(index)", .prayer, start..<start + time.count))
        }
        for index in 0..<next(0...3) {
            let start = 480 + next(0...130) * 5 + shift
            let meeting = start..<start + next(6...18) * 5
            guard !day.fixed.contains(where: { $0.time.overlaps(meeting.lowerBound - 30..<meeting.upperBound + 30) })
            else { continue }
            day.fixed.append(FixedItem("meeting-\(index)", .event, meeting, place: next(1...3)))
        }
        day.tasks = (0..<count).map { index in
            PlanTask(
                "task-\(index)", length: next(3...15) * 5, place: next(0...4) == 0 ? nil : index + 4,
                weight: next(2...45), windows: windows(shift))
        }
        return day
    }

    /// Returns days with the same tasks, each allowed on all of them.
    mutating func horizon(days count: Int, tasks: Int) -> PlanHorizon {
        let travel = travel(places: tasks + 4)
        let days = (0..<count).map { number in
            var day = day(tasks: 0, number: number)
            day.travel = travel
            return day
        }
        let all = (0..<tasks).map { index in
            HorizonTask(
                "task-\(index)", length: next(6...24) * 5, place: index + 4, weight: next(2...45),
                windows: days.indices.map { windows($0 * 1_440) })
        }
        return PlanHorizon(days, tasks: all)
    }

    private mutating func windows(_ shift: Int) -> [Range<Int>] {
        let all = 420 + shift..<1_350 + shift
        switch next(0...3) {
        case 0: return [all]
        case 1: return [420 + shift..<762 + shift]
        case 2: return [762 + shift..<1_061 + shift, 1_091 + shift..<1_350 + shift]
        default:
            let start = 420 + next(0...120) * 5 + shift
            return [start..<min(all.upperBound, start + next(20...60) * 5)]
        }
    }

    /// Returns the ways by car between points of a city.
    private mutating func travel(places: Int) -> TravelTimes {
        let points = (0..<places).compactMap { _ in
            Coordinates(
                latitude: 24.65 + Double(next(0...1_000)) / 6_000, longitude: 46.6 + Double(next(0...1_000)) / 6_000)
        }
        let table = points.map { from in points.map { StraightLineSpeed.car.minutes(from: from, to: $0) } }
        return TravelTimes(table: table)
    }
}
