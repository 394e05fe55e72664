import CivilTime
import Scheduling
import Testing

@Suite("The local time line")
struct LocalTimeLineTests {
    @Test("counts the minutes that pass, also on days of 23 and 25 hours", arguments: [
        // Berlin's clocks go forward at 2:00 on 29 March, and back at 3:00 on 25 October.
        ("2026-03-28", [1_440, 1_380, 1_440]), ("2026-10-24", [1_440, 1_500, 1_440]),
        ("2026-06-01", [1_440, 1_440, 1_440]),
    ])
    func lengths(first: String, lengths: [Int]) throws {
        let line = LocalTimeLine(from: day(first), days: 2, in: try zone("Europe/Berlin"))
        #expect((0..<3).map { line.day($0).minutes.count } == lengths)
        #expect((0..<3).map { line.dayNumber(of: line.day($0).minutes.lowerBound) } == [0, 1, 2])
        #expect((0..<3).map { line.dayNumber(of: line.day($0).minutes.upperBound - 1) } == [0, 1, 2])
    }

    @Test("gives back the moment of each minute, and the clock that the zone shows", arguments: [
        "2026-03-28", "2026-10-24", "2026-06-01",
    ])
    func clocks(first: String) throws {
        let berlin = try zone("Europe/Berlin")
        let line = LocalTimeLine(from: day(first), days: 3, in: berlin)
        for minute in 0..<line.day(2).minutes.upperBound {
            let moment = line.moment(at: minute)
            #expect(line.minute(at: moment) == minute)
            #expect(line.clock(at: minute) == berlin.local(moment).minuteOfDay)
            #expect(day(first) + line.dayNumber(of: minute) == berlin.date(at: moment))
        }
    }

    @Test("has an hour of the clock twice, once or never", arguments: [
        // On the day of 25 hours the hour from 2:00 comes twice, on that of 23 never.
        ("2026-10-25", 120..<180, [120..<240]), ("2026-10-25", 120..<150, [120..<150, 180..<210]),
        ("2026-10-25", 540..<600, [600..<660]), ("2026-03-29", 120..<180, []), ("2026-03-29", 90..<210, [90..<150]),
        ("2026-03-29", 540..<600, [480..<540]), ("2026-06-01", 540..<600, [540..<600]),
    ])
    func hours(date: String, clock: Range<Int>, expected: [Range<Int>]) throws {
        let line = LocalTimeLine(from: day(date), days: 1, in: try zone("Europe/Berlin"))
        #expect(line.minutes(ofClock: clock, on: line.day(0)) == expected)
    }

    @Test("goes on with days of 24 hours before its first day and after its last")
    func outside() {
        #expect(sundayLine.day(-1).minutes == -1_440..<0)
        #expect(sundayLine.day(-1).weekday == .saturday)
        #expect(sundayLine.day(8).weekday == .monday)
        #expect([-1_441, -1, 0, 1_439, 1_440].map(sundayLine.dayNumber) == [-2, -1, 0, 0, 1])
        #expect(sundayLine.clock(at: -1) == 1_439)
    }

    @Test("keeps times that touch apart, and gives a short time a minute")
    func seconds() {
        func moment(_ seconds: Int64) -> Instant { Instant(secondsSince1970: seconds) }
        #expect(sundayLine.minutes(of: moment(0)..<moment(90)) == 0..<1)
        #expect(sundayLine.minutes(of: moment(90)..<moment(200)) == 1..<3)
        #expect(sundayLine.minutes(of: moment(10)..<moment(20)) == 0..<1)
        #expect(sundayLine.minutes(of: moment(10)..<moment(10)).isEmpty)
    }
}
