import PrayerTimes
import Scheduling
import SeededRandom
import Testing

@Suite("Ways from the straight line")
struct TravelTests {
    @Test("take the minutes of the streets at the speed", arguments: [
        // 10 km to the north are 0.0899° on a sphere of 6,371 km: 13 km on foot, 14 km by car.
        (StraightLineSpeed.walk, 163), (StraightLineSpeed.car, 33),
    ])
    func minutes(speed: StraightLineSpeed, expected: Int) throws {
        let from = try #require(Coordinates(latitude: 24.7, longitude: 46.7))
        let to = try #require(Coordinates(latitude: 24.7 + 0.08993, longitude: 46.7))
        #expect(speed.minutes(from: from, to: to) == expected)
        #expect(speed.minutes(from: from, to: from) == 0)
        #expect(TravelTimes(between: [from, to], by: speed).minutes(from: 0, to: 1) == expected)
    }

    @Test("take as long back as there, and longer to a farther place", arguments: 0..<50 as Range<UInt64>)
    func symmetry(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let latitude = Double.random(in: -60...60, using: &random)
        let longitude = Double.random(in: 0...90, using: &random)
        let from = try #require(Coordinates(latitude: latitude, longitude: longitude))
        let steps = try (1...20).map {
            try #require(Coordinates(latitude: latitude, longitude: longitude + Double($0) / 50))
        }
        let there = steps.map { StraightLineSpeed.car.minutes(from: from, to: $0) }
        #expect(there == steps.map { StraightLineSpeed.car.minutes(from: $0, to: from) })
        #expect(there == there.sorted())
    }
}
