@testable import Calendars
import CivilTime
import Testing

@Suite("Dates that are typed into the search")
struct WrittenDateTests {
    private let names = WrittenDate.MonthNames(
        gregorian: (1...12).map { month in
            month == 11 ? ["November", "نوفمبر"] : month == 2 ? ["February", "فبراير"] : []
        },
        hijri: (1...12).map { month in
            month == 9 ? ["Ramadan", "رمضان"] : month == 5 ? ["Jumada I", "جمادى الأولى"]
                : month == 6 ? ["Jumada II", "جمادى الآخرة"] : []
        })

    private func read(_ text: String) throws -> WrittenDate? {
        let today = try #require(LocalDate(iso8601: "2026-11-23"))
        return WrittenDate(text, names, today: today, hijri: .ummAlQura)
    }

    @Test("a date alone is a day or a month", arguments: [
        ("25 November", "2026-11-25", false), ("November 25th, 2027", "2027-11-25", false),
        ("25 نوفمبر ٢٠٢٦", "2026-11-25", false),
        ("2026-11-25", "2026-11-25", false), ("25/11/2026", "2026-11-25", false),
        ("٢٥/١١/٢٠٢٦", "2026-11-25", false),
        ("November", "2026-11-01", true), ("of November 2025", "2025-11-01", true),
        ("رمضان ١٤٤٨", "2027-02-08", true), ("Ramadan 1448", "2027-02-08", true),
        ("1 رمضان 1448 هـ", "2027-02-08", false),
        ("13 Jumada II 1448", "2026-11-23", false), ("13/6/1448", "2026-11-23", false),
        ("29 February 2028", "2028-02-29", false),
    ])
    func dates(text: String, expected: String, isMonth: Bool) throws {
        let date = try #require(try read(text))
        #expect(date.day.iso8601 == expected && date.isMonth == isMonth)
    }

    @Test("anything else is not", arguments: [
        "", "dinner", "25", "25 November dinner", "November November", "31 November", "29 February 2026", "30/30/2026",
        "1 2", "99 Ramadan 1448", "Ramadan 9999", "25 November 2026 12", "2026-11", "99999999999999999999-1-1",
    ])
    func others(text: String) throws {
        #expect(try read(text) == nil)
    }
}
