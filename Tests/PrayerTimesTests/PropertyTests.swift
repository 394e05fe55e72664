import CivilTime
import PrayerTimes
import SeededRandom
import Testing

@Suite("Any place, day and rules")
struct PropertyTests {
    /// Random draws, the same in every run.
    private struct Draws {
        private var random = SeededRandom(0x4A61_6477_616C)

        mutating func number(_ range: ClosedRange<Double>) -> Double {
            range.lowerBound + (range.upperBound - range.lowerBound) * Double(random.next() >> 11) / 0x1p53
        }

        mutating func one<T>(of values: some RandomAccessCollection<T>) -> T {
            values[values.index(values.startIndex, offsetBy: Int(random.next() % UInt64(values.count)))]
        }
    }

    /// Zones with the range of their longitudes.
    private static let zones: [(name: String, longitudes: ClosedRange<Double>)] = [
        ("Asia/Riyadh", 35...55), ("Africa/Cairo", 25...36), ("Europe/London", -8...2), ("Europe/Oslo", 5...31),
        ("America/New_York", -90 ... -67), ("America/Anchorage", -168 ... -130), ("Asia/Kolkata", 68...97),
        ("Asia/Shanghai", 74...134), ("Australia/Sydney", 141...154), ("Pacific/Apia", -173 ... -171),
        ("Pacific/Kiritimati", -161 ... -150), ("America/Argentina/Ushuaia", -69 ... -65), ("Asia/Jakarta", 95...115),
        ("Africa/Casablanca", -13 ... -1), ("Pacific/Chatham", -177 ... -175), ("America/St_Johns", -60 ... -52),
    ]

    private struct Draw: CustomStringConvertible {
        let place: Place, rules: Rules, date: LocalDate
        let today: TimetableDay, tomorrow: TimetableDay

        init(_ place: Place, _ rules: Rules, _ date: LocalDate) {
            self.place = place
            self.rules = rules
            self.date = date
            let timetable = Timetable(place, rules)
            today = timetable.day(date)
            tomorrow = timetable.day(date + 1)
        }

        var description: String {
            "\(date) at \(place.coordinates.latitude), \(place.coordinates.longitude) in \(place.zone.name): "
                + "\(rules.method.name), \(rules.school), \(rules.highLatitude), \(rules.polar)"
        }
    }

    private static let draws: [Draw] = {
        let places = zones.map { (zone: place(0, 0, $0.name).zone, longitudes: $0.longitudes) }
        var draws = Draws()
        return (0..<10_000).map { _ in
            let zone = draws.one(of: places)
            // Most people live below 66°. A tenth of the draws is anywhere.
            let reach = draws.number(0...1) < 0.9 ? 66.0 : 89.9
            let at = Coordinates(latitude: draws.number(-reach...reach), longitude: draws.number(zone.longitudes))
            var rules = Rules(method: draws.one(of: Method.all))
            rules.school = draws.one(of: AsrSchool.allCases)
            let highLatitude = [nil] + HighLatitudeRule.allCases
            rules.highLatitude = TwilightRules(fajr: draws.one(of: highLatitude), isha: draws.one(of: highLatitude))
            rules.polar = draws.one(of: PolarRule.allCases)
            rules.shafaq = draws.one(of: Shafaq.allCases)
            rules.elevationMetres = draws.one(of: [nil, 800])
            // 2013 to 2199, since the last zone crossed the date line before.
            let date = LocalDate(daysSince1970: 15_706 + draws.one(of: 0..<68_000))
            guard let at else { fatalError("drawn from the globe") }
            return Draw(Place(at, zone: zone.zone), rules, date)
        }
    }()

    @Test("a day is in order, or has a problem")
    func order() {
        var problems: [DayProblem: Int] = [:]
        for draw in Self.draws {
            let found = draw.today
            let moments = DayEvent.allCases.compactMap { found.times[$0] }
            let isWhole = moments.count == 6 && zip(moments, moments.dropFirst()).allSatisfy { $0 < $1 }
            #expect(isWhole == (found.problem == nil), "\(draw)")
            if let problem = found.problem { problems[problem, default: 0] += 1 }
            // With the recommended rules, a place between the polar circles gets a whole day.
            let isOffered = !draw.rules.highLatitude.hasNone && draw.rules.polar != .unresolved
            if isOffered, abs(draw.place.coordinates.latitude) < 65 {
                #expect(found.problem == nil, "\(draw): \(found.times)")
            }
        }
        #expect(problems[.noNoon] == nil)
        #expect(problems[.noTwilight] ?? 0 > 0 && problems[.sunStaysUp] ?? 0 > 0, "the draws reach the hard cases")
    }

    @Test("noon is on its civil day, and the times are around it")
    func civilDay() throws {
        for draw in Self.draws {
            let found = draw.today
            let noon = try #require(found.exact.dhuhr)
            #expect(draw.place.zone.date(at: noon) == draw.date)
            for event in DayEvent.allCases {
                guard let moment = found.exact[event] else { continue }
                #expect(abs(seconds(moment) - seconds(noon)) < 15 * 3_600, "\(draw) \(event)")
            }
        }
    }

    @Test("the same rules give the same day again")
    func determinism() {
        for draw in Self.draws.prefix(1_000) {
            let again = Timetable(draw.place, draw.rules).day(draw.date)
            #expect(again.times == draw.today.times && again.exact == draw.today.exact)
        }
    }

    @Test("printed minutes are within a minute of the exact time")
    func rounding() throws {
        for draw in Self.draws.prefix(2_000) {
            let found = draw.today
            for event in DayEvent.allCases {
                guard let exact = found.exact[event], let printed = found.times[event] else { continue }
                #expect(abs(seconds(exact) - seconds(printed)) <= 60)
                #expect(printed.secondsSince1970 % 60 == 0)
            }
        }
    }

    // Usually a few minutes; more about the days from which there is no twilight. The sun then only
    // touches its angle, and a day makes a difference of half an hour.
    @Test("no time jumps from one day to the next")
    func smoothness() throws {
        for draw in Self.draws where abs(draw.place.coordinates.latitude) < 60 && !draw.rules.highLatitude.hasNone {
            let today = draw.today, tomorrow = draw.tomorrow
            // In Ramadan Isha is half an hour later.
            guard today.isRamadan == tomorrow.isRamadan else { continue }
            for event in DayEvent.allCases {
                let first = try #require(today.exact[event]), second = try #require(tomorrow.exact[event])
                let change = abs(seconds(second) - seconds(first) - 86_400) / 60
                #expect(change < 40, "\(draw) \(event)")
            }
        }
    }
}

extension TwilightRules {
    /// True if a twilight has no limit.
    fileprivate var hasNone: Bool { fajr == HighLatitudeRule.none || isha == HighLatitudeRule.none }
}
