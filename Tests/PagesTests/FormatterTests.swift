import CivilTime
import Runtime
import Templates
import TestSupport
import Testing

@Suite("The formatter of pages")
struct FormatterTests {
    @Test("no page writes a number past it, since it alone knows the digits and the clock of the reader")
    func allThroughIt() throws {
        var files = 0
        for file in try Repository.files(below: "Sources/Pages") where file.hasSuffix(".swift") {
            let text = try Repository.text(file)
            files += 1
            for call in ["anguage.number(", "anguage.digits(", "anguage, counting:"] {
                #expect(!text.contains(call), "\(file): \(call)")
            }
        }
        #expect(files > 100)
    }

    @Test("waits, past moments and Hijri dates have the digits of the reader, not those of the language")
    func digits() throws {
        let catalogue = try TestApp.shared([:], CapturedLog()).templates.catalogue
        let format = Formatter(catalogue, .arabic, clock: .hours24, digits: .latin)
        #expect(format.wait(30).contains("30") && format.wait(3_000).contains("50"))
        #expect(format.ago(300).contains("5") && format.ago(5 * 86_400).contains("5"))
        let day = try #require(HijriCalendar.ummAlQura.date(of: LocalDate(daysSince1970: 20_780)))
        #expect(format.longHijri(day).contains("13") && format.longHijri(day).contains("1448"))
    }

    @Test("two times of one half of the day say it once", arguments: [
        (540, 690, "9:00–11:30 AM", "9:00–11:30"), (540, 780, "9:00 AM–1:00 PM", "9:00–13:00"),
        (720, 779, "12:00–12:59 PM", "12:00–12:59"), (0, 0, "12:00 AM", "0:00"),
        (1_380, 1_500, "11:00 PM–1:00 AM", "23:00–1:00"),
    ])
    func times(first: Int, last: Int, twelve: String, twentyFour: String) throws {
        let catalogue = try TestApp.shared([:], CapturedLog()).templates.catalogue
        for (clock, words) in [(ClockStyle.hours12, twelve), (.hours24, twentyFour)] {
            let shown = Formatter(catalogue, .english, clock: clock, digits: .latin).times(minute: first, to: last)
            // Marks of direction are not seen.
            let seen = shown.unicodeScalars.filter { !(0x2066...0x2069).contains($0.value) }
            #expect(String(String.UnicodeScalarView(seen)) == words)
        }
    }

    @Test("a narrow place leaves the minutes of a whole hour away, by a clock of 12 hours", arguments: [
        (540, "9 AM", "٩ ص", "9:00"), (545, "9:05 AM", "٩:٠٥ ص", "9:05"), (720, "12 PM", "١٢ م", "12:00"),
        (1_440, "12 AM", "١٢ ص", "0:00"),
    ])
    func brief(minute: Int, twelve: String, arabic: String, twentyFour: String) throws {
        let catalogue = try TestApp.shared([:], CapturedLog()).templates.catalogue
        func text(_ language: Language, _ clock: ClockStyle, _ digits: DigitStyle) -> String {
            Formatter(catalogue, language, clock: clock, digits: digits).briefTime(minute: minute)
        }
        #expect(text(.english, .hours12, .latin) == twelve && text(.arabic, .hours12, .arabic) == arabic)
        #expect(text(.english, .hours24, .latin) == twentyFour)
    }
}
