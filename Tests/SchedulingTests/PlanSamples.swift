import CivilTime
import PrayerTimes
import Scheduling
import SeededRandom
import Testing

/// Returns a random day of ten hours or so without prayers: few tasks, a coarse grid, fixed items that can be kept.
func randomSmallDay(tasks count: Int, grid: Int, using random: inout SeededRandom) -> PlanDay {
    let travel = TravelTimes(table: randomTravel(4, using: &random).map { $0.map { $0 / 5 * 5 } })
    var day = PlanDay(480..<1_080, grid: grid, origin: 0, travel: travel)
    for (index, start) in [570, 780, 960].enumerated() where Int.random(in: 0..<3, using: &random) > 0 {
        let place = Bool.random(using: &random) ? Int.random(in: 0..<4, using: &random) : nil
        let length = Int.random(in: 3...14, using: &random) * 5
        day.fixed.append(FixedItem(
            "fixed-\(index)", place == nil ? .prayer : .event, start..<start + length, place: place,
            buffer: Int.random(in: 0..<3, using: &random) * 5))
    }
    day.tasks = (0..<count).map { randomTask("task-\($0)", in: day.time, places: 4, using: &random) }
    return day
}

/// Returns a random task with one or two windows in a time.
func randomTask(_ id: String, in time: Range<Int>, places: Int, using random: inout SeededRandom) -> PlanTask {
    let length = Int.random(in: 2...18, using: &random) * 5
    let windows = (0...Int.random(in: 0...1, using: &random)).map { _ in
        let start = Int.random(in: time.lowerBound..<max(time.lowerBound + 1, time.upperBound - length), using: &random)
        return start..<min(time.upperBound, start + length + Int.random(in: 0...300, using: &random))
    }
    let hasPlace = Int.random(in: 0..<3, using: &random) > 0
    return PlanTask(
        id, length: length, place: hasPlace ? Int.random(in: 0..<places, using: &random) : nil,
        weight: [3, 10, 30, 100].randomElement(using: &random) ?? 10, windows: windows,
        buffer: Int.random(in: 0..<4, using: &random) == 0 ? 10 : 0)
}

/// A city whose days are planned, with the timetable of its prayers.
struct PlanCity: Sendable {
    let line: LocalTimeLine
    let prayers: [PrayerPeriod]

    /// All of 2026: Ramadan begins on 18 February.
    static let days = 365

    init(_ name: String, latitude: Double, longitude: Double, zone: TimeZoneRules) throws {
        let first = day("2026-01-01")
        line = LocalTimeLine(from: first, days: Self.days + 2, in: zone)
        let point = try #require(Coordinates(latitude: latitude, longitude: longitude))
        let timetable = Timetable(Place(point, zone: zone), Rules(method: .ummAlQura))
        let habits = PrayerHabits(ramadan: RamadanRules(suhoor: 30, iftar: 30, tarawih: 60))
        prayers = line.prayers(of: (-1..<Self.days + 2).map { timetable.day(first + $0) }, habits)
    }

    /// Returns a random day of the year with the blocks of its prayers, some meetings, and tasks by clock and prayer.
    func randomDay(
        _ number: Int, tasks: Int, _ strictness: PrayerStrictness, using random: inout SeededRandom
    ) -> PlanDay {
        let frame = PlanDayTime(number, on: line)
        let near = prayers.filter { $0.block.overlaps(frame.time) }
        var plan = PlanDay(frame.time, grid: 5, origin: 0, travel: TravelTimes(table: randomTravel(5, using: &random)))
        for (index, prayer) in near.enumerated() {
            let name = "prayer-\(index)"
            if strictness == .congregation {
                plan.fixed.append(FixedItem(name, .prayer, prayer.block))
            } else if frame.time.contains(prayer.adhan) {
                plan.prayers.append(DuePrayer(name, prayer.validTime.clamped(to: frame.time)))
            }
        }
        for index in 0..<Int.random(in: 0...3, using: &random) {
            let start = frame.time.lowerBound + Int.random(in: 40...200, using: &random) * 5
            let place = Bool.random(using: &random) ? Int.random(in: 0..<5, using: &random) : nil
            let time = start..<start + Int.random(in: 3...24, using: &random) * 5
            plan.fixed.append(FixedItem("meeting-\(index)", .event, time.clamped(to: frame.time), place: place))
        }
        plan.tasks = (0..<tasks).map { index in
            var task = randomTask("task-\(index)", in: frame.time, places: 5, using: &random)
            task.windows = frame.times(of: Self.window(using: &random), on: line, prayers: prayers, strictness)
            if index > 0, Int.random(in: 0..<5, using: &random) == 0 { task.after = ["task-\(index - 1)"] }
            return task
        }
        return plan
    }

    /// Returns seven random days that follow each other, with tasks that may be done on any of them.
    func randomWeek(_ first: Int, tasks: Int, using random: inout SeededRandom) -> PlanHorizon {
        let travel = TravelTimes(table: randomTravel(5, using: &random))
        let days = (first..<first + 7).map { number in
            var day = randomDay(number, tasks: 0, .congregation, using: &random)
            day.travel = travel
            return day
        }
        let made = (0..<tasks).map { index in
            let window = Self.window(using: &random)
            var task = HorizonTask(
                "task-\(index)", length: Int.random(in: 3...24, using: &random) * 5,
                place: Bool.random(using: &random) ? Int.random(in: 0..<5, using: &random) : nil,
                weight: [3, 10, 30].randomElement(using: &random) ?? 10,
                windows: (first..<first + 7).map {
                    PlanDayTime($0, on: line).times(of: window, on: line, prayers: prayers, .congregation)
                })
            switch Int.random(in: 0..<4, using: &random) {
            case 0: task.repetition = .times(Int.random(in: 2...3, using: &random), restDays: 1)
            case 1: task.repetition = .pieces(least: 15, greatest: 60, mostADay: 2, pause: 30)
            default: if index > 0, Bool.random(using: &random) { task.after = ["task-\(index - 1)"] }
            }
            return task
        }
        return PlanHorizon(days, tasks: made)
    }

    private static func window(using random: inout SeededRandom) -> PlanWindow {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: PlanWindow(after: .asr, before: .maghrib)
        case 1: PlanWindow(fromClock: 1_320, toClock: 120)
        case 2: PlanWindow(fromClock: 540, toClock: 1_020)
        case 3: PlanWindow(toClock: 1_320, after: .maghrib)
        default: PlanWindow()
        }
    }
}

/// Cities with the prayers of five countries, some of which change their clocks in 2026.
let planCities: [PlanCity] = {
    let cities = [
        ("Asia/Riyadh", 24.7136, 46.6753), ("Europe/Berlin", 52.52, 13.405), ("America/New_York", 40.7128, -74.006),
        ("Africa/Cairo", 30.0444, 31.2357), ("Asia/Jakarta", -6.2088, 106.8456),
    ]
    return cities.compactMap { name, latitude, longitude in
        try? PlanCity(name, latitude: latitude, longitude: longitude, zone: zone(name))
    }
}()
