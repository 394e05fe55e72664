import CivilTime
import Foundation
@testable import ICalendar
import Testing

@Suite("Calendar systems of rules")
struct CalendarSystemTests {
    @Test("months follow each other without a gap, and every day is in its month", arguments: CalendarSystem.allCases)
    func months(calendar: CalendarSystem) {
        var month = calendar.month(containing: -200_000)
        while month.firstDay < 200_000 {
            let number = calendar.number(ofMonthAt: month.position, inYear: month.year)
            #expect(calendar.month(number: number) == month)
            #expect(calendar.month(containing: month.firstDay) == month)
            #expect(calendar.month(containing: month.firstDay + month.length - 1) == month)
            #expect(month.length >= 5 && month.length <= 31)
            let next = calendar.month(number: number + 1)
            #expect(next.firstDay == month.firstDay + month.length)
            let name = calendar.name(ofMonthAt: month.position, inYear: month.year)
            #expect(calendar.position(of: name, inYear: month.year, skip: .omit) == month.position)
            month = next
        }
    }

    @Test("a month begins on its published day", arguments: [
        // calendar, year, place of the month in the year (0 the first), its first day
        (CalendarSystem.gregorian, 2000, 1, "2000-02-01"),
        (.islamicCivil, 1420, 0, "1999-04-17"),       // E. Reingold, N. Dershowitz
        (.ummAlQura, 1447, 8, "2026-02-18"),          // Ramadan, as published
        (.hebrew, 5785, 0, "2024-10-03"),             // Rosh Hashanah
        (.hebrew, 5784, 5, "2024-02-10"),             // Adar I
        (.hebrew, 5785, 6, "2025-03-30"),             // Nisan
        (.ethiopic, 2017, 0, "2024-09-11"),           // Enkutatash
        (.coptic, 1741, 0, "2024-09-11"),             // Nayrouz
        (.chinese, 2024, 0, "2024-02-10"),            // New Year, as published
        (.chinese, 2033, 11, "2033-12-22"),           // the leap month after the eleventh
        (.chinese, 2034, 0, "2034-02-19"),
        (.chinese, 1985, 0, "1985-02-20"),
        (.dangi, 1997, 0, "1997-02-08"),              // Seollal, a day after Beijing's New Year
        (.chinese, 1997, 0, "1997-02-07"),
        (.dangi, 2027, 0, "2027-02-07"),
        (.chinese, 2027, 0, "2027-02-06"),
    ])
    func knownDays(calendar: CalendarSystem, year: Int, position: Int, day: String) {
        #expect(LocalDate(daysSince1970: calendar.month(year: year, position: position).firstDay).iso8601 == day)
    }

    @Test("the lunisolar tables equal Foundation's calendars", arguments: [
        (CalendarSystem.chinese, Calendar.Identifier.chinese), (.dangi, .dangi),
    ])
    func lunisolar(calendar: CalendarSystem, identifier: Calendar.Identifier) throws {
        var other = Calendar(identifier: identifier)
        other.timeZone = .gmt
        var month = calendar.month(year: 1900, position: 0)
        while month.year < 2204 {
            let noon = Date(timeIntervalSince1970: Double(month.firstDay) * 86_400 + 43_200)
            let parts = other.dateComponents([.month, .day, .isLeapMonth], from: noon)
            let name = calendar.name(ofMonthAt: month.position, inYear: month.year)
            #expect(parts.day == 1 && parts.month == name.number && parts.isLeapMonth == name.isLeap, "day \(month.firstDay)")
            month = calendar.month(number: calendar.number(ofMonthAt: month.position, inYear: month.year) + 1)
        }
    }

    @Test("Ramadan begins every year, even outside the published table")
    func ramadan() throws {
        let rule = try RecurrenceRule("RSCALE=ISLAMIC-UMALQURA;FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=1")
        let start = LocalDateTime.midnight(LocalDate(daysSince1970: 20_502)) // 18 February 2026
        var times = rule.localTimes(from: start, isDate: true), budget = WorkBudget.standard
        var days: [String] = []
        for _ in 0..<4 { days.append(try times.next(&budget)?.date.iso8601 ?? "") }
        // As published (hijridate): 1447 to 1450.
        #expect(days == ["2026-02-18", "2027-02-08", "2028-01-28", "2029-01-16"])
        for _ in 0..<100 {
            let day = try #require(try times.next(&budget)?.date)
            #expect((29...30).contains(calendarLength(day)))
        }
    }

    private func calendarLength(_ day: LocalDate) -> Int {
        CalendarSystem.ummAlQura.month(containing: day.daysSince1970).length
    }
}
