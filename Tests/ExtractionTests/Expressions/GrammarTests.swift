import CivilTime
import Extraction
import Testing

/// The grammar of times as a table: days, hours, ranges, repetitions and Hijri dates, put together in every way that
/// people put them. Said on Wednesday 8 October 2025 at 16:40 in Riyadh; the days were counted by hand.
@Suite("Grammar of times")
struct GrammarTests {
    /// Words, and the day or the hour that they mean.
    private typealias Row = (words: String, means: String)

    private static let days: [[Row]] = [
        [
            ("today", "2025-10-08"), ("tomorrow", "2025-10-09"), ("on Thursday", "2025-10-09"),
            ("the day after tomorrow", "2025-10-10"), ("this Friday", "2025-10-10"), ("on Saturday", "2025-10-11"),
            ("in three days", "2025-10-11"), ("a week on Sunday", "2025-10-19"), ("on the 20th", "2025-10-20"),
            ("on 20 October", "2025-10-20"), ("on October 20th", "2025-10-20"), ("on 20/10/2025", "2025-10-20"),
            ("on 2025-10-20", "2025-10-20"), ("on 1 November 2025", "2025-11-01"),
        ],
        [
            ("اليوم", "2025-10-08"), ("بكرة", "2025-10-09"), ("غدا", "2025-10-09"), ("يوم الخميس", "2025-10-09"),
            ("بعد بكرة", "2025-10-10"), ("السبت", "2025-10-11"), ("بعد ثلاثة أيام", "2025-10-11"),
            ("يوم ٢٠ أكتوبر", "2025-10-20"), ("يوم ٢٠/١٠/٢٠٢٥", "2025-10-20"), ("الاثنين ٢٠ أكتوبر", "2025-10-20"),
            ("أول نوفمبر", "2025-11-01"),
        ],
    ]

    private static let hours: [[Row]] = [
        [
            ("at 8pm", "20:00"), ("around 8pm", "20:00"), ("at 7:30 pm", "19:30"), ("at 18:15", "18:15"),
            ("at half past six in the evening", "18:30"), ("at quarter to nine pm", "20:45"),
            ("at 9 in the evening", "21:00"), ("at ten at night", "22:00"),
        ],
        [
            ("الساعة ٨ مساء", "20:00"), ("الساعة السابعة مساء", "19:00"), ("الساعة ١٨:١٥", "18:15"),
            ("الساعة ثمانية ونص مساء", "20:30"), ("الساعة تسعة إلا ربع بالليل", "20:45"),
            ("على الساعة ٩ المسا", "21:00"), ("الساعة ١٠ ونصف ليلا", "22:30"), ("الساعة ١١ بالليل", "23:00"),
        ],
    ]

    private static let ranges: [[Row]] = [
        [
            ("from 5 to 7 pm", "17:00 to 19:00"), ("between 9 and 11 am", "09:00 to 11:00"),
            ("5pm - 6:30pm", "17:00 to 18:30"), ("from 10 am till noon", "10:00 to 12:00"),
            ("from 8pm for two hours", "20:00 for 120 min"),
        ],
        [
            ("من ٥ إلى ٧ مساء", "17:00 to 19:00"), ("من الساعة ٩ للساعة ١١ صباحا", "09:00 to 11:00"),
            ("بين ٤ و ٦ العصر", "16:00 to 18:00"), ("من ٩ الصبح لين ١٢ الظهر", "09:00 to 12:00"),
            ("الساعة ٨ مساء لمدة ساعتين", "20:00 for 120 min"),
        ],
    ]

    @Test("a day and an hour mean the same in either order")
    func daysAndHours() throws {
        for (days, hours) in zip(Self.days, Self.hours) {
            for day in days {
                for hour in hours {
                    let expected = "\(day.means) \(hour.means)"
                    #expect(try read("\(day.words) \(hour.words)") == expected, "\(day.words) \(hour.words)")
                    #expect(try read("\(hour.words) \(day.words)") == expected, "\(hour.words) \(day.words)")
                }
            }
        }
    }

    @Test("a day and a range, or a length")
    func daysAndRanges() throws {
        for (days, ranges) in zip(Self.days, Self.ranges) {
            for day in days.dropFirst() {
                for range in ranges {
                    #expect(
                        try read("\(day.words) \(range.words)") == "\(day.means) \(range.means)",
                        "\(day.words) \(range.words)")
                }
            }
        }
    }

    @Test("each weekday repeats, from the next one on", arguments: [
        ("Monday", "اثنين", "2025-10-13"), ("Tuesday", "ثلاثاء", "2025-10-14"), ("Wednesday", "أربعاء", "2025-10-08"),
        ("Thursday", "خميس", "2025-10-09"), ("Friday", "جمعة", "2025-10-10"), ("Saturday", "سبت", "2025-10-11"),
        ("Sunday", "أحد", "2025-10-12"),
    ])
    func repetitions(english: String, arabic: String, first: String) throws {
        let weekly = "\(first) 20:00 every 1 weeks"
        #expect(try read("every \(english) at 8pm") == weekly)
        #expect(try read("كل يوم \(arabic) الساعة ٨ مساء") == weekly)
        #expect(try read("every other \(english) at 8pm") == "\(first) 20:00 every 2 weeks")
    }

    /// The first days of months of the calendar of Umm al-Qura.
    @Test("days of Hijri months", arguments: [
        ("Ramadan 1447", "رمضان ١٤٤٧", "2026-02-18"), ("Shawwal 1447", "شوال ١٤٤٧", "2026-03-20"),
        ("Dhul Hijjah 1447", "ذو الحجة ١٤٤٧", "2026-05-18"), ("Muharram 1448", "محرم ١٤٤٨", "2026-06-16"),
    ])
    func hijri(english: String, arabic: String, first: String) throws {
        let start = try #require(LocalDate(iso8601: first[...]))
        for (number, digits) in [(1, "١"), (5, "٥"), (10, "١٠"), (27, "٢٧")] {
            let date = (start + (number - 1)).iso8601
            #expect(try read("on \(number) \(english) at 9pm") == "\(date) 21:00")
            #expect(try read("يوم \(digits) \(arabic) الساعة ٩ مساء") == "\(date) 21:00")
            #expect(try read("\(digits) \(arabic) هـ") == date)
        }
    }

    /// Returns the only time of a text: day, hour, end or length, repetition.
    private func read(_ text: String) throws -> String {
        let found = Words.times.expressions(in: text, try exampleContext())
        guard found.count == 1, let best = found.first?.best else { return "\(found.count) times" }
        var parts = [best.date?.iso8601, best.minute.map(clock)].compactMap(\.self)
        if let end = best.endMinute { parts.append("to \(clock(end))") }
        if let length = best.length { parts.append("for \(length) min") }
        if let repetition = best.repetition { parts.append("every \(repetition.interval) \(repetition.unit.rawValue)") }
        return parts.joined(separator: " ")
    }

    private func clock(_ minute: Int) -> String {
        let (hour, rest) = (minute / 60, minute % 60)
        return (hour < 10 ? "0" : "") + "\(hour):" + (rest < 10 ? "0" : "") + "\(rest)"
    }
}
