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

    @Test("the quickest way is on foot only while no car is quicker, and none inside one place", arguments: [
        // A thousandth of a degree to the north is 111.2 m. 0.6 km: 10 min on foot, 8 by car; 0.2 km: 4 min on foot.
        (0.0013, nil, false), (0.0018, 4, true), (0.0054, 8, false), (0.08993, 33, false),
    ] as [(Double, Int?, Bool)])
    func quickest(degrees: Double, minutes: Int?, isOnFoot: Bool) throws {
        let from = try #require(Coordinates(latitude: 24.7, longitude: 46.7))
        let to = try #require(Coordinates(latitude: 24.7 + degrees, longitude: 46.7))
        let way = EstimatedWay(from: from, to: to)
        #expect(way?.minutes == minutes && way?.isOnFoot ?? false == isOnFoot)
        #expect(way == EstimatedWay(from: to, to: from))
        let travel = TravelTimes(quickestBetween: [from, to, nil])
        #expect(travel.minutes(from: 0, to: 1) == minutes ?? 0)
        #expect(travel.minutes(from: 0, to: 2) == 0 && travel.minutes(from: 0, to: 3) == 0)
    }
}
