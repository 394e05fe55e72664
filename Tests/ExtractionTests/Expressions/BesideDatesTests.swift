import CivilTime
import Extraction
import Testing

/// A date to count from, in both languages.
struct CountedDate: Sendable {
    let english: String, arabic: String
    let first: String, last: String

    /// From Tuesday 15 April 2025. The days of the months of Umm al-Qura are those of the published calendar.
    static let all = [
        CountedDate(english: "20 May", arabic: "٢٠ مايو", first: "2025-05-20", last: "2025-05-20"),
        CountedDate(english: "the 1st of June", arabic: "١ يونيو", first: "2025-06-01", last: "2025-06-01"),
        CountedDate(english: "Ramadan", arabic: "رمضان", first: "2026-02-18", last: "2026-03-19"),
    ]
}

/// A length to count, in both languages.
struct CountedLength: Sendable {
    let english: String, arabic: String
    let days: Int

    static let all = [
        CountedLength(english: "3 days", arabic: "بثلاثة أيام", days: 3),
        CountedLength(english: "10 days", arabic: "بعشرة أيام", days: 10),
        CountedLength(english: "a week", arabic: "بأسبوع", days: 7),
        CountedLength(english: "two weeks", arabic: "بأسبوعين", days: 14),
    ]
}

/// Days counted from a date: every length with every side and every date, in both languages.
@Suite("Days counted from a date")
struct BesideDatesTests {
    @Test("a length before a date and after it", arguments: CountedDate.all, CountedLength.all)
    func counted(base: CountedDate, length: CountedLength) throws {
        let first = try #require(LocalDate(iso8601: base.first[...]))
        let last = try #require(LocalDate(iso8601: base.last[...]))
        #expect(try day("\(length.english) before \(base.english)") == first - length.days)
        #expect(try day("\(length.english) after \(base.english)") == last + length.days)
        #expect(try day("قبل \(base.arabic) \(length.arabic)") == first - length.days)
        #expect(try day("بعد \(base.arabic) \(length.arabic)") == last + length.days)
    }

    @Test(
        "a weekday before a date and after it",
        arguments: [
            ("Friday before 20 May", "2025-05-16"), ("Tuesday before 20 May", "2025-05-13"),
            ("Wednesday after 20 May", "2025-05-21"), ("Tuesday after 20 May", "2025-05-27"),
            ("الجمعة قبل ٢٠ مايو", "2025-05-16"), ("الأحد بعد ٢٠ مايو", "2025-05-25"),
            ("the Friday before the 20th", "2025-04-18"), ("الخميس قبل رمضان", "2026-02-12"),
        ])
    func weekdays(text: String, expected: String) throws {
        #expect(try day(text) == LocalDate(iso8601: expected[...]))
    }

    @Test(
        "words of hours and prayers beside a side stay what they were",
        arguments: [("Friday after Asr", "2025-04-18"), ("by the 20th", "2025-04-20")])
    func others(text: String, expected: String) throws {
        #expect(try day(text) == LocalDate(iso8601: expected[...]))
    }

    private func day(_ text: String) throws -> LocalDate? {
        Words.times.expressions(in: text, Words.context).last?.best.date
    }
}
