import CivilTime
import PrayerTimes
import Testing

@Suite("A mosque's own timetable")
struct MosqueTableTests {
    private let place: Place
    private let day: LocalDate

    init() throws {
        place = Place(try #require(Coordinates(latitude: 51.5085, longitude: -0.1257)), zone: .utc)
        day = try #require(LocalDate(iso8601: "2026-11-23"))
    }

    private func timetable(_ rules: Rules, _ days: [MosqueDay]) -> Timetable {
        Timetable(place, rules, table: MosqueTable(days))
    }

    /// The minutes of a time since the day's midnight in UTC.
    private func minute(_ moment: Instant?, _ date: LocalDate) -> Int? {
        moment.map { Int($0.secondsSince1970 / 60) - date.daysSince1970 * 1_440 }
    }

    @Test("wins prayer by prayer on its days, and nothing is added to its times")
    func wins() throws {
        var rules = Rules(method: .muslimWorldLeague)
        rules.minutes = PerEvent(all: 7)
        let computed = Timetable(place, rules)
        var own = MosqueDay(day, times: PerEvent(all: nil))
        own.times.fajr = 340
        own.times.isha = 1_130
        let timetable = timetable(rules, [own])
        let mixed = timetable.day(day), formula = computed.day(day)
        #expect(minute(mixed.times.fajr, day) == 340 && minute(mixed.times.isha, day) == 1_130)
        #expect(mixed.exact.fajr == mixed.times.fajr)
        #expect(mixed.imsak == mixed.times.fajr.map { $0 - .seconds(600) }, "what follows a time follows the new one")
        for event in [DayEvent.sunrise, .dhuhr, .asr, .maghrib] { #expect(mixed.times[event] == formula.times[event]) }
        #expect(mixed.fromTable == [.fajr, .isha] && formula.fromTable == [])
        #expect(timetable.day(day + 1).times == computed.day(day + 1).times)
        #expect(timetable.day(day + 1).fromTable == [])
    }

    @Test("the night ends at the next day's time of the timetable")
    func nights() throws {
        let rules = Rules(method: .muslimWorldLeague)
        func own(_ date: LocalDate) -> MosqueDay {
            MosqueDay(date, times: PerEvent(fajr: 300, sunrise: 450, dhuhr: 720, asr: 840, maghrib: 1_020, isha: 1_110))
        }
        let timetable = timetable(rules, [own(day), own(day + 1)])
        // From 17:00 to 5:00 there are twelve hours, and the last third begins after eight of them.
        #expect(minute(timetable.day(day).lastThird, day) == 1_020 + 480)
    }

    @Test("fills a polar night, and then nothing is wrong with the day")
    func polar() throws {
        let north = Place(try #require(Coordinates(latitude: 78.22, longitude: 15.65)), zone: .utc)
        var rules = Rules(method: .muslimWorldLeague)
        rules.polar = .unresolved
        let times = PerEvent<Int?>(fajr: 300, sunrise: 450, dhuhr: 660, asr: 720, maghrib: 900, isha: 1_000)
        let dark = try #require(LocalDate(iso8601: "2026-12-21"))
        let whole = Timetable(north, rules, table: MosqueTable([MosqueDay(dark, times: times)])).day(dark)
        #expect(Timetable(north, rules).day(dark).problem == .sunStaysDown)
        #expect(whole.problem == nil && whole.polar == nil)
        var part = MosqueDay(dark, times: times)
        part.times.asr = nil
        #expect(Timetable(north, rules, table: MosqueTable([part])).day(dark).problem == .sunStaysDown)
    }

    @Test("has times after midnight, and knows which days it lacks")
    func days() throws {
        var late = MosqueDay(day, times: PerEvent(all: nil))
        late.times.isha = 1_450
        let table = MosqueTable([MosqueDay(day + 3, times: PerEvent(all: 1)), late])
        let timetable = Timetable(place, Rules(method: .muslimWorldLeague), table: table)
        #expect(minute(timetable.day(day).times.isha, day) == 1_450)
        #expect(table.span == day...(day + 3) && table.missing == [day + 1, day + 2])
        #expect(MosqueTable([]).span == nil && MosqueTable([]).missing == [])
    }
}
