import CivilTime
import PrayerTimes
import Testing

@Suite("The civil day")
struct CivilDayTests {
    // Both sides of the date line. Each noon is by the place's clock, on its date.
    @Test("is that of the place", arguments: [
        (-13.8333, -171.7667, "Pacific/Apia"), (1.8721, -157.4278, "Pacific/Kiritimati"), (-18.1416, 178.4419, "Pacific/Fiji"),
        (-43.95, -176.55, "Pacific/Chatham"), (51.88, -176.65, "America/Adak"), (-21.2, -175.2, "Pacific/Tongatapu"),
        (39.47, 75.99, "Asia/Shanghai"), (24.6877, 46.7219, "Asia/Riyadh"), (33.57, -7.59, "Africa/Casablanca"),
    ])
    func own(latitude: Double, longitude: Double, zone: String) throws {
        let at = place(latitude, longitude, zone)
        let timetable = Timetable(at, Rules(method: method("muslim-world-league")))
        for offset in 0..<366 {
            let date = day("2026-01-01") + offset
            let found = timetable.day(date)
            #expect(at.zone.date(at: try #require(found.exact.dhuhr)) == date)
            #expect(at.zone.date(at: try #require(found.exact.sunrise)) == date)
            #expect(found.problem == nil)
        }
    }

    @Test("that Samoa skipped has no noon, and the days around it have one", arguments: [
        ("2011-12-29", nil), ("2011-12-30", DayProblem.noNoon), ("2011-12-31", nil),
    ])
    func leftOut(date: String, problem: DayProblem?) {
        let apia = place(-13.8333, -171.7667, "Pacific/Apia")
        #expect(Timetable(apia, Rules(method: method("muslim-world-league"))).day(day(date)).problem == problem)
    }

    // Morocco ended its clock changes on 20 September 2026. Programs with older rules are an hour off.
    @Test("follows the system's zone rules")
    func casablanca() {
        let casablanca = place(33.595, -7.619, "Africa/Casablanca")
        let dhuhr = Timetable(casablanca, Rules(method: method("morocco"))).day(day("2026-11-21")).times.dhuhr
        let clock = casablanca.clock(dhuhr), offset = dhuhr.map { casablanca.zone.offset(at: $0) }
        #expect(clock == (offset == 0 ? "12:21" : "13:21"))
    }

    @Test("has all its prayers, also those after midnight")
    func afterMidnight() throws {
        // 17 degrees in Paris in June: after midnight by the clock.
        let paris = place(48.8566, 2.3522, "Europe/Paris")
        var rules = Rules(method: method("muslim-world-league"))
        rules.highLatitude = TwilightRules(both: HighLatitudeRule.none)
        let found = Timetable(paris, rules).day(day("2026-06-01"))
        #expect(found.date == day("2026-06-01"))
        #expect(paris.zone.date(at: try #require(found.times.isha)) == day("2026-06-02"))
    }

    @Test("has times in minutes of its clock, also when the zone's offset had seconds")
    func localMeanTime() throws {
        let amsterdam = place(52.3728, 4.8936, "Europe/Amsterdam")
        let found = Timetable(amsterdam, Rules(method: method("muslim-world-league"))).day(day("1920-03-20"))
        for event in DayEvent.allCases {
            #expect(amsterdam.secondOfDay(try #require(found.times[event])) % 60 == 0)
        }
    }
}

@Suite("A person's choices")
struct PersonalTests {
    private static let riyadh = place(24.6877, 46.7219, "Asia/Riyadh")

    private func times(_ change: (inout Rules) -> Void, method name: String = "umm-al-qura") -> PerEvent<Instant?> {
        var rules = Rules(method: method(name))
        change(&rules)
        return Timetable(Self.riyadh, rules).day(day("2026-03-01")).times
    }

    // In Ramadan: with another service, a person's minutes for Isha replace the half hour.
    @Test("minutes are added to one prayer, and to the method's minutes", arguments: DayEvent.allCases)
    func minutes(event: DayEvent) throws {
        let plain = times { _ in }, moved = times { $0.minutes[event] = 7 }
        for other in DayEvent.allCases {
            let difference = try #require(moved[other]) - #require(plain[other])
            #expect(difference == .seconds(other == event ? 7 * 60 : 0))
        }
    }

    @Test("minutes that change the order of prayers are a problem")
    func disorder() {
        var rules = Rules(method: method("umm-al-qura"))
        rules.minutes.fajr = 120
        #expect(Timetable(Self.riyadh, rules).day(day("2026-03-01")).problem == .outOfOrder)
    }

    @Test("elevation moves sunrise and Maghrib only")
    func elevation() throws {
        let low = times({ _ in }, method: "egyptian"), high = times({ $0.elevationMetres = 2_000 }, method: "egyptian")
        // 0.0347° times the root of 2,000 is 1.55°, and the sun climbs 15° an hour by cos 24.7°.
        let earlier = try #require(low.sunrise) - #require(high.sunrise), later = try #require(high.maghrib) - #require(low.maghrib)
        #expect(earlier >= .seconds(6 * 60) && earlier <= .seconds(8 * 60))
        #expect(later >= .seconds(6 * 60) && later <= .seconds(8 * 60))
        for event in [DayEvent.fajr, .dhuhr, .asr, .isha] { #expect(low[event] == high[event]) }
    }

    @Test("Asr is later by the Hanafi school")
    func school() throws {
        let standard = times { $0.school = .standard }, hanafi = times { $0.school = .hanafi }
        #expect(try #require(standard.asr) + .seconds(40 * 60) < #require(hanafi.asr))
        #expect(standard.maghrib == hanafi.maghrib)
    }

    @Test("imsak, duha, midnight and the last third follow from the times", arguments: ["umm-al-qura", "jafari"])
    func extras(name: String) throws {
        let timetable = Timetable(Self.riyadh, Rules(method: method(name)))
        let today = timetable.day(day("2026-11-21")), tomorrow = timetable.day(day("2026-11-22"))
        #expect(try #require(today.imsak) == #require(today.times.fajr) - .seconds(600))
        #expect(try #require(today.duha) == #require(today.times.sunrise) + .seconds(1_200))
        let start = try #require(today.times.maghrib), fajr = try #require(tomorrow.times.fajr)
        let end = name == "jafari" ? fajr : try #require(tomorrow.times.sunrise)
        let midnight = try #require(today.midnight), lastThird = try #require(today.lastThird)
        #expect(abs(seconds(midnight) - (seconds(start) + seconds(end)) / 2) < 60)
        #expect(abs(seconds(lastThird) - (seconds(start) + 2 * seconds(fajr)) / 3) < 60)
    }
}

@Suite("The ten times of a day")
struct DailyTimeTests {
    // Subscribed calendars, their addresses and the database hold these words.
    @Test("keep their words in addresses, identifiers and tables")
    func words() {
        let words = [
            "imsak", "fajr", "sunrise", "duha", "dhuhr", "asr", "maghrib", "isha", "midnight", "last-third",
        ]
        #expect(DailyTime.allCases.map(\.word) == words)
        #expect(DailyTime.allCases.map(\.identifier) == words)
        #expect(DailyTime.allCases.map(\.textKey) == words.map { "prayer.\($0)" })
        #expect(DailyTime.allCases.map(\.column) == words.dropLast() + ["last_third"])
    }

    @Test("have their places in the order of the day, and hold the six events")
    func positions() {
        #expect(DailyTime.allCases.map(\.position) == Array(0..<10))
        #expect(DailyTime.allCases.compactMap(\.event) == DayEvent.allCases)
        #expect(DayEvent.allCases.allSatisfy { $0.time.word == $0.rawValue && $0.time.event == $0 })
        #expect(DailyTime.prayers == [.fajr, .dhuhr, .asr, .maghrib, .isha])
    }
}
