import CivilTime
import PrayerTimes
import Scheduling
import SeededRandom
import Testing

/// A point some metres to the north of another on a sphere of 6,371 km.
func north(_ metres: Double, of latitude: Double = 24.7, longitude: Double = 46.7) -> Coordinates {
    let degrees = metres / 6_371_000 * 180 / .pi
    guard let point = Coordinates(latitude: latitude + degrees, longitude: longitude)
    else { preconditionFailure("\(metres) m are beyond the pole") }
    return point
}

func randomPoint(around latitude: Double, _ longitude: Double, using random: inout SeededRandom) -> Coordinates {
    guard let point = Coordinates(
        latitude: latitude + Double.random(in: -0.2...0.2, using: &random),
        longitude: longitude + Double.random(in: -0.2...0.2, using: &random))
    else { preconditionFailure("no point") }
    return point
}

@Suite("Estimates of ways")
struct TravelEstimateTests {
    private static let noon = at("2026-11-23 09:00")
    /// A morning in Riyadh, 23 November 2026 is a Monday.
    private static func rush() throws -> RushHours {
        RushHours(
            on: day("2026-11-22")...day("2026-11-24"), in: try zone("Asia/Riyadh"),
            workingDays: [.sunday, .monday, .tuesday, .wednesday, .thursday], iftars: [at("2026-11-23 14:05")])
    }

    @Test("take the minutes of the streets at the usual speeds", arguments: [
        // 2 km straight: 2.6 km at 4.8 km/h; at 14 km/h.
        (TravelMode.walk, 2_000.0, 1_950, 2_600), (.bike, 2_000, 669, 2_600),
        // 10 km straight, 14 km: 6 min, 3 km at 22 km/h, 7 at 32, 4 at 48; a shared car waits 6 min.
        (.car, 10_000, 1_939, 14_000), (.shared, 10_000, 1_939, 14_000),
        // 8 min, twice 10 min on foot for 800 m, 12.4 km at 18 km/h.
        (.transit, 10_000, 4_160, 14_000),
        // 300 m straight: 390 m on foot are quicker than any car.
        (.car, 300, 293, 420), (.transit, 300, 293, 420), (.walk, 0, 0, 0), (.car, 0, 0, 0),
    ] as [(TravelMode, Double, Int, Int)])
    func minutes(mode: TravelMode, metres: Double, seconds: Int, street: Int) {
        let way = TravelEstimate().way(from: north(0), to: north(metres), by: mode)
        #expect(abs(way.seconds - seconds) <= 1 && abs(way.metres - street) <= 1)
        #expect(way.source == .estimate && way.mode == mode)
    }

    @Test("are zero, symmetric, growing and closed under stops, at every hour", arguments: 0..<300 as Range<UInt64>)
    func properties(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let estimate = TravelEstimate(rush: try Self.rush())
        let places = (0..<3).map { _ in randomPoint(around: 24.7, 46.7, using: &random) }
        let leaving = Self.noon + .seconds(Int.random(in: -86_400...86_400, using: &random))
        for mode in TravelMode.allCases {
            func seconds(_ from: Int, _ to: Int, _ departure: Instant? = nil) -> Int {
                estimate.way(from: places[from], to: places[to], by: mode, leaving: departure ?? leaving).seconds
            }
            #expect(seconds(0, 0) == 0 && seconds(0, 1) == seconds(1, 0))
            let stop = seconds(0, 1)
            #expect(seconds(0, 2) <= stop + seconds(1, 2, leaving + .seconds(stop)), "a stop saves no time")
            #expect(stop + seconds(1, 2) >= seconds(0, 2) - 1 || mode.isDriven, "nor at one moment")
            let farther = (0...60).map { index in
                estimate.way(from: north(0), to: north(Double(index * index) * 40), by: mode, leaving: leaving).seconds
            }
            #expect(farther == farther.sorted() && farther[1] > 0)
        }
    }

    @Test("have no step, neither by the metre nor by the minute, and whoever leaves later arrives later")
    func noStep() throws {
        let estimate = TravelEstimate(rush: try Self.rush())
        for mode in TravelMode.allCases {
            var last = 0
            for metres in stride(from: 0.0, through: 40_000, by: 10) {
                let seconds = estimate.way(from: north(0), to: north(metres), by: mode, leaving: Self.noon).seconds
                // 10 m straight are 14 m of street: 11 s on foot.
                #expect((last...last + 12).contains(seconds), "\(mode) at \(metres) m")
                last = seconds
            }
        }
        for metres in [3_000.0, 12_000, 60_000, 300_000] {
            var last: Int?
            for minute in 0..<2_880 {
                let leaving = Self.noon - .seconds(86_400) + .seconds(minute * 60)
                let seconds = estimate.way(from: north(0), to: north(metres), by: .car, leaving: leaving).seconds
                if let last {
                    #expect(seconds - last >= -60, "leaving a minute later, at \(leaving)")
                    #expect(seconds - last <= 60)
                }
                last = seconds
            }
        }
    }

    @Test("know the latest departure: leaving then is in time, later is not", arguments: 0..<300 as Range<UInt64>)
    func arriving(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let estimate = TravelEstimate(rush: try Self.rush())
        let from = randomPoint(around: 24.7, 46.7, using: &random), to = randomPoint(around: 24.7, 46.7, using: &random)
        let arriving = Self.noon + .seconds(Int.random(in: -86_400...86_400, using: &random))
        for mode in TravelMode.allCases {
            let way = estimate.way(from: from, to: to, by: mode, arriving: arriving)
            let departure = try #require(way.departure)
            #expect(way.arrival == arriving)
            func arrival(_ departure: Instant) -> Instant {
                departure + .seconds(estimate.way(from: from, to: to, by: mode, leaving: departure).seconds)
            }
            #expect(arrival(departure) <= arriving + .seconds(1))
            #expect(arrival(departure + .seconds(3)) > arriving)
        }
    }

    @Test("take a third longer in the middle of a peak, and no longer in the night")
    func peaks() throws {
        let estimate = TravelEstimate(rush: try Self.rush()), to = north(4_000)
        let free = estimate.way(from: north(0), to: to, by: .car).seconds
        func seconds(_ text: String) throws -> Int {
            let leaving = at(text, in: try zone("Asia/Riyadh"))
            return estimate.way(from: north(0), to: to, by: .car, leaving: leaving).seconds
        }
        // The 6 minutes of parking do not grow.
        #expect(try abs(Double(seconds("2026-11-23 07:30") - 360) - Double(free - 360) * 1.35) < 2)
        #expect(try seconds("2026-11-23 19:00") > free + 60, "the hours after iftar")
        #expect(try seconds("2026-11-24 03:00") == free)
        #expect(try seconds("2026-11-23 06:15") == free)
        #expect(try (free + 1..<seconds("2026-11-23 07:30")).contains(seconds("2026-11-23 06:45")), "it grows")
    }

    @Test("are the slower pace if peaks touch each other")
    func overlappingPeaks() {
        let long = RushHours.Peak(span("08:00-12:00"), factor: 1.2)
        let short = RushHours.Peak(span("09:00-10:00"), factor: 2)
        let both = RushHours([long, short])
        for minute in 0..<600 {
            let leaving = at("2026-11-23 06:00") + .seconds(minute * 60)
            let each = [long, short].map { RushHours([$0]).seconds(ofDriving: 60, leaving: leaving) }
            let found = both.seconds(ofDriving: 60, leaving: leaving)
            #expect(found >= max(each[0], each[1]) - 1e-6 && found <= each[0] + each[1])
        }
        #expect(abs(both.seconds(ofDriving: 600, leaving: at("2026-11-23 09:10")) - 1_200) < 1e-6)
        #expect(abs(both.seconds(ofDriving: 600, arriving: at("2026-11-23 11:30")) - 720) < 1e-6)
        #expect(RushHours.none.seconds(ofDriving: 600, leaving: at("2026-11-23 09:10")) == 600)
    }

    @Test("go the short way over the antimeridian")
    func antimeridian() throws {
        let west = try #require(Coordinates(latitude: -17, longitude: 179.99))
        let east = try #require(Coordinates(latitude: -17, longitude: -179.99))
        let way = TravelEstimate().way(from: west, to: east, by: .walk)
        // 0.02° at 17° south are 2.127 km.
        #expect(abs(way.metres - 2_765) < 5)
    }

    @Test("refuse an engine's 0 s and 21 h, and trust what is near", arguments: [
        (0, false), (1_900, true), (900, true), (7_000, true), (21 * 3_600, false), (-1, false),
    ])
    func plausible(seconds: Int, isPlausible: Bool) {
        let way = TravelWay(.car, seconds: seconds, metres: 14_000)
        #expect(TravelEstimate().isPlausible(way, from: north(0), to: north(10_000)) == isPlausible)
        #expect(TravelEstimate().isPlausible(TravelWay(.walk, seconds: 0, metres: 0), from: north(0), to: north(0)))
    }

    @Test("say without an engine that 120 km/h do not suffice")
    func outOfReach() {
        // 10 km in 5 minutes are 120 km/h.
        #expect(!TravelEstimate().isOutOfReach(from: north(0), to: north(9_990), withinSeconds: 300))
        #expect(TravelEstimate().isOutOfReach(from: north(0), to: north(10_010), withinSeconds: 300))
        #expect(TravelEstimate().isOutOfReach(from: north(0), to: north(10), withinSeconds: -60))
    }
}

extension TravelMode {
    fileprivate var isDriven: Bool { self == .car || self == .shared }
}

@Suite("Figures of ways")
struct TravelFigureTests {
    @Test("stand in the table in the order of their cases, each with a name of its own, in its range, with a source")
    func table() {
        #expect(TravelFigure.table.map(\.figure) == TravelFigure.allCases)
        #expect(Set(TravelFigure.table.map(\.name)).count == TravelFigure.table.count)
        for row in TravelFigure.table {
            #expect(row.range.contains(row.usual), "\(row.name)")
            #expect(row.source.year > 2000 && !row.source.name.isEmpty && row.source.checked.hasPrefix("20"))
            #expect(TravelFigures.usual[row.figure] == row.usual)
        }
    }

    @Test("can be changed within their range, and are kept by name")
    func changing() {
        var figures = TravelFigures.usual
        #expect(figures.set(.farthestWalk, to: 1_200) && !figures.set(.walkRain, to: .nan))
        #expect(!figures.set(.reserveShare, to: 101) && figures[.reserveShare] == 15)
        #expect(figures.chosen == ["farthest-walk": 1_200])
        #expect(TravelFigures(figures.chosen) == figures)
        #expect(TravelFigures(["nothing": 1, "walk-speed": 900]) == .usual)
    }

    @Test("keep the properties of the estimate whatever is chosen", arguments: 0..<100 as Range<UInt64>)
    func anyFigures(seed: UInt64) {
        var random = SeededRandom(seed), figures = TravelFigures.usual
        for row in TravelFigure.table { figures.set(row.figure, to: Double.random(in: row.range, using: &random)) }
        let estimate = TravelEstimate(figures)
        let places = (0..<3).map { _ in randomPoint(around: 24.7, 46.7, using: &random) }
        for mode in TravelMode.allCases {
            func seconds(_ from: Int, _ to: Int) -> Int {
                estimate.way(from: places[from], to: places[to], by: mode).seconds
            }
            #expect(seconds(0, 2) <= seconds(0, 1) + seconds(1, 2) + 1 && seconds(0, 1) == seconds(1, 0))
            let farther = (0...40).map { estimate.way(from: north(0), to: north(Double($0) * 900), by: mode).seconds }
            #expect(farther == farther.sorted())
        }
    }

    @Test("keep a reserve of 15 % and of 5 minutes at least", arguments: [
        (0, 0), (1, 300), (2_000, 300), (2_001, 301), (3_600, 540),
    ])
    func reserve(seconds: Int, reserve: Int) {
        #expect(TravelFigures.usual.reserve(forSeconds: seconds) == reserve)
    }

    @Test("count grams by the mode, the car and the kinds of vehicles", arguments: [
        (TravelWay(.walk, seconds: 1, metres: 2_000), 0.0), (TravelWay(.bike, seconds: 1, metres: 4_000), 0),
        (TravelWay(.car, seconds: 1, metres: 10_000), 1_900), (TravelWay(.shared, seconds: 1, metres: 10_000), 950),
        (TravelWay(.transit, seconds: 1, metres: 10_000), 800),
        (TravelWay(.transit, seconds: 1, metres: 10_000, walkedMetres: 1_000), 720),
        (TravelWay(.transit, seconds: 1, metres: 10_000, ridden: [.bus: 2_000, .rail: 7_000, .train: 1_000]), 445),
    ] as [(TravelWay, Double)])
    func grams(way: TravelWay, grams: Double) {
        #expect(abs(way.grams(.usual) - grams) < 1e-9)
        #expect(way.mode != .car || way.grams(.usual, car: .electric) == 1_000)
    }
}
