@testable import Calendars
import CivilTime
import Runtime
import Templates
import TestSupport
import Testing

/// Expected days are the published ones of Umm al-Qura and of Saudi Arabia.
@Suite("The calendar of days")
struct BuiltInDayTests {
    private func days(_ first: String, _ last: String, _ hijri: HijriCalendar = .ummAlQura) throws -> [String] {
        let range = try #require(LocalDate(iso8601: first))...#require(LocalDate(iso8601: last))
        return OccasionDays.touching(range, hijri: hijri).map { found in
            let days = found.days
            return "\(found.occasion.rawValue) \(days.lowerBound)"
                + (days.lowerBound == days.upperBound ? "" : " \(days.upperBound)")
        }
    }

    @Test("a month shows its occasions by day", arguments: [
        // Ramadan 1447 has 30 days from 18 February 2026, and its 30th is free already.
        ("2026-02-01", "2026-02-28", [
            "white-days 2026-02-01 2026-02-03", "ramadan 2026-02-18 2026-03-19", "founding-day 2026-02-22",
        ]),
        ("2026-03-15", "2026-03-31", [
            "ramadan 2026-02-18 2026-03-19", "eid-al-fitr-holiday 2026-03-19 2026-03-22",
            "eid-al-fitr 2026-03-20",
        ]),
        // Arafah on 26 May 2026; nobody fasts on 13 Dhu al-Hijjah.
        ("2026-05-20", "2026-06-10", [
            "eid-al-adha-holiday 2026-05-26 2026-05-29", "arafah 2026-05-26", "eid-al-adha 2026-05-27",
            "white-days 2026-05-31 2026-06-01",
        ]),
        // 1448 begins on 16 June 2026.
        ("2026-06-20", "2026-06-26", ["ashura 2026-06-25"]),
        ("2026-09-20", "2026-09-30", ["national-day 2026-09-23", "white-days 2026-09-24 2026-09-26"]),
    ])
    func months(first: String, last: String, expected: [String]) throws {
        let found = try days(first, last)
        #expect(found == expected)
    }

    @Test("a day in the middle of Ramadan shows the whole month as one entry")
    func middle() throws {
        #expect(try days("2026-03-01", "2026-03-01") == ["ramadan 2026-02-18 2026-03-19"])
    }

    @Test("a holiday is shown from the year that brought it")
    func since() throws {
        #expect(try !days("2021-02-22", "2021-02-22").contains { $0.hasPrefix("founding-day") })
        #expect(try days("2022-02-22", "2022-02-22").contains("founding-day 2022-02-22"))
    }

    @Test("a month that the customer sees a day later moves its occasions")
    func laterMonth() throws {
        let later = try HijriCalendar.ummAlQura.replacing([
            HijriMonthStart(
                HijriMonth(year: 1447, month: 9), firstDay: #require(LocalDate(iso8601: "2026-02-19"))),
        ])
        #expect(try days("2026-03-19", "2026-03-22", later) == [
            "ramadan 2026-02-19 2026-03-19", "eid-al-fitr-holiday 2026-03-20 2026-03-23", "eid-al-fitr 2026-03-20",
        ])
    }

    @Test("outside the table of Hijri months only days of the Gregorian calendar are shown")
    func outsideTheTable() throws {
        #expect(try days("2090-09-01", "2090-09-30") == ["national-day 2090-09-23"])
        #expect(try days("1990-01-01", "1990-12-31").isEmpty)
    }

    @Test("every range gives the entries of its days, each once", arguments: [0, 1, 6, 41, 400])
    func ranges(length: Int) throws {
        let start = try #require(LocalDate(iso8601: "2026-01-01"))
        for offset in stride(from: 0, to: 800, by: 29) {
            let range = start + offset...start + offset + length
            let found = OccasionDays.touching(range, hijri: .ummAlQura)
            let single = Set(range.lowerBound.daysSince1970...range.upperBound.daysSince1970).reduce(
                into: Set<OccasionDays>()
            ) { all, day in
                let day = LocalDate(daysSince1970: day)
                all.formUnion(OccasionDays.touching(day...day, hijri: .ummAlQura))
            }
            #expect(Set(found) == single)
            #expect(found.count == single.count)
        }
    }

    @Test("entries are worded in both languages")
    func words() throws {
        let test = try TestApp()
        let day = try #require(LocalDate(iso8601: "2026-09-23"))
        let english = test.app.builtInDays(in: day...day, hijri: .ummAlQura, language: .english)
        #expect(english.map(\.title) == ["Saudi National Day"])
        #expect(english.map(\.key) == ["national-day"])
        let arabic = test.app.builtInDays(in: day...day, hijri: .ummAlQura, language: .arabic)
        #expect(arabic.map(\.title) == ["اليوم الوطني السعودي"])
        for occasion in Occasion.allCases {
            let key = "day.\(occasion.rawValue)"
            #expect(test.app.text(key, .arabic) != test.app.text(key, .english))
        }
    }
}
