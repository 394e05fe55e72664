import CivilTime
import Testing

@Suite("Dates of HTTP headers")
struct HTTPDateTests {
    private let now = Instant(secondsSince1970: 1_795_444_200)   // in 2026

    @Test("the three forms of RFC 9110 §5.6.7 are read", arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func examples(text: String) {
        #expect(Instant(httpDate: text, now: now) == Instant(utcYear: 1994, month: 11, day: 6, hour: 8, minute: 49, second: 37))
    }

    @Test("a year of two digits is at most fifty years ahead", arguments: [
        ("26", 2026), ("76", 2076), ("77", 1977), ("00", 2000), ("99", 1999),
    ])
    func centuries(digits: String, year: Int) {
        #expect(Instant(httpDate: "Sunday, 06-Nov-\(digits) 08:49:37 GMT", now: now)?.utc.year == year)
    }

    @Test("a leap second is the second after")
    func leapSecond() {
        #expect(Instant(httpDate: "Sat, 31 Dec 2016 23:59:60 GMT", now: now) == Instant(utcYear: 2017, month: 1, day: 1))
    }

    @Test("any other text is refused", arguments: [
        "", "x", "now", "0", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, -6 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov  6 08:49:37", "Sun, ٠٦ Nov 1994 08:49:37 GMT",
    ])
    func others(text: String) {
        #expect(Instant(httpDate: text, now: now) == nil)
    }

    @Test("a written date reads as the same second")
    func roundTrip() {
        let written = Instant(microsecondsSince1970: 1_795_444_200_999_999).httpDate
        #expect(written == "Mon, 23 Nov 2026 14:30:00 GMT")
        #expect(Instant(httpDate: written, now: now) == Instant(secondsSince1970: 1_795_444_200))
    }
}
