import CivilTime
import Extraction
import Testing

/// Times as people say them beside a day, said on Wednesday 8 October 2025 at 16:40 in Riyadh.
@Suite("Hours beside days")
struct HoursBesideDaysTests {
    @Test("an hour after a weekday is no day of the month, whatever place follows", arguments: [
        ("Dinner on Thursday at 8 at Najd Village?", "2025-10-09", 480),
        ("lunch Friday at 1 at ours", "2025-10-10", 60), ("on Thursday at 8 at the office", "2025-10-09", 480),
    ])
    func hourBeforePlace(text: String, date: String, minute: Int) throws {
        var context = ReadingContext(
            reference: .midnight(try #require(LocalDate(iso8601: "2025-10-08"))), timeZone: .utc)
        context.prayerTimes = { _ in nil }
        let best = try #require(Words.times.expressions(in: text, context).first?.best)
        #expect(best.date?.iso8601 == date)
        #expect(best.minute.map { $0 % 720 } == minute)
    }

    @Test(
        "an ordinal hour after a weekday counts no weekdays",
        arguments: [
            ("يوم الأحد في الثامنة صباحا", "10-12 08:00"),
            ("المقابلة يوم الأحد عند الساعة الثالثة عصراً", "10-12 15:00"),
            ("مساء السبت في السابعة", "10-11 19:00"),
            ("الأحد الثامنة صباحا", "10-12 08:00"),
            ("يوم الأربعاء من التاسعة صباحاً حتى الظهر", "10-15 09:00..11:45"),
            ("يوم الأحد من التاسعة إلى العاشرة صباحا", "10-12 09:00..10:00"),
            ("الليلة عند الحادية عشرة والنصف", "10-08 23:30"),
            ("الأحد الثالث من نوفمبر", "11-16"),
        ])
    func ordinalHours(text: String, expected: String) throws { #expect(try meaning(text) == expected) }

    @Test(
        "a family word before a day or a part of it is no name of that day",
        arguments: [
            ("سبوع ابن اختي الخميس ٧ بالليل", "10-09 19:00"),
            ("ذكّرني بالاتصال بأختي مساء اليوم", "10-08 evening"),
            ("كلمت أبو خميس", "-"),
        ])
    func names(text: String, expected: String) throws { #expect(try meaning(text) == expected) }

    @Test(
        "short weekdays of chats",
        arguments: [
            ("fri then?", "10-10"), ("sat", "10-11"), ("beach sat?", "10-11"), ("can we do wed same time", "10-15"),
            ("نتقابل الاربع ٧ بليل", "10-15 19:00"), ("he sat down", "-"), ("the sun is out", "-"),
            ("did you see the sun?", "-"),
        ])
    func shortWeekdays(text: String, expected: String) throws { #expect(try meaning(text) == expected) }

    @Test(
        "minutes in Arabic words",
        arguments: [
            ("الساعة السادسة وخمساً وثلاثين دقيقة", "10-08 18:35"),
            ("الساعة عشرة وتلت", "10-08 22:20"),
            ("كمان تلت ساعة", "10-08 17:00"),
            ("بعد تلت ساعات", "10-08 19:40"),
            ("عالتمانة ونص المسا", "10-08 20:30"),
        ])
    func minutes(text: String, expected: String) throws { #expect(try meaning(text) == expected) }

    @Test(
        "stretches of time",
        arguments: [
            ("خلال الأيام الثلاثة القادمة", "10-09..10-11"),
            ("خلال الساعات الست القادمة", "10-08 16:40 6h"),
            ("خلال الأربع والعشرين ساعة القادمة", "10-08 16:40 24h"),
            ("يومي الاثنين والثلاثاء", "10-13..10-14"),
            ("بعد جمعتين", "10-22"),
            ("the first half of 2026", "2026-01-01..2026-06-30"),
            ("the second half of next year", "2026-07-01..2026-12-31"),
            ("النصف الأول من عام ٢٠٢٦", "2026-01-01..2026-06-30"),
            ("في الربع الثالث من عام ٢٠٢٦", "2026-07-01..2026-09-30"),
            ("the first of the month", "11-01"),
            ("hotel for two in March", "2026-03-01..2026-03-31"),
        ])
    func stretches(text: String, expected: String) throws { #expect(try meaning(text) == expected) }

    @Test(
        "telephones, measures and counted things are no hours",
        arguments: [
            "call me on 020 7946 0812", "the table measures 90 by 150 centimetres", "divide 84 by 7",
            "سعر الكيلو خمسة وعشرون ريالاً", "وزن الحقيبة ثلاثة وعشرون كيلوغراماً",
        ])
    func noHours(text: String) throws { #expect(try meaning(text) == "-") }
}
