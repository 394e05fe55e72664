import PrayerTimes
import Scheduling
import SeededRandom
import Testing

@Suite("Quickest ways between places")
struct TravelTests {
    @Test("are those of the modes that the person takes, and none inside one place", arguments: [
        // A thousandth of a degree to the north is 111.2 m. 0.2 km are 4 min on foot. 0.6 km are 10 min on foot, and by
        // car 6 min of parking and 840 m at 22 km/h. 10 km are 14 km by car: 3 at 22 km/h, 7 at 32, 4 at 48.
        (0.0013, 0, 0), (0.0018, 4, 4), (0.0054, 9, 10), (0.08993, 33, 70),
    ])
    func quickest(degrees: Double, byCar: Int, without: Int) throws {
        let from = try #require(Coordinates(latitude: 24.7, longitude: 46.7))
        let to = try #require(Coordinates(latitude: 24.7 + degrees, longitude: 46.7))
        let car = TravelTimes(quickestBetween: [from, to, nil], TravelWishes())
        #expect(car.minutes(from: 0, to: 1) == byCar && car.minutes(from: 1, to: 0) == byCar)
        #expect(car.minutes(from: 0, to: 2) == 0 && car.minutes(from: 0, to: 3) == 0)
        // Without a car, 10 km are 14 km by bus: 8 min of waiting, 20 on foot for 1.6 km, and
        // 12.4 km at 18 km/h.
        let bus = TravelTimes(quickestBetween: [from, to], TravelWishes(ownsCar: false))
        #expect(bus.minutes(from: 0, to: 1) == without)
    }

    @Test("beyond every limit the quickest of all modes counts")
    func far() throws {
        let riyadh = try #require(Coordinates(latitude: 24.7, longitude: 46.7))
        let helsinki = try #require(Coordinates(latitude: 60.2, longitude: 24.9))
        let travel = TravelTimes(quickestBetween: [riyadh, helsinki], TravelWishes(ownsCar: false))
        #expect((3_000...6_000).contains(travel.minutes(from: 0, to: 1)))
    }

    @Test("take as long back as there, and longer to a farther place", arguments: 0..<50 as Range<UInt64>)
    func symmetry(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let latitude = Double.random(in: -60...60, using: &random)
        let longitude = Double.random(in: 0...90, using: &random)
        let places = try (0...20).map {
            try #require(Coordinates(latitude: latitude, longitude: longitude + Double($0) / 50))
        }
        let travel = TravelTimes(quickestBetween: places, TravelWishes())
        let there = (1...20).map { travel.minutes(from: 0, to: $0) }
        #expect(there == (1...20).map { travel.minutes(from: $0, to: 0) })
        #expect(there == there.sorted())
    }
}
