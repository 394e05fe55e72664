import CivilTime
import PrayerTimes
import Scheduling
import SeededRandom
import Testing
import Weather

/// Half an hour from 10:00 in Riyadh on a Monday in November, and the weather of its hours.
private let ten = at("2026-11-23 07:00")

private func modes(
    _ wishes: TravelWishes = .everything, weather: WeatherHour? = nil, day: ((inout Modes.Day) -> Void)? = nil
) throws -> Modes {
    var place = Modes.Day(in: try zone("Asia/Riyadh"))
    day?(&place)
    let forecast = weather.map { hour in
        Forecast((-24..<24).map { number in
            var hour = hour
            hour.time = ten + .seconds(number * 3_600)..<ten + .seconds(number * 3_600 + 3_600)
            return hour
        }, fetchedAt: ten - .seconds(3_600))
    }
    return Modes(wishes, on: place, forecast: forecast, now: ten - .seconds(1_800))
}

extension TravelWishes {
    static let everything = TravelWishes(ownsBike: true, ownsCar: true, hasSharedService: true)
}

private func weather(
    apparent: Double? = nil, chance: Double? = nil, rain: Double? = nil, gust: Double? = nil,
    _ condition: WeatherCondition? = nil
) -> WeatherHour {
    WeatherHour(
        ten..<ten + .seconds(3_600), apparent: apparent, rainChance: chance, rain: rain, gust: gust,
        condition: condition)
}

private func names(
    _ mode: TravelMode, metres: Int = 1_000, _ modes: Modes, from start: Instant = ten, walked: Int? = nil
) -> [String] {
    let way = TravelWay(mode, seconds: 1_800, metres: metres, walkedMetres: walked)
    return modes.reasons(against: way, during: start..<start + .seconds(1_800)).map(\.name)
}

@Suite("Modes that are out")
struct ModeTests {
    @Test("are none for whoever owns and allows everything, on a fine day")
    func fine() throws {
        let fine = try modes(weather: weather(apparent: 24, chance: 0, rain: 0, gust: 10, .clear))
        for mode in TravelMode.allCases { #expect(names(mode, fine).isEmpty) }
        #expect(try TravelMode.allCases.allSatisfy { names($0, try modes()).isEmpty }, "and without a forecast")
    }

    @Test("are those that neither the event nor the person allows or owns")
    func owning() throws {
        var poor = try modes(TravelWishes(modes: [.walk, .bike, .shared, .car], ownsBike: false, ownsCar: false))
        #expect(names(.bike, poor) == ["not-owned"] && names(.car, poor) == ["not-owned"])
        #expect(names(.shared, poor) == ["no-service"] && names(.transit, poor) == ["not-allowed"])
        poor.allowed = [.car]
        #expect(names(.walk, poor) == ["not-allowed"] && names(.car, poor) == ["not-owned"])
        #expect(names(.bike, poor) == ["not-allowed", "not-owned"], "all reasons, not only the first one")
    }

    @Test("are too far beyond the metres of the person", arguments: [
        (TravelMode.walk, 2_000, true), (.walk, 2_001, false), (.bike, 4_000, true), (.bike, 4_001, false),
        (.car, 1_500_000, true), (.car, 6_000_000, false),
    ])
    func distance(mode: TravelMode, metres: Int, isAllowed: Bool) throws {
        #expect(try names(mode, metres: metres, modes()) == (isAllowed ? [] : ["too-far"]))
    }

    @Test("are public transport outside its hours and on days of strikes")
    func transit() throws {
        let usual = try modes(), riyadh = try zone("Asia/Riyadh")
        func at(_ clock: String, _ modes: Modes) -> [String] {
            names(.transit, modes, from: SchedulingTests.at("2026-11-23 \(clock)", in: riyadh))
        }
        #expect(at("07:00", usual).isEmpty && at("21:30", usual).isEmpty, "it may end with the hours")
        #expect(at("06:59", usual) == ["transit-hours"] && at("21:31", usual) == ["transit-hours"])
        var late = usual
        late.wishes.transitHours = 10 * 60..<26 * 60
        #expect(at("23:45", late).isEmpty && at("01:15", late).isEmpty && at("01:45", late) == ["transit-hours"])
        let strike = try modes { $0.strikes = [day("2026-11-23")] }
        #expect(at("10:00", strike) == ["strike"] && names(.walk, strike).isEmpty)
    }

    @Test("follow the rules of the weather", arguments: [
        (TravelMode.walk, 600, weather(chance: 49, rain: 0.49), [String]()),
        (.walk, 600, weather(chance: 50), ["rain"]),
        (.walk, 600, weather(rain: 0.5), ["rain"]), (.walk, 500, weather(chance: 100, rain: 9), []),
        (.bike, 100, weather(chance: 30), ["rain"]), (.bike, 100, weather(rain: 0.2), ["rain"]),
        (.bike, 100, weather(chance: 29, rain: 0.19, gust: 39.9), []), (.bike, 100, weather(gust: 40), ["wind"]),
        (.walk, 1_000, weather(gust: 90), []), (.bike, 100, weather(apparent: 38), ["heat"]),
        (.bike, 100, weather(apparent: 37.9), []), (.walk, 401, weather(apparent: 40), ["heat"]),
        (.walk, 400, weather(apparent: 44.9), []), (.walk, 101, weather(apparent: 45), ["heat"]),
        (.walk, 100, weather(apparent: 50), []), (.bike, 100, weather(apparent: -5.1), ["cold"]),
        (.walk, 1_000, weather(apparent: -15.1), ["cold"]), (.walk, 1_000, weather(apparent: -10), []),
        (.walk, 50, weather(.thunder), ["storm"]), (.bike, 50, weather(.dust), ["storm"]),
        (.car, 5_000, weather(apparent: 50, chance: 100, rain: 9, gust: 90, .thunder), []),
        (.bike, 100, weather(apparent: 46, chance: 90, .thunder), ["storm", "rain", "heat"]),
    ] as [(TravelMode, Int, WeatherHour, [String])])
    func weatherRules(mode: TravelMode, metres: Int, weather: WeatherHour, expected: [String]) throws {
        let found = try names(mode, metres: metres, modes(weather: weather))
        #expect(found == expected)
    }

    @Test("are buses with a long walk in heat, if the walk is known")
    func walkToTheBus() throws {
        let hot = try modes(weather: weather(apparent: 46))
        #expect(names(.transit, hot).isEmpty && names(.transit, hot, walked: 90).isEmpty)
        #expect(names(.transit, hot, walked: 300) == ["heat"])
    }

    @Test("are out four degrees earlier while fasting, unless the person does not want that")
    func fasting() throws {
        let fast = ten - .seconds(9_000)..<ten + .seconds(30_000)
        var fasting = try modes(weather: weather(apparent: 36)) { $0.fasts = [fast] }
        let way = TravelWay(.walk, seconds: 600, metres: 700)
        let reasons = fasting.reasons(against: way, during: ten..<ten + .seconds(600))
        #expect(reasons == [.heat(degrees: 36, limit: 36, isFasting: true)] && reasons[0].isWeather)
        let evening = fast.upperBound..<fast.upperBound + .seconds(600)
        #expect(fasting.reasons(against: way, during: evening).isEmpty)
        fasting.wishes.caresForFasting = false
        #expect(fasting.reasons(against: way, during: ten..<ten + .seconds(600)).isEmpty)
    }

    @Test("are walks and rides in the sun of a summer noon where that is the rule", arguments: [
        ("2026-06-15 12:00", nil, true), ("2026-06-14 12:00", nil, false), ("2026-09-15 14:59", nil, true),
        ("2026-07-01 11:20", nil, false), ("2026-07-01 11:40", nil, true), ("2026-07-01 15:00", nil, false),
        ("2026-07-01 13:00", 26.0, false), ("2026-07-01 13:00", 33.0, true),
    ] as [(String, Double?, Bool)])
    func noon(clock: String, apparent: Double?, isOut: Bool) throws {
        let start = at(clock, in: try zone("Asia/Riyadh"))
        var rules = try modes { $0.hasNoonRule = true }
        rules.now = start
        if let apparent {
            let hours = WeatherHour(start - .seconds(3_600)..<start + .seconds(7_200), apparent: apparent)
            rules.forecast = Forecast([hours], fetchedAt: start)
        }
        #expect(names(.walk, rules, from: start) == (isOut ? ["noon-sun"] : []))
        #expect(names(.walk, metres: 300, rules, from: start).isEmpty, "a short walk")
        rules.day.hasNoonRule = false
        #expect(names(.bike, rules, from: start).isEmpty)
    }

    @Test("know nothing of a forecast that is missing, too old or too short")
    func noForecast() throws {
        var hot = try modes(weather: weather(apparent: 46))
        let time = ten..<ten + .seconds(1_800)
        #expect(hot.weather(during: time) == .known(WorstWeather([weather(apparent: 46)])))
        let later = ten + .seconds(5 * 86_400)
        #expect(hot.weather(during: later..<later + .seconds(60)) == .missing)
        hot.now = ten + .seconds(5 * 3_600 + 1)
        #expect(hot.weather(during: time) == .tooOld && names(.bike, hot).isEmpty)
        hot.forecast = nil
        #expect(hot.weather(during: time) == .missing && names(.bike, hot).isEmpty)
    }
}
