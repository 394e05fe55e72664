import CivilTime
import Testing

@Suite("Days of the calendar")
struct LocalDateTests {
    // Days by Python's date.toordinal() - 719163, weekdays by its isoweekday().
    @Test("are counted from 1970, and have a weekday", arguments: [
        ("1970-01-01", 0, .thursday), ("1969-12-31", -1, .wednesday), ("2000-02-29", 11_016, .tuesday),
        ("1900-02-28", -25_509, .wednesday), ("1900-03-01", -25_508, .thursday), ("2026-11-21", 20_778, .saturday),
        ("2200-12-31", 84_370, .wednesday), ("0001-01-01", -719_162, .monday), ("9999-12-31", 2_932_896, .friday),
    ] as [(String, Int, Weekday)])
    func counted(text: String, days: Int, weekday: Weekday) throws {
        let date = try #require(LocalDate(iso8601: text))
        #expect(date.daysSince1970 == days)
        #expect(date.weekday == weekday)
        #expect(LocalDate(daysSince1970: days).iso8601 == text)
        #expect(LocalDate(year: date.year, month: date.month, day: date.day) == date)
    }

    @Test("outside the calendar are refused", arguments: [
        "2026-02-29", "2100-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00", "2026-1-1", "20260101",
        "", "2026-11-21T", " 2026-11-21", "2026/11/21", "+026-11-21", "-026-11-21", "٢٠٢٦-١١-٢١", "2026-11-2\u{301}1",
    ])
    func refused(text: String) {
        #expect(LocalDate(iso8601: text) == nil)
    }

    @Test("add, subtract and compare")
    func arithmetic() throws {
        let eve = try day("2026-12-31")
        #expect(eve + 1 == LocalDate(year: 2027, month: 1, day: 1))
        #expect(eve - 365 == LocalDate(year: 2025, month: 12, day: 31))
        #expect((eve + 1) - eve == 1)
        #expect(eve < eve + 1)
        #expect(LocalDate(year: 12_345, month: 6, day: 7)?.iso8601 == "+012345-06-07")
    }

    @Test("stop at the ends of the range instead of trapping")
    func ends() {
        let last = LocalDate(daysSince1970: .max), first = LocalDate(daysSince1970: .min)
        #expect(last + .max == last)
        #expect(first - .max == first)
        #expect(first + .min == first)
        #expect(last - first == 220_000_000)
        #expect(TimeZoneRules.utc.startOfDay(last) == Instant(microsecondsSince1970: .max))
        #expect(TimeZoneRules.utc.date(at: Instant(microsecondsSince1970: .max)) < last)
    }

    @Test("a local time has hours, minutes and seconds, and no leap second", arguments: [
        (24, 0, 0), (-1, 0, 0), (0, 60, 0), (0, 0, 60), (0, -1, 0), (0, 0, -1),
    ])
    func clock(hour: Int, minute: Int, second: Int) throws {
        let date = try day("2026-11-21")
        #expect(LocalDateTime(date: date, hour: hour, minute: minute, second: second) == nil)
        let last = try #require(LocalDateTime(date: date, hour: 23, minute: 59, second: 59))
        #expect(last.description == "2026-11-21T23:59:59")
        #expect(LocalDateTime.midnight(date).clock == "00:00")
        #expect(LocalDateTime.midnight(date) < last)
        #expect(last < LocalDateTime.midnight(date + 1))
    }
}
