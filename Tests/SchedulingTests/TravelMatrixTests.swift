import CivilTime
import PrayerTimes
import Scheduling
import SeededRandom
import Testing

@Suite("The minutes between the places of a day")
struct TravelMatrixTests {
    @Test("are a matrix with each vehicle that one owns, and one without")
    func vehicles() {
        let places = [north(0), north(1_000), north(8_000)]
        func vehicles(_ wishes: TravelWishes) -> [TravelMode?] {
            TravelMatrix.matrices(places, TravelEstimate(), wishes).map(\.vehicle)
        }
        #expect(vehicles(TravelWishes(ownsBike: true, ownsCar: true)) == [nil, .bike, .car])
        #expect(vehicles(TravelWishes(ownsCar: false)) == [nil])
        #expect(vehicles(TravelWishes(modes: [.walk, .transit], ownsBike: true)) == [nil])
    }

    @Test("have the reserve, the better mode without a car, and no way beyond one's limits")
    func minutes() throws {
        let places = [north(0), north(1_000), north(8_000)]
        let matrices = TravelMatrix.matrices(places, TravelEstimate(), TravelWishes(ownsBike: true))
        let (none, bike, car) = (matrices[0], matrices[1], matrices[2])
        // 1.3 km on foot take 975 s and 5 min.
        #expect(none.minutes[0][1] == 22 && none.modes[0][1] == .walk)
        #expect(none.modes[0][2] == .transit && none.modes[0][0] == nil)
        #expect(bike.minutes[0][2] == TravelMatrix.unreachable, "10.4 km are more than 4")
        // 11.2 km of street: 360 + 490.9 + 787.5 + 90 s, and 5 min.
        #expect(car.minutes[0][2] == 34 && car.times.minutes(from: 0, to: 2) == 34)
        #expect(car.times.minutes(from: 2, to: 2) == 0)
    }

    @Test("are closed: no stop saves time", arguments: 0..<100 as Range<UInt64>)
    func closed(seed: UInt64) {
        var random = SeededRandom(seed)
        let table = (0..<5).map { _ in (0..<5).map { _ in Int.random(in: 1...90, using: &random) } }
        let matrix = TravelMatrix(of: 5, with: .car, TravelWishes()) { from, to, mode in
            table[from][to] > 80 ? nil : TravelWay(mode, seconds: table[from][to] * 60, metres: 1)
        }
        for from in 0..<5 {
            #expect(matrix.minutes[from][from] == 0)
            for to in 0..<5 {
                for stop in 0..<5 {
                    #expect(matrix.minutes[from][to] <= matrix.minutes[from][stop] + matrix.minutes[stop][to])
                }
            }
        }
    }

    @Test("take the greener mode in eco mode")
    func eco() {
        func mode(isEco: Bool) -> TravelMode? {
            let wishes = TravelWishes(hasSharedService: true, isEco: isEco)
            return TravelMatrix(of: 2, with: nil, wishes) { _, _, mode in
                // 760 and 600 g: 15 and 12 minutes.
                mode == .walk ? nil : TravelWay(mode, seconds: mode == .shared ? 1_200 : 1_300, metres: 8_000)
            }.modes[0][1]
        }
        #expect(mode(isEco: false) == .shared && mode(isEco: true) == .transit)
    }
}
