import CivilTime
import PrayerTimes
import Testing

@Suite("High latitudes")
struct HighLatitudeTests {
    private func day(
        _ latitude: Double, _ date: String, _ rule: HighLatitudeRule?, method name: String = "muslim-world-league",
        polar: PolarRule = .nearestLatitude
    ) -> TimetableDay {
        var rules = Rules(method: method(name))
        rules.highLatitude = TwilightRules(both: rule)
        rules.polar = polar
        return Timetable(place(latitude, 0, "UTC"), rules).day(PrayerTimesTests.day(date))
    }

    private func minutes(_ start: Instant?, _ end: Instant?) throws -> Double {
        let start = try #require(start), end = try #require(end)
        return (seconds(end) - seconds(start)) / 60
    }

    @Test("the recommendation is the same north and south of the equator", arguments: [
        (48.0, HighLatitudeRule.middleOfTheNight), (48.1, .seventhOfTheNight), (-54.8, .seventhOfTheNight),
        (0, .middleOfTheNight),
    ])
    func recommended(latitude: Double, rule: HighLatitudeRule) throws {
        #expect(HighLatitudeRule.recommended(at: try #require(Coordinates(latitude: latitude, longitude: 0))) == rule)
    }

    @Test("a rule's share of the night limits both twilights", arguments: [
        (HighLatitudeRule.middleOfTheNight, 2.0, 2.0), (.seventhOfTheNight, 7, 7),
        (.twilightAngle, 60.0 / 18, 60.0 / 17),
    ])
    func share(rule: HighLatitudeRule, fajr: Double, isha: Double) throws {
        // Edinburgh's latitude in June, where the sun never sinks to 12 degrees.
        let today = day(55.95, "2026-06-21", rule), tomorrow = day(55.95, "2026-06-22", rule)
        let night = try minutes(today.exact.maghrib, tomorrow.exact.sunrise)
        #expect(abs(try minutes(today.exact.fajr, today.exact.sunrise) - night / fajr) < 0.05)
        #expect(abs(try minutes(today.exact.maghrib, today.exact.isha) - night / isha) < 0.05)
        #expect(today.highLatitude == TwilightRules(fajr: rule, isha: rule))
    }

    @Test("without a rule a prayer without a twilight has no time, and the day has a problem")
    func none() {
        let found = day(55.95, "2026-06-21", HighLatitudeRule.none)
        #expect(found.times.fajr == nil && found.times.isha == nil)
        #expect(found.times.sunrise != nil && found.times.maghrib != nil)
        #expect(found.problem == .noTwilight)
    }

    @Test("a rule has no effect if the sun sinks far enough", arguments: HighLatitudeRule.allCases)
    func unneeded(rule: HighLatitudeRule) {
        let found = day(24, "2026-11-21", rule == .mecca || rule == .localRelativeEstimation ? .nearestDay : rule)
        #expect(found.highLatitude == TwilightRules(fajr: nil, isha: nil))
        #expect(found.exact == day(24, "2026-11-21", HighLatitudeRule.none).exact)
    }

    // After half a year the other hemisphere has the same sky. The Earth's distance from the sun and the
    // lengths of the half years make a few minutes of difference.
    @Test("the rules are the same in the south", arguments: HighLatitudeRule.allCases.filter { $0 != .none && $0 != .mecca })
    func hemispheres(rule: HighLatitudeRule) throws {
        let north = day(60, "2026-06-21", rule), south = day(-60, "2026-12-21", rule)
        let dawns = try (minutes(north.exact.fajr, north.exact.dhuhr), minutes(south.exact.fajr, south.exact.dhuhr))
        let dusks = try (minutes(north.exact.dhuhr, north.exact.isha), minutes(south.exact.dhuhr, south.exact.isha))
        #expect(abs(dawns.0 - dawns.1) < 8)
        #expect(abs(dusks.0 - dusks.1) < 8)
        #expect(north.highLatitude == south.highLatitude)
    }

    // 48.6° is the last latitude at which the midsummer sun sinks to 18 degrees (90 - 18 - 23.44).
    @Test("the nearest day is the last one on which the sun sank to the angle")
    func nearestDay() throws {
        let june = day(52, "2026-06-21", .nearestDay), last = day(52, "2026-05-25", HighLatitudeRule.none)
        #expect(last.times.fajr == nil, "the sun is 20° north by then, and 18 and 52 leave no more")
        let fajr = try minutes(june.exact.fajr, june.exact.dhuhr)
        #expect(fajr > 11 * 60 && fajr < 12 * 60, "on the last such day dawn comes just after midnight")
        #expect(june.highLatitude.fajr == .nearestDay)
        #expect(june.problem == nil)
    }

    @Test("Mecca's share of the night is about an eighth")
    func mecca() throws {
        let today = day(60, "2026-06-21", .mecca), tomorrow = day(60, "2026-06-22", .mecca)
        // In Mecca on that day: sunset 19:06, sunrise 5:39, 18 degrees at 4:13 (Umm al-Qura's 18.5 is 4:10).
        let night = try minutes(today.exact.maghrib, tomorrow.exact.sunrise)
        let share = try minutes(today.exact.fajr, today.exact.sunrise) / night
        #expect(share > 0.12 && share < 0.145)
    }

    @Test("Fajr and Isha may follow two rules; each is the one that both would give", arguments: [
        (HighLatitudeRule.seventhOfTheNight, HighLatitudeRule.middleOfTheNight), (.nearestDay, .twilightAngle),
        (.mecca, .nearestDay), (.nearestLatitude, .localRelativeEstimation), (.localRelativeEstimation, .moonsighting),
    ])
    func twoRules(fajr: HighLatitudeRule, isha: HighLatitudeRule) {
        let date = PrayerTimesTests.day("2026-06-21"), edinburgh = place(55.95, -3.19, "Europe/London")
        var rules = Rules(method: method("muslim-world-league"))
        rules.highLatitude = TwilightRules(fajr: fajr, isha: isha)
        let found = Timetable(edinburgh, rules).day(date)
        rules.highLatitude = TwilightRules(both: fajr)
        #expect(found.exact.fajr == Timetable(edinburgh, rules).day(date).exact.fajr && found.exact.fajr != nil)
        rules.highLatitude = TwilightRules(both: isha)
        #expect(found.exact.isha == Timetable(edinburgh, rules).day(date).exact.isha && found.exact.isha != nil)
        #expect(found.highLatitude == TwilightRules(fajr: fajr, isha: isha))
    }

    @Test("a place without a choice for one twilight has the recommended rule there")
    func oneRule() {
        let date = PrayerTimesTests.day("2026-06-21"), edinburgh = place(55.95, -3.19, "Europe/London")
        var rules = Rules(method: method("muslim-world-league"))
        rules.highLatitude.isha = .middleOfTheNight
        #expect(Timetable(edinburgh, rules).day(date).highLatitude
            == TwilightRules(fajr: .seventhOfTheNight, isha: .middleOfTheNight))
        rules.highLatitude = TwilightRules(fajr: HighLatitudeRule.none, isha: nil)
        let found = Timetable(edinburgh, rules).day(date)
        #expect(found.times.fajr == nil && found.times.isha != nil)
    }

    @Test("the seasonal minutes apply to their method with every rule",
        arguments: [HighLatitudeRule.middleOfTheNight, .none])
    func seasonal(rule: HighLatitudeRule) throws {
        let london = place(51.507194, -0.116711, "Europe/London")
        var rules = Rules(method: method("moonsighting-committee"))
        rules.highLatitude = TwilightRules(both: rule)
        // moonsighting.com for London, 1 July 2016. The sun does not sink to 18 degrees there.
        let times = Timetable(london, rules).day(PrayerTimesTests.day("2016-07-01")).times
        #expect(london.clock(times.fajr) == "02:51")
        #expect(london.clock(times.isha) == "22:38")
    }

    @Test("the shafaq moves Isha only: the red glow ends first, the white one last")
    func shafaq() throws {
        func isha(_ shafaq: Shafaq) throws -> Instant {
            var rules = Rules(method: method("moonsighting-committee"))
            rules.shafaq = shafaq
            let timetable = Timetable(place(43.494, -79.844, "America/New_York"), rules)
            return try #require(timetable.day(PrayerTimesTests.day("2021-01-01")).times.isha)
        }
        #expect(try isha(.ahmer) < isha(.general))
        #expect(try isha(.general) <= isha(.abyad))
    }
}

@Suite("Polar days")
struct PolarTests {
    private static let tromso = place(69.6492, 18.9553, "Europe/Oslo")

    private func day(_ date: String, _ rule: PolarRule, at place: Place = tromso) -> TimetableDay {
        var rules = Rules(method: method("muslim-world-league"))
        rules.polar = rule
        return Timetable(place, rules).day(PrayerTimesTests.day(date))
    }

    @Test("have no sunrise without a rule, and a problem", arguments: [
        ("2026-06-21", DayProblem.sunStaysUp), ("2026-12-21", .sunStaysDown),
        // With refraction the rim of the sun is visible at noon, but there is no shadow and no Asr.
        ("2026-11-26", .sunStaysDown),
    ])
    func unresolved(date: String, problem: DayProblem) {
        let found = day(date, .unresolved)
        #expect(found.problem == problem)
        #expect(found.times.dhuhr != nil)
        #expect(found.times.asr == nil || found.times.maghrib == nil)
        #expect(found.polar == nil)
    }

    @Test("get the times of a whole, ordered day", arguments: ["2026-06-21", "2026-12-21", "2026-11-26"],
        [PolarRule.nearestLatitude, .nearestDay])
    func resolved(date: String, rule: PolarRule) {
        let found = day(date, rule)
        #expect(found.problem == nil)
        #expect(found.polar == rule)
        #expect(found.exact.dhuhr == day(date, .unresolved).exact.dhuhr, "noon stays the place's own")
    }

    // In Tromso the midnight sun lasts from 18 May to 26 July, by its observatory.
    @Test("end with the polar summer and night", arguments: [
        ("2026-05-15", false), ("2026-05-20", true), ("2026-07-29", false), ("2026-01-26", false),
    ])
    func season(date: String, isPolar: Bool) {
        #expect((day(date, .nearestLatitude).polar != nil) == isPolar)
    }

    @Test("have times up to the highest latitudes", arguments: [69.0, 78.2, 89.9, -77.8, -89.9],
        ["2026-06-21", "2026-12-21", "2026-03-20"])
    func everywhere(latitude: Double, date: String) {
        let found = day(date, .nearestLatitude, at: place(latitude, 15, "UTC"))
        #expect(found.problem == nil)
    }
}
