import CivilTime
import PrayerTimes
import SeededRandom
import Testing
import Weather

private let start = Instant(secondsSince1970: 1_795_766_400)

private func minute(_ minutes: Int) -> Instant { start + .seconds(minutes * 60) }

private func hour(_ number: Int, apparent: Double? = nil, rain: Double? = nil) -> WeatherHour {
    WeatherHour(minute(number * 60)..<minute(number * 60 + 60), apparent: apparent, rain: rain)
}

@Suite("Forecasts")
struct ForecastTests {
    @Test("say the worst of the hours that a way touches")
    func worst() {
        let forecast = Forecast(
            [hour(2, apparent: 45), hour(0, apparent: 30, rain: 1), hour(1, apparent: 38)], fetchedAt: start)
        #expect(forecast.worst(during: minute(10)..<minute(20))?.hottest == 30)
        #expect(forecast.worst(during: minute(50)..<minute(60))?.hottest == 30, "the way ends as the hour begins")
        #expect(forecast.worst(during: minute(50)..<minute(61))?.hottest == 38)
        #expect(forecast.worst(during: minute(60)..<minute(60))?.hottest == 38, "a moment")
        let all = forecast.worst(during: minute(0)..<minute(180))
        #expect(all?.hottest == 45 && all?.coldest == 30 && all?.rain == 1)
    }

    @Test("say nothing of a way that they do not know wholly")
    func unknown() {
        let gap = Forecast([hour(0, apparent: 30), hour(2, apparent: 30)], fetchedAt: start)
        #expect(gap.worst(during: minute(-1)..<minute(10)) == nil)
        #expect(gap.worst(during: minute(170)..<minute(181)) == nil)
        #expect(gap.worst(during: minute(30)..<minute(130)) == nil, "an hour is missing on the way")
        #expect(gap.worst(during: minute(90)..<minute(90)) == nil)
        #expect(gap.worst(during: minute(0)..<minute(60)) != nil)
        #expect(Forecast([], fetchedAt: start).worst(during: minute(0)..<minute(1)) == nil)
    }

    @Test("keep the first of hours that overlap, and no hour without length")
    func overlapping() {
        let moment = WeatherHour(minute(120)..<minute(120), apparent: 9)
        let late = WeatherHour(minute(30)..<minute(90), apparent: 9)
        let forecast = Forecast([hour(1, apparent: 2), late, moment, hour(0, apparent: 1)], fetchedAt: start)
        #expect(forecast.hours.map(\.apparent) == [1, 2])
    }

    @Test("are too old after six hours, and if the service made them long before", arguments: [
        (0, nil, true), (360, nil, true), (361, nil, false), (3 * 1_440, nil, false), (0, -18 * 60, true),
        (1, -18 * 60, false), (0, -3 * 1_440, false), (-30, nil, true),
    ] as [(Int, Int?, Bool)])
    func age(minutes: Int, issued: Int?, isCurrent: Bool) {
        let forecast = Forecast([hour(0)], fetchedAt: start, issuedAt: issued.map(minute))
        #expect(forecast.isCurrent(at: minute(minutes)) == isCurrent)
        #expect(forecast.age(at: minute(minutes)) == .seconds(max(0, minutes) * 60))
    }

    @Test("find the same hours as a look at each of them", arguments: 0..<200 as Range<UInt64>)
    func hoursOfATime(seed: UInt64) {
        var random = SeededRandom(seed), hours: [WeatherHour] = [], at = 0
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            at += Int.random(in: 0...2, using: &random) * 30
            let length = Int.random(in: 1...3, using: &random) * 30
            hours.append(WeatherHour(minute(at)..<minute(at + length)))
            at += length
        }
        let forecast = Forecast(hours.shuffled(using: &random), fetchedAt: start)
        #expect(forecast.hours == hours)
        let from = Int.random(in: -30...500, using: &random)
        let time = minute(from)..<minute(from + Int.random(in: 1...300, using: &random))
        #expect(Array(forecast.hours(during: time)) == hours.filter { $0.time.overlaps(time) })
        let moment = time.lowerBound..<time.lowerBound
        #expect(Array(forecast.hours(during: moment)) == hours.filter { $0.time.contains(time.lowerBound) })
    }

    @Test("are asked for squares of a tenth of a degree", arguments: [
        (24.7136, 46.6753, "24.7", "46.7"), (-0.04, -0.06, "0.0", "-0.1"), (51.4499, -0.12, "51.4", "-0.1"),
        (-33.86, 151.21, "-33.9", "151.2"), (0, 180, "0.0", "-180.0"), (0, -179.96, "0.0", "-180.0"),
        (89.99, 0, "89.9", "0.0"),
    ])
    func cells(latitude: Double, longitude: Double, north: String, east: String) throws {
        let cell = WeatherCell(try #require(Coordinates(latitude: latitude, longitude: longitude)))
        #expect(cell.latitudeText == north && cell.longitudeText == east)
    }
}

@Suite("Apparent temperature")
struct ApparentTemperatureTests {
    @Test("agrees with Steadman's formula solved by hand", arguments: [
        // Degrees, humidity, wind in km/h; 12.247 and 0 hPa of vapour.
        (42.0, 15.0, 18.0, 38.541), (20.0, 0.0, 0.0, 16.0), (35.0, 30.0, 36.0, 29.546),
    ])
    func byHand(temperature: Double, humidity: Double, wind: Double, expected: Double) {
        #expect(abs(apparentTemperature(temperature, humidity: humidity, wind: wind) - expected) < 0.001)
    }
}
