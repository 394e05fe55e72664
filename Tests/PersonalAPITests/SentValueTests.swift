import CivilTime
@testable import PersonalAPI
import Testing

@Suite("Numbers and times of programs")
struct SentValueTests {
    @Test("numbers are read from texts, also with Arabic digits and signs", arguments: [
        ("24.7", 24.7), ("-46.675", -46.675), ("24,7", 24.7), ("٢٤٫٧", 24.7), ("\u{200E}−٤٦", -46), ("1e1", 10),
    ] as [(String, Double)])
    func numbers(text: String, value: Double) {
        #expect(SentNumber(text)?.value == value)
    }

    @Test("texts that are no numbers are refused", arguments: [
        "", "north", "24.7.1", "nan", "inf", "24° 42′", String(repeating: "1", count: 33),
    ])
    func noNumbers(text: String) {
        #expect(SentNumber(text) == nil)
    }

    // 2026-11-28T18:00:00Z is 1,795,888,800 by `date -u -d`.
    @Test("times are seconds, milliseconds and RFC 3339", arguments: [
        "1795888800", "1795888800000", "1795888800.5", "2026-11-28T18:00:00Z", "2026-11-28T21:00:00+03:00",
        "2026-11-28T18:00:00.123Z", "2026-11-28T13:00:00-0500", "2026-11-28 18:00:00Z",
    ])
    func times(text: String) {
        #expect(SentTime(text)?.moment.secondsSince1970 == 1_795_888_800)
    }

    @Test("texts that are no times are refused", arguments: [
        "", "yesterday", "-1", "1e20", "2026-11-28", "2026-11-28T18:00:00", "2026-13-28T18:00:00Z",
        "2026-11-28T24:00:00Z", "2026-11-28T18:00:00+3", "2026-11-28T18:00:00Zx",
    ])
    func noTimes(text: String) {
        #expect(SentTime(text) == nil)
    }
}
