import CivilTime
import PrayerTimes
import Scheduling
import Testing

@Suite("Blocks of prayers")
struct PrayerBlockTests {
    /// The times of Riyadh on 23 November 2026, in UTC.
    private static let times = PerEvent<Instant?>(
        fajr: at("2026-11-23 01:53"), sunrise: at("2026-11-23 03:14"), dhuhr: at("2026-11-23 08:40"),
        asr: at("2026-11-23 11:44"), maghrib: at("2026-11-23 14:05"), isha: at("2026-11-23 15:35"))

    @Test("take the usual minutes around each adhān; sunrise takes none")
    func usual() {
        let blocks = BlockRules.usual.blocks(on: day("2026-11-23"), Self.times)
        #expect(blocks.map(\.prayer) == [.fajr, .dhuhr, .asr, .maghrib, .isha])
        #expect(blocks.map(\.time) == [
            span("01:53-02:30"), span("08:35-09:12"), span("11:39-12:16"), span("14:00-14:27"), span("15:30-16:07"),
        ])
        #expect(blocks.map(\.adhan) == [.fajr, .dhuhr, .asr, .maghrib, .isha].map { Self.times[$0] })
        #expect(blocks.allSatisfy { !$0.isJumuah })
    }

    @Test("are Jumu'ah's on a Friday at noon")
    func friday() {
        let blocks = BlockRules.usual.blocks(on: day("2026-11-27"), Self.times)
        #expect(blocks.filter(\.isJumuah).map(\.prayer) == [.dhuhr])
        #expect(blocks[1].time == span("08:10-09:25"))
        #expect(blocks[2].time == span("11:39-12:16"))
    }

    @Test("follow a person's own minutes")
    func ownMinutes() {
        var rules = BlockRules.usual
        rules.asr = BlockRule(before: 10, iqamahDelay: 0, length: 30)
        rules.isha = BlockRule(before: 0, iqamahDelay: 0, length: 0)
        let blocks = rules.blocks(on: day("2026-11-23"), Self.times)
        #expect(blocks.map(\.prayer) == [.fajr, .dhuhr, .asr, .maghrib])
        #expect(blocks[2].time == span("11:34-12:14"))
    }

    @Test("are missing where a prayer has no time")
    func polar() {
        var times = Self.times
        times.fajr = nil
        times.isha = nil
        #expect(BlockRules.usual.blocks(on: day("2026-11-23"), times).map(\.prayer) == [.dhuhr, .asr, .maghrib])
        #expect(BlockRules.usual.blocks(on: day("2026-11-23"), PerEvent(all: nil)).isEmpty)
    }

    @Test("of yesterday's late Isha touch the day after")
    func lateIsha() throws {
        // A summer night in London, where Isha is late, with a long wait for the iqāmah.
        let london = try zone("Europe/London")
        let place = Place(try #require(Coordinates(latitude: 51.5, longitude: -0.13)), zone: london)
        let timetable = Timetable(place, Rules(method: .muslimWorldLeague))
        let date = day("2026-06-20")
        let today = DayClock(date, in: london).time
        var rules = BlockRules.usual
        rules.isha.iqamahDelay = 150
        let blocks = rules.blocks(touching: today, of: [timetable.day(date - 1), timetable.day(date)])
        let yesterday = rules.blocks(of: timetable.day(date - 1))
        #expect(yesterday.last.map { $0.time.upperBound > today.lowerBound } == true)
        #expect(blocks.first == yesterday.last)
        #expect(blocks.dropFirst().elementsEqual(rules.blocks(of: timetable.day(date))))
    }
}
