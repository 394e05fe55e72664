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

    @Test("end by the iqāmah of a mosque's timetable, but Jumu'ah keeps its own minutes")
    func iqama() throws {
        let riyadh = Place(try #require(Coordinates(latitude: 24.69, longitude: 46.72)), zone: try zone("Asia/Riyadh"))
        let monday = day("2026-11-23"), friday = day("2026-11-27")
        var delays = PerEvent<Int?>(all: nil)
        delays.asr = 35
        delays.dhuhr = 40
        let days = [monday, friday].map { MosqueDay($0, times: PerEvent(all: nil), iqama: delays) }
        let timetable = Timetable(riyadh, Rules(method: .ummAlQura), table: MosqueTable(days))
        func minutes(_ date: LocalDate, _ index: Int) -> Int64 {
            let block = BlockRules.usual.blocks(of: timetable.day(date))[index]
            return (block.time.upperBound.secondsSince1970 - block.adhan.secondsSince1970) / 60
        }
        #expect(minutes(monday, 0) == 25 + 12, "the timetable has none for Fajr")
        #expect(minutes(monday, 1) == 40 + 12 && minutes(monday, 2) == 35 + 12)
        #expect(minutes(friday, 1) == 45 && minutes(friday, 2) == 35 + 12)
        #expect(minutes(monday + 1, 2) == 20 + 12, "a day that the timetable does not have")
        #expect(timetable.day(monday).fromTable == [])
    }

    @Test("a view shows twelve minutes of a prayer that takes no block, and Ramadan's of one that does")
    func shown() {
        var habits = PrayerHabits(ramadan: RamadanRules(suhoor: 40, iftar: 45, tarawih: 60))
        #expect(habits.shownRules(inRamadan: false) == .usual)
        #expect(habits.shownRules(inRamadan: true)[.isha] == BlockRule(before: 5, iqamahDelay: 20, length: 72))
        habits.strictness = .personal
        #expect(habits.shownRules(inRamadan: true)[.isha] == BlockRule(before: 0, iqamahDelay: 0, length: 12))
    }

    @Test("have minutes by the name of each prayer", arguments: BlockPrayer.allCases)
    func byName(prayer: BlockPrayer) {
        var rules = BlockRules.usual
        rules[prayer] = BlockRule(before: 1, iqamahDelay: 2, length: 3)
        let changed = BlockPrayer.allCases.filter { rules[$0] != BlockRules.usual[$0] }
        #expect(changed == [prayer])
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
        let blocks = [timetable.day(date - 1), timetable.day(date)].flatMap(rules.blocks).touching(today)
        let yesterday = rules.blocks(of: timetable.day(date - 1))
        #expect(yesterday.last.map { $0.time.upperBound > today.lowerBound } == true)
        #expect(blocks.first == yesterday.last)
        #expect(blocks.dropFirst().elementsEqual(rules.blocks(of: timetable.day(date))))
    }
}
