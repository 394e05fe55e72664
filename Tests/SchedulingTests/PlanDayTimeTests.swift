import CivilTime
import PrayerTimes
import Scheduling
import Testing

@Suite("The minutes of a plan-day")
struct PlanDayTimeTests {
    @Test("run from waking to waking, with 23 or 25 hours if the clocks change", arguments: [
        // Berlin's clocks change on a Sunday before the day starts, so the day before it is longer or shorter.
        ("2026-03-28", 240, 1_380), ("2026-03-29", 180, 1_440), ("2026-10-24", 240, 1_500),
        ("2026-06-01", 240, 1_440),
    ])
    func length(date: String, start: Int, minutes: Int) throws {
        let line = LocalTimeLine(from: day(date), days: 3, in: try zone("Europe/Berlin"))
        #expect(PlanDayTime(0, on: line).time == start..<start + minutes)
    }

    @Test("are none on a day that a place skipped, and the day before it ends with the night after it")
    func skipped() throws {
        let line = LocalTimeLine(from: day("2011-12-28"), days: 6, in: try zone("Pacific/Apia"))
        let days = (0..<5).map { PlanDayTime($0, on: line) }
        #expect(days.map(\.time.count) == [1_440, 1_440, 0, 1_440, 1_440])
        #expect(days[2].times(of: PlanWindow(fromClock: 600, toClock: 660), on: line) == [])
        #expect(zip(days, days.dropFirst()).allSatisfy { $0.time.upperBound == $1.time.lowerBound })
    }

    @Test("a window by the clock belongs to the day in which it begins", arguments: [
        (540, 1_020, [540..<1_020]), (1_320, 120, [1_320..<1_560]), (0, 120, [1_440..<1_560]),
        (60, 60, [1_500..<1_680]), (120, 300, [1_560..<1_680]), (240, 240, [240..<1_680]),
        (1_380, 1_620, [1_380..<1_620]),
    ])
    func clock(from: Int, to: Int, expected: [Range<Int>]) {
        let window = PlanWindow(fromClock: from, toClock: to)
        #expect(PlanDayTime(0, on: sundayLine).times(of: window, on: sundayLine) == expected)
    }

    @Test("a window in an hour that comes twice is there twice, and in one that is skipped is not there")
    func changedClocks() throws {
        let berlin = try zone("Europe/Berlin"), window = PlanWindow(fromClock: 120, toClock: 180)
        let spring = LocalTimeLine(from: day("2026-03-28"), days: 3, in: berlin)
        #expect(PlanDayTime(0, on: spring).times(of: window, on: spring) == [])
        let autumn = LocalTimeLine(from: day("2026-10-24"), days: 3, in: berlin)
        #expect(PlanDayTime(0, on: autumn).times(of: window, on: autumn) == [1_560..<1_680])
        let half = PlanWindow(fromClock: 120, toClock: 150)
        #expect(PlanDayTime(0, on: autumn).times(of: half, on: autumn) == [1_560..<1_590, 1_620..<1_650])
    }

    @Test("a window by prayers lies between their blocks, or their adhans if no block is taken", arguments: [
        (PlanWindow(after: .asr, before: .maghrib), [970..<1_045], [940..<1_050]),
        (PlanWindow(toClock: 1_320, after: .maghrib), [1_090..<1_320], [1_050..<1_320]),
        (PlanWindow(fromClock: 1_000, before: .maghrib), [1_000..<1_045], [1_000..<1_050]),
        (PlanWindow(after: .maghrib, before: .asr), [], []), (PlanWindow(after: .isha), [], []),
    ])
    func prayers(window: PlanWindow, congregation: [Range<Int>], personal: [Range<Int>]) {
        // Isha has no time, as where the sun does not set far enough.
        let prayers = [
            PrayerPeriod(prayer: .asr, adhan: 940, block: 935..<970, validTime: 940..<1_050),
            PrayerPeriod(prayer: .maghrib, adhan: 1_050, block: 1_045..<1_090, validTime: 1_050..<1_130),
        ]
        let day = PlanDayTime(0, on: sundayLine)
        #expect(day.times(of: window, on: sundayLine, prayers: prayers) == congregation)
        #expect(day.times(of: window, on: sundayLine, prayers: prayers, .personal) == personal)
    }

    @Test("an Isha after midnight is that of the evening before, and the night after it ends with Fajr")
    func lateIsha() {
        func isha(_ adhan: Int) -> PrayerPeriod {
            PrayerPeriod(prayer: .isha, adhan: adhan, block: adhan..<adhan + 30, validTime: adhan..<adhan + 150)
        }
        let fajr = PrayerPeriod(prayer: .fajr, adhan: 1_620, block: 1_620..<1_650, validTime: 1_620..<1_700)
        let maghrib = PrayerPeriod(prayer: .maghrib, adhan: 1_320, block: 1_320..<1_340, validTime: 1_320..<1_450)
        let prayers = [isha(10), maghrib, isha(1_450), fajr], day = PlanDayTime(0, on: sundayLine)
        func times(_ window: PlanWindow) -> [Range<Int>] { day.times(of: window, on: sundayLine, prayers: prayers) }
        #expect(times(PlanWindow(after: .isha)) == [1_480..<1_680])
        #expect(times(PlanWindow(after: .maghrib, before: .isha)) == [1_340..<1_450])
        #expect(times(PlanWindow(after: .isha, before: .fajr)) == [1_480..<1_620])
    }
}
