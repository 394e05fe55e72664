import CivilTime
import Scheduling
import SeededRandom
import Testing

@Suite("The clock of a day")
struct DayClockTests {
    @Test("has 24 hours, or the hours that a change leaves", arguments: [
        ("Asia/Riyadh", "2026-11-23", 1_440), ("America/New_York", "2026-03-08", 1_380),
        ("America/New_York", "2026-11-01", 1_500), ("Australia/Lord_Howe", "2026-04-05", 1_470),
        ("Australia/Lord_Howe", "2026-10-04", 1_410), ("Africa/Cairo", "2026-04-24", 1_380),
        ("Africa/Cairo", "2026-10-29", 1_500), ("Africa/Cairo", "2026-10-30", 1_440),
        ("Antarctica/Troll", "2026-03-29", 1_320), ("Pacific/Apia", "2011-12-30", 0),
        ("America/St_Johns", "2010-11-07", 1_500), ("Pacific/Kwajalein", "1993-08-21", 0),
    ])
    func minutes(name: String, date: String, minutes: Int) throws {
        let clock = DayClock(day(date), in: try zone(name))
        #expect(clock.minutes == minutes)
        #expect(clock.isChanged == (minutes != 1_440))
    }

    @Test("and the next day's leave no second out and none twice, in any zone and year", arguments: changingZones)
    func everySecondOnce(name: String) throws {
        let rules = try zone(name)
        var random = SeededRandom(12)
        for date in try days(around: rules, &random) {
            let clock = DayClock(date, in: rules), next = DayClock(date + 1, in: rules)
            #expect(clock.time.upperBound == next.time.lowerBound)
            guard !clock.time.isEmpty else { continue }
            for _ in 0..<50 {
                let second = Int64.random(in: 0..<seconds(clock.time), using: &random)
                let moment = clock.time.lowerBound + .seconds(second)
                let local = rules.local(moment)
                let shown = (local.date - date) * 1_440 + local.hour * 60 + local.minute
                #expect(clock.minute(at: moment) == shown)
                #expect(next.minute(at: moment) == nil)
            }
        }
    }

    @Test("names the changes of the clocks", arguments: [
        ("Asia/Riyadh", "2026-11-23", []), ("America/New_York", "2026-03-08", [[120, 180]]),
        ("America/New_York", "2026-11-01", [[120, 60]]), ("Africa/Cairo", "2026-04-24", [[0, 60]]),
        ("Africa/Cairo", "2026-10-29", [[1_440, 1_380]]), ("Australia/Lord_Howe", "2026-04-05", [[120, 90]]),
    ])
    func changes(name: String, date: String, changes: [[Int]]) throws {
        let clock = DayClock(day(date), in: try zone(name))
        #expect(clock.changes.map { [$0.before, $0.after] } == changes)
        #expect(clock.changes.allSatisfy { $0.isForward == ($0.before < $0.after) })
        #expect(clock.changes.allSatisfy { clock.time.contains($0.moment) })
    }

    @Test("holds a time in part, and a moment whole")
    func parts() {
        let clock = DayClock(day("2026-11-23"), in: .utc)
        #expect(clock.part(of: at("2026-11-22 23:00")..<at("2026-11-23 01:00")) == span("00:00-01:00"))
        #expect(clock.part(of: at("2026-11-22 23:00")..<at("2026-11-23 00:00")) == nil)
        #expect(clock.part(of: span("00:00-00:00")) == span("00:00-00:00"))
        #expect(clock.part(of: at("2026-11-24 00:00")..<at("2026-11-24 00:00")) == nil)
        #expect(clock.part(of: at("1986-01-01 00:00")..<at("2026-12-31 00:00")) == clock.time)
    }
}

@Suite("The hours beside days")
struct ClockAxisTests {
    @Test("start at 8:00, or earlier if something is earlier", arguments: [
        ("08:00-09:00", 480), ("07:59-09:00", 360), ("06:00-06:00", 360), ("05:00-06:00", 240), ("00:30-01:00", 0),
    ])
    func start(time: String, start: Int) {
        let clock = DayClock(day("2026-11-23"), in: .utc)
        #expect(ClockAxis([clock], showing: [span(time)]).start == start)
        #expect(ClockAxis([clock], showing: [span(time, on: "2026-11-24")]).start == 480)
        let axis = ClockAxis([clock], showing: [])
        #expect((axis.start, axis.end) == (480, 1_440))
        #expect(axis.hours.map(\.hour) == Array(8...23))
        #expect(axis.hours.map(\.position) == (8...23).map { $0 * 60 })
        #expect(axis.absences(of: clock).isEmpty)
    }

    @Test("show an hour twice, or not at all, beside the day alone", arguments: [
        ("America/New_York", "2026-11-01", [0, 1, 1] + Array(2...23)),
        ("America/New_York", "2026-03-08", [0, 1] + Array(3...23)),
        ("Africa/Cairo", "2026-10-29", Array(8...23) + [23]), ("Africa/Cairo", "2026-04-24", Array(1...23)),
        ("Antarctica/Troll", "2026-03-29", [0] + Array(3...23)),
        ("Australia/Lord_Howe", "2026-04-05", Array(0...23)),
    ])
    func alone(name: String, date: String, hours: [Int]) throws {
        let clock = DayClock(day(date), in: try zone(name))
        let axis = ClockAxis([clock], showing: [])
        #expect(axis.hours.map(\.hour) == hours)
        #expect(axis.absences(of: clock).isEmpty)
        let repeats = zip(hours, hours.dropFirst()).map { $0 == $1 }
        #expect(axis.hours.dropFirst().map(\.isAgain) == repeats)
    }

    @Test("beside a week leave room for the hour that one day has twice or lacks")
    func week() throws {
        let newYork = try zone("America/New_York")
        let autumn = (0..<7).map { DayClock(day("2026-11-01") + $0, in: newYork) }
        let axis = ClockAxis(autumn, showing: [])
        #expect((axis.start, axis.end) == (0, 1_500))
        #expect(axis.hours.map(\.hour) == [0, 1, 1] + Array(2...23))
        #expect(axis.absences(of: autumn[0]).isEmpty)
        #expect(axis.absences(of: autumn[1]) == [120..<180])
        #expect(axis.positions(of: span("01:00-03:00", on: "2026-11-02", in: newYork), on: autumn[1]) == 60..<240)
        #expect(axis.positions(of: span("01:00-02:00", on: "2026-11-02", in: newYork), on: autumn[1]) == 60..<120)
        let again = at("2026-11-01 01:30", in: newYork) + .seconds(3_600)
        #expect(axis.position(of: again, on: autumn[0]) == 150)

        let spring = (0..<7).map { DayClock(day("2026-03-08") + $0, in: newYork) }
        let late = ClockAxis(spring, showing: [])
        #expect((late.start, late.end) == (0, 1_440))
        #expect(late.absences(of: spring[0]) == [120..<180])
        #expect(late.absences(of: spring[1]).isEmpty)
        #expect(late.position(of: at("2026-03-08 12:00", in: newYork), on: spring[0]) == 720)
    }

    @Test("beside a week show a day that a place skipped as absent")
    func skipped() throws {
        let apia = try zone("Pacific/Apia")
        let days = (0..<7).map { DayClock(day("2011-12-25") + $0, in: apia) }
        let axis = ClockAxis(days, showing: [])
        #expect(axis.absences(of: days[5]) == [axis.start..<axis.end])
        #expect(axis.absences(of: days[4]).isEmpty)
    }

    @Test("are the minutes that have passed since the day began, beside it alone", arguments: changingZones)
    func elapsed(name: String) throws {
        let rules = try zone(name)
        var random = SeededRandom(13)
        for date in try days(around: rules, &random) {
            let clock = DayClock(date, in: rules)
            guard clock.time.lowerBound < clock.time.upperBound else { continue }
            let axis = ClockAxis([clock], showing: [clock.time])
            #expect(axis.start == 0)
            #expect(axis.end == Int(seconds(clock.time) + 59) / 60)
            var hours: [Int] = []
            for second in 0..<seconds(clock.time) where second % 60 == 0 {
                let moment = clock.time.lowerBound + .seconds(second), local = rules.local(moment)
                #expect(axis.position(of: moment, on: clock) == Int(second / 60))
                if local.minute == 0, local.second == 0 { hours.append(local.hour) }
            }
            if hasWholeMinutes(clock, rules) {
                #expect(axis.hours.map(\.hour) == hours)
            }
        }
    }

    @Test("beside several days put a time at one height and cover every minute once", arguments: changingZones)
    func several(name: String) throws {
        let rules = try zone(name)
        var random = SeededRandom(14)
        for date in try days(around: rules, &random).prefix(12) {
            let days = (-3...3).map { DayClock(date + $0, in: rules) }
            let axis = ClockAxis(days, showing: [at("2000-01-01 00:00")..<at("2000-01-01 00:00")] + days.map(\.time))
            var heights: [Int: Set<Int>] = [:]
            for clock in days {
                var covered = axis.absences(of: clock).flatMap { Array($0) }
                var last = -1
                for second in stride(from: 0, to: seconds(clock.time), by: 60) {
                    let moment = clock.time.lowerBound + .seconds(second)
                    let position = try #require(axis.position(of: moment, on: clock))
                    #expect(position > last)
                    last = position
                    covered.append(position)
                    let minute = try #require(clock.minute(at: moment))
                    if !clock.isChanged { heights[minute, default: []].insert(position) }
                }
                if hasWholeMinutes(clock, rules) {
                    #expect(covered.sorted() == Array(axis.start..<axis.end))
                }
            }
            #expect(heights.values.allSatisfy { $0.count == 1 })
        }
    }
}

/// Zones that change by half an hour, at midnight, by two hours, by a whole day, twice in Ramadan, or never.
private let changingZones = [
    "Australia/Lord_Howe", "Africa/Cairo", "Asia/Riyadh", "Antarctica/Troll", "Pacific/Apia", "America/St_Johns",
    "Africa/Casablanca", "America/New_York", "Asia/Gaza", "Asia/Pyongyang",
]

/// Returns false if the offset of a day has seconds, as until 1972: hours begin inside a minute there.
private func hasWholeMinutes(_ clock: DayClock, _ rules: TimeZoneRules) -> Bool {
    [clock.time.lowerBound, clock.time.upperBound].allSatisfy { rules.offset(at: $0) % 60 == 0 }
}

/// Returns the days around some changes of a zone from 1950 on, and some days by chance.
private func days(around rules: TimeZoneRules, _ random: inout SeededRandom) throws -> [LocalDate] {
    var days: [LocalDate] = [], moment = at("1950-01-01 00:00")
    while let change = rules.nextTransition(after: moment), change.instant < at("2040-01-01 00:00") {
        moment = change.instant
        days.append(rules.date(at: moment))
    }
    let chosen = days.shuffled(using: &random).prefix(10)
    return chosen.flatMap { [$0 - 1, $0] } + (0..<5).map { _ in
        LocalDate(daysSince1970: Int.random(in: -5_000...40_000, using: &random))
    }
}
