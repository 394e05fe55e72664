import CivilTime
import PrayerTimes
import Scheduling
import SeededRandom
import Testing

private let asr = span("14:30-15:00")
private let start = at("2026-11-23 15:30")

/// A drive of some minutes by the estimate; its reserve is 5 minutes up to 33.
private func drive(_ minutes: Int) -> TravelWay {
    TravelWay(.car, seconds: minutes * 60, metres: 10_000, source: .estimate)
}

private func clock(_ text: String) -> Instant { at("2026-11-23 \(text)") }

@Suite("The moment to leave")
struct LeaveTimeTests {
    @Test("is the start without the way, the reserve and the minutes of the place")
    func plain() {
        let leave = LeaveTime(drive(20), to: TravelGoal(start: start, extraMinutes: 7), around: [])
        #expect(leave.leave == clock("14:58") && leave.arrival == clock("15:18"))
        #expect(leave.moved == nil && leave.lateMinutes == 0)
    }

    @Test("is at the end of a prayer if that is early enough, else a minute before the prayer")
    func aroundAsr() {
        // 28 minutes and 5 of reserve: 14:57 lies in the prayer; leaving at 15:00 arrives at 15:28.
        let after = LeaveTime(drive(28), to: TravelGoal(start: start), around: [asr])
        #expect(after.leave == clock("15:00") && after.moved == .afterPrayer(asr) && after.lateMinutes == 0)
        let exact = LeaveTime(drive(30), to: TravelGoal(start: start), around: [asr])
        #expect(exact.leave == clock("15:00") && exact.arrival == start && exact.lateMinutes == 0)
        let before = LeaveTime(drive(31), to: TravelGoal(start: start), around: [asr])
        #expect(before.leave == clock("14:29") && before.moved == .beforePrayer(asr) && before.lateMinutes == 0)
        let withExtra = LeaveTime(drive(28), to: TravelGoal(start: start, extraMinutes: 3), around: [asr])
        #expect(withExtra.leave == clock("14:29"))
    }

    @Test("at the first moment of a prayer is in it, at its end it is not")
    func ends() {
        // 50 minutes and 7.5 of reserve before 15:27:30 are 14:30.
        let first = LeaveTime(drive(50), to: TravelGoal(start: clock("15:28") - .seconds(30)), around: [asr])
        #expect(first.leave == clock("14:29"))
        let end = LeaveTime(drive(25), to: TravelGoal(start: start), around: [asr])
        #expect(end.leave == clock("15:00") && end.moved == nil)
    }

    @Test("is before the first of prayers that are said together")
    func joined() {
        let dhuhr = span("14:00-14:29")
        let leave = LeaveTime(drive(31), to: TravelGoal(start: start), around: [asr, dhuhr])
        #expect(leave.leave == clock("14:29"), "there is a minute between them")
        let near = span("14:00-14:30")
        #expect(LeaveTime(drive(31), to: TravelGoal(start: start), around: [asr, near]).leave == clock("13:59"))
    }

    @Test("is late for whoever is free too late, and says by how much")
    func late() {
        let goal = TravelGoal(start: start, extraMinutes: 4, earliest: clock("15:10"))
        let leave = LeaveTime(drive(30), to: goal, around: [asr])
        #expect(leave.leave == clock("15:10") && leave.lateMinutes == 14)
        // Free in the middle of the prayer: it is said first.
        let praying = LeaveTime(drive(45), to: TravelGoal(start: start, earliest: clock("14:40")), around: [asr])
        #expect(praying.leave == clock("15:00") && praying.moved == .afterPrayer(asr) && praying.lateMinutes == 15)
    }

    @Test("is that of the bus before the prayer, or of the next one if it arrives in time")
    func bus() {
        let bus = TravelWay(
            .transit, seconds: 1_200, metres: 9_000, source: .timetable, departure: clock("14:50"))
        let goal = TravelGoal(start: start)
        #expect(LeaveTime(bus, to: goal, around: [asr]).leave == clock("14:29"), "no later one is known")
        let next = LeaveTime(bus, to: goal, around: [asr]) { departure in
            departure <= clock("15:05") ? Int(clock("15:27").secondsSince1970 - departure.secondsSince1970) : nil
        }
        #expect(next.leave == clock("15:00") && next.arrival == clock("15:27"))
    }

    @Test("has alerts ten minutes before and then, neither of them in a prayer")
    func alerts() {
        func moments(_ minutes: Int, _ blocks: [TimeSpan] = [asr]) -> [Instant] {
            let leave = LeaveTime(drive(minutes), to: TravelGoal(start: start), around: blocks)
            return LeaveAlerts(leave, way: drive(minutes), around: blocks).alerts.map(\.at)
        }
        #expect(moments(20, []) == [clock("14:55"), clock("15:05")])
        #expect(moments(20) == [clock("15:00"), clock("15:05")], "soon waits for the end of the prayer")
        #expect(moments(28) == [clock("14:29"), clock("15:00")], "it would come with now, so it comes before")
        #expect(moments(31) == [clock("14:19"), clock("14:29")])
        #expect(moments(5) == [] && moments(6).count == 2, "a short way needs no alert")
        let leave = LeaveTime(drive(20), to: TravelGoal(start: start), around: [])
        let checks = LeaveAlerts(leave, way: drive(20), around: []).checks
        #expect(checks == [clock("14:05"), clock("14:35"), clock("14:55")])
    }

    @Test("has alerts that are due once, the last one of them, until the event begins")
    func due() {
        let leave = LeaveTime(drive(20), to: TravelGoal(start: start), around: [])
        let alerts = LeaveAlerts(leave, way: drive(20), around: [])
        func due(_ text: String) -> [LeaveAlerts.Kind] { alerts.due(at: clock(text), start: start).map(\.kind) }
        #expect(due("14:54").isEmpty && due("14:55") == [.soon] && due("15:05") == [.now])
        #expect(due("15:29") == [.now] && due("15:30").isEmpty && due("16:00").isEmpty)
    }

    @Test("has a word for how near it is", arguments: [
        ("14:40", LeaveState.onTime), ("14:54", .onTime), ("14:55", .hurry), ("15:05", .hurry), ("15:06", .late),
    ])
    func state(now: String, expected: LeaveState) {
        #expect(LeaveState(leaving: clock("15:05"), now: clock(now)) == expected)
    }
}

/// Ten thousand days: each day of 2026 in five cities about five times.
@Suite("Leaving beside prayers in all of 2026")
struct LeaveYearTests {
    private struct Day {
        let blocks: [TimeSpan]
        let start: Instant
        let way: TravelWay
        let goal: TravelGoal
    }

    /// Returns the prayers of each day of the year in a city, from the day before on.
    private static func blocks(_ city: (name: String, latitude: Double, longitude: Double)) throws -> [[TimeSpan]] {
        let point = try #require(Coordinates(latitude: city.latitude, longitude: city.longitude))
        let timetable = Timetable(Place(point, zone: try zone("Asia/Riyadh")), Rules(method: .ummAlQura))
        return (-1...365).map { BlockRules.usual.blocks(of: timetable.day(day("2026-01-01") + $0)).map(\.time) }
    }

    private static func randomDay(
        _ number: Int, _ blocks: [[TimeSpan]], using random: inout SeededRandom
    ) throws -> Day {
        let start = at("2026-01-01 00:00", in: try zone("Asia/Riyadh")) + .seconds(number * 86_400)
            + .seconds(Int.random(in: 0..<1_440, using: &random) * 60)
        let way = TravelWay(
            TravelMode.allCases.randomElement(using: &random) ?? .car,
            seconds: Int.random(in: 0...7_200, using: &random), metres: 1_000, source: .estimate)
        let free = Int.random(in: 0...3, using: &random) == 0
            ? start - .seconds(Int.random(in: 0...9_000, using: &random)) : nil
        let goal = TravelGoal(start: start, extraMinutes: Int.random(in: 0...10, using: &random), earliest: free)
        let near = blocks[max(0, number)...min(number + 2, 366)].flatMap(\.self)
        return Day(blocks: near, start: start, way: way, goal: goal)
    }

    @Test("is never inside a prayer, loses no alert and makes nobody late who can be in time", arguments: 0..<5)
    func tenThousandDays(city: Int) throws {
        let blocks = try Self.blocks(saudiCities[city])
        var random = SeededRandom(UInt64(city)), moved = 0
        for number in 0..<2_000 {
            let day = try Self.randomDay(number % 365, blocks, using: &random)
            let leave = LeaveTime(day.way, to: day.goal, around: day.blocks)
            let alerts = LeaveAlerts(leave, way: day.way, around: day.blocks)
            let isFree = !day.blocks.contains { block in
                block.contains(leave.leave) || alerts.alerts.contains { block.contains($0.at) }
            }
            #expect(isFree, "day \(number)")
            #expect(alerts.alerts.map(\.kind) == (day.way.seconds > 300 ? [.soon, .now] : []))
            #expect(alerts.alerts.isEmpty || alerts.alerts[0].at < leave.leave && alerts.alerts[1].at == leave.leave)
            #expect(day.goal.earliest.map { leave.leave >= $0 } ?? true)
            if day.goal.earliest == nil { #expect(leave.lateMinutes == 0, "day \(number)") }
            moved += leave.moved == nil ? 0 : 1
        }
        #expect(moved > 100, "prayers take about two of 24 hours")
    }
}
