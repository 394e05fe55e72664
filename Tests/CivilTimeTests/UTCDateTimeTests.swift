import CivilTime
import Testing

@Suite("The calendar in UTC")
struct UTCDateTimeTests {
    @Test("has the right weekday", arguments: [
        (2026, 11, 21, Weekday.saturday), (2000, 1, 1, .saturday), (1970, 1, 1, .thursday),
        (1969, 12, 31, .wednesday), (1582, 10, 15, .friday),  // the first Gregorian day
        (622, 7, 19, .friday),                                // 1 Muharram 1, astronomical reckoning: 16 July, Julian
    ])
    func weekdays(year: Int, month: Int, day: Int, weekday: Weekday) throws {
        let moment = try #require(Instant(utcYear: year, month: month, day: day))
        #expect(moment.utc.weekday == weekday)
    }

    @Test("reads and writes every day of four centuries, in order")
    func everyDay() throws {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var expected: Int64 = -11_676_096_000  // 1600-01-01, by GNU date
        for year in 1600..<2000 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            for month in 1...12 {
                for day in 1...(month == 2 && isLeap ? 29 : lengths[month - 1]) {
                    let moment = try #require(Instant(utcYear: year, month: month, day: day))
                    try #require(moment.secondsSince1970 == expected)
                    try #require((moment.utc.year, moment.utc.month, moment.utc.day) == (year, month, day))
                    expected += 86_400
                }
            }
        }
        #expect(expected == 946_684_800)  // 2000-01-01, by GNU date
    }

    @Test("refuses dates and times that do not exist", arguments: [
        [2026, 2, 29, 0, 0, 0], [1900, 2, 29, 0, 0, 0], [2026, 4, 31, 0, 0, 0], [2026, 0, 1, 0, 0, 0],
        [2026, 13, 1, 0, 0, 0], [2026, 1, 0, 0, 0, 0], [2026, 1, 1, 24, 0, 0], [2026, 1, 1, 0, 60, 0],
        [2026, 1, 1, 0, 0, 60], [2026, 1, 1, -1, 0, 0], [294_248, 1, 1, 0, 0, 0], [.max, 1, 1, 0, 0, 0],
        [.min, 1, 1, 0, 0, 0],
    ])
    func impossible(n: [Int]) {
        #expect(Instant(utcYear: n[0], month: n[1], day: n[2], hour: n[3], minute: n[4], second: n[5]) == nil)
    }

    @Test("has hours, minutes and seconds")
    func clock() throws {
        let moment = try #require(Instant(utcYear: 2026, month: 11, day: 21, hour: 3, minute: 45, second: 37))
        #expect(moment.secondsSince1970 == 1_795_232_737)
        #expect((moment.utc.hour, moment.utc.minute, moment.utc.second) == (3, 45, 37))
    }
}
