import CivilTime
import Testing
@testable import OutsideCalendars

@Suite("The time until the next fetch")
struct IntervalTests {
    @Test("case 22: the wish of an answer is followed within 15 minutes and a day", arguments: [
        (60, 900), (2_592_000, 86_400), (7_200, 7_200), (nil, 3_600),
    ] as [(Int?, Int)])
    func hints(hint: Int?, seconds: Int) {
        let middle = Intervals.afterGood(hint: hint, isVisited: true, digest: [128])
        #expect(abs(middle - seconds) <= seconds / 100)
        for first in [UInt8(0), 255] {
            let spread = Intervals.afterGood(hint: hint, isVisited: true, digest: [first])
            #expect((900...86_400).contains(spread))
            #expect(abs(spread - seconds) <= seconds / 5)
        }
    }

    @Test("an address whose customers were not here this week is asked less often")
    func unvisited() {
        #expect(abs(Intervals.afterGood(hint: nil, isVisited: false, digest: [128]) - 21_600) < 100)
    }

    @Test("case 22: durations", arguments: [
        ("PT1M", 60), ("P1D", 86_400), ("P2W", 1_209_600), ("P1DT2H3M4S", 93_784), ("pt15m", 900), ("P", nil), ("PT", nil),
        ("1H", nil), ("-PT1H", nil), ("", nil), ("PT99999999999999S", nil),
    ] as [(String, Int?)])
    func durations(text: String, seconds: Int?) {
        #expect(Intervals.duration(text) == seconds)
    }

    @Test("case 23: Retry-After in seconds, as a date, and absurd", arguments: [
        ("120", 120), ("Sat, 28 Nov 2026 21:10:00 GMT", 600), ("99999999999", 999_999_999), ("soon", nil), ("", nil),
        ("Sat, 28 Nov 2026 20:00:00 GMT", 0),
    ] as [(String, Int?)])
    func retryAfter(text: String, seconds: Int?) throws {
        let date = try #require(LocalDate(year: 2026, month: 11, day: 28)), hours = 21
        let now = Instant(secondsSince1970: Int64(date.daysSince1970 * 86_400 + hours * 3_600))
        #expect(Intervals.retryAfter(text, at: now) == seconds)
    }

    @Test("case 23: what a server asks for is obeyed, up to a day")
    func busy() {
        #expect(Intervals.afterFailure(.busy, failures: 0, retryAfter: 120) == 120)
        #expect(Intervals.afterFailure(.busy, failures: 0, retryAfter: 999_999_999) == 86_400)
        #expect(Intervals.afterFailure(.busy, failures: 9, retryAfter: 0) == 60)
    }

    @Test("case 24: failures wait 1, 2, 4 … 24 hours")
    func backoff() {
        let hours = (0..<7).map { Intervals.afterFailure(.server, failures: $0, retryAfter: nil) / 3_600 }
        #expect(hours == [1, 2, 4, 8, 16, 24, 24])
    }

    @Test("case 25: what only a person can mend is tried once a day after three times, and what is gone no longer")
    func persons() {
        let tries = (0..<5).map { Intervals.afterFailure(.notFound, failures: $0, retryAfter: nil) / 3_600 }
        #expect(tries == [8, 8, 8, 24, 24])
        #expect(Intervals.afterFailure(.gone, failures: 0, retryAfter: nil) > 300 * 86_400)
    }

    @Test("the age that a cache may keep an answer", arguments: [
        ("max-age=300", 300), ("private, max-age=7200", 7_200), ("no-cache", nil), ("s-maxage=5", nil),
    ] as [(String, Int?)])
    func maxAge(text: String, seconds: Int?) {
        #expect(Intervals.maxAge(text) == seconds)
    }
}
