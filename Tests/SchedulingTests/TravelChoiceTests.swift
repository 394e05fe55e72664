import CivilTime
import PrayerTimes
import Scheduling
import SeededRandom
import Testing
import Weather

private let start = at("2026-11-23 14:00")

private func riyadhModes(_ wishes: TravelWishes) throws -> Modes {
    Modes(wishes, on: Modes.Day(in: try zone("Asia/Riyadh")), now: start - .seconds(86_400))
}

private func way(_ mode: TravelMode, _ minutes: Int, metres: Int = 1_000, changes: Int = 0) -> TravelWay {
    TravelWay(mode, seconds: minutes * 60, metres: metres, source: .estimate, changes: changes)
}

@Suite("The choice of a way")
struct TravelChoiceTests {
    @Test("is the one of least cost: minutes, five for each change")
    func cost() throws {
        let modes = try riyadhModes(.everything)
        let ways = [way(.transit, 30, changes: 2), way(.car, 38), way(.walk, 45)]
        let choice = TravelChoice(among: ways, to: TravelGoal(start: start), modes)
        #expect(choice.options.map(\.way.mode) == [.car, .transit, .walk])
        #expect(choice.options.map(\.cost) == [38, 40, 45])
        let best = try #require(choice.best)
        // 38 minutes, and 15 % of them.
        #expect(best.time.upperBound == start - .seconds(342) && best.isInTime && choice.passedOver.isEmpty)
        #expect(best.weather == .missing)
    }

    @Test("in eco mode counts a minute for 50 g, but never makes late")
    func eco() throws {
        var wishes = TravelWishes.everything
        // The car burns 1,900 g, 38 minutes; the bus 800 g, 16 minutes.
        let ways = [way(.car, 20, metres: 10_000), way(.transit, 40, metres: 10_000)]
        func best(earliest: Int) throws -> TravelMode? {
            let goal = TravelGoal(start: start, earliest: start - .seconds(earliest * 60))
            return TravelChoice(among: ways, to: goal, try riyadhModes(wishes)).best?.way.mode
        }
        #expect(try best(earliest: 90) == .car)
        wishes.isEco = true
        #expect(try best(earliest: 90) == .transit)
        #expect(try best(earliest: 46) == .transit, "40 minutes and 6 of reserve")
        #expect(try best(earliest: 45) == .car)
        #expect(try best(earliest: 5) == .car, "both are late, the car less")
        let choice = TravelChoice(among: ways, to: TravelGoal(start: start), try riyadhModes(wishes))
        #expect(choice.savedGrams == 1_100)
    }

    @Test("says why cheaper ones were passed over")
    func passedOver() throws {
        var wishes = TravelWishes.everything
        wishes.ownsCar = false
        let ways = [way(.car, 20), way(.bike, 22, metres: 5_000), way(.transit, 30)]
        let choice = TravelChoice(among: ways, to: TravelGoal(start: start), try riyadhModes(wishes))
        #expect(choice.best?.way.mode == .transit)
        #expect(choice.passedOver.map(\.reasons) == [[.notOwned], [.tooFar(metres: 5_000, limit: 4_000)]])
    }

    @Test("is none if all are out, and names the one that only the weather forbids")
    func allOut() throws {
        var modes = try riyadhModes(TravelWishes(ownsCar: false))
        modes.now = start - .seconds(3_600)
        modes.forecast = Forecast(
            [WeatherHour(start - .seconds(86_400)..<start + .seconds(86_400), apparent: 48)], fetchedAt: modes.now)
        let choice = TravelChoice(among: [way(.car, 9), way(.walk, 12)], to: TravelGoal(start: start), modes)
        #expect(choice.best == nil && choice.bestInAnyWeather?.way.mode == .walk && choice.passedOver.isEmpty)
        #expect(choice.options[0].reasons == [.heat(degrees: 48, limit: 40, isFasting: false)])
        let none = TravelChoice(among: [way(.car, 9)], to: TravelGoal(start: start), modes)
        #expect(none.best == nil && none.bestInAnyWeather == nil)
        #expect(TravelChoice(among: [], to: TravelGoal(start: start), modes).options.isEmpty)
    }

    @Test("takes a bus only if the person is free before it leaves")
    func missedBus() throws {
        let modes = try riyadhModes(.everything)
        let bus = TravelWay(
            .transit, seconds: 1_200, metres: 6_000, source: .timetable, departure: start - .seconds(3_600))
        func option(earliest: Int) throws -> TravelChoice.Option {
            let goal = TravelGoal(start: start, earliest: start - .seconds(earliest * 60))
            return try #require(TravelChoice(among: [bus], to: goal, modes).options.first)
        }
        #expect(try option(earliest: 60).isInTime && option(earliest: 60).time.upperBound == start - .seconds(2_400))
        #expect(try !option(earliest: 59).isInTime)
    }

    @Test("never is late, out or dear without a reason, and eco burns no more", arguments: 0..<1_000 as Range<UInt64>)
    func properties(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var wishes = TravelWishes(
            ownsBike: Bool.random(using: &random), ownsCar: Bool.random(using: &random),
            hasSharedService: Bool.random(using: &random))
        let estimate = TravelEstimate(wishes.figures)
        let from = randomPoint(around: 24.7, 46.7, using: &random), to = randomPoint(around: 24.7, 46.7, using: &random)
        let free = Int.random(in: 0...10, using: &random) > 0
            ? start - .seconds(Int.random(in: 0...10_000, using: &random)) : nil
        let extras: [Int?] = [nil, 0, 7], extra = extras[Int.random(in: 0..<3, using: &random)]
        let goal = TravelGoal(start: start, extraMinutes: extra, earliest: free)
        // Beside the estimates, a bus and a car that are quick or slow, near or far.
        let others = [TravelMode.transit, .car].map { mode in
            TravelWay(
                mode, seconds: Int.random(in: 60...7_200, using: &random),
                metres: Int.random(in: 0...20_000, using: &random), changes: Int.random(in: 0...3, using: &random))
        }
        let ways = estimate.ways(from: from, to: to, for: goal) + others
        var modes = try riyadhModes(wishes)
        let hour = WeatherHour(
            start - .seconds(86_400)..<start + .seconds(86_400), apparent: Double.random(in: 0...50, using: &random),
            rain: Bool.random(using: &random) ? 1 : 0)
        modes.forecast = Forecast([hour], fetchedAt: modes.now)
        let plain = TravelChoice(among: ways, to: goal, modes)
        wishes.isEco = true
        modes.wishes = wishes
        let eco = TravelChoice(among: ways, to: goal, modes)
        for choice in [plain, eco] {
            #expect(Set(choice.options.map(\.way.mode)) == Set(TravelMode.allCases))
            let canBeInTime = choice.options.contains { $0.isAllowed && $0.isInTime }
            #expect((choice.best?.isInTime ?? false) == canBeInTime)
            #expect(choice.passedOver.allSatisfy { !$0.isAllowed || $0.missingSeconds > 0 })
            if let best = choice.best, let free { #expect(best.time.lowerBound >= free) }
        }
        #expect((plain.best == nil) == (eco.best == nil))
        if let one = plain.best, let other = eco.best {
            #expect(other.missingSeconds <= one.missingSeconds || one.isInTime == other.isInTime)
            if one.isInTime { #expect(other.isInTime && other.grams <= one.grams) }
        }
    }
}

@Suite("Events that can be reached")
struct ReachabilityTests {
    private func reachability(_ minutes: Int, free: Int?, now: Int = 600) throws -> Reachability {
        let goal = TravelGoal(start: start, extraMinutes: 0, earliest: free.map { start - .seconds($0 * 60) })
        let choice = TravelChoice(among: [way(.car, minutes)], to: goal, try riyadhModes(.everything))
        return Reachability(choice, to: goal, hasOrigin: true, now: start - .seconds(now * 60), .usual)
    }

    @Test("have time for the way and its reserve")
    func inTime() throws {
        // 20 minutes have 5 of reserve, 60 have 9.
        #expect(try reachability(20, free: 25) == .inTime(spareSeconds: 0))
        #expect(try reachability(20, free: 40) == .inTime(spareSeconds: 900))
        #expect(try reachability(20, free: 24) == .short(minutes: 1, arrivesInTime: true))
        #expect(try reachability(60, free: 61) == .short(minutes: 8, arrivesInTime: true))
        #expect(try reachability(60, free: 50) == .short(minutes: 19, arrivesInTime: false))
        #expect(try reachability(20, free: nil) == .inTime(spareSeconds: nil))
    }

    @Test("are not checked without a place, without an origin and in the past")
    func notChecked() throws {
        #expect(try reachability(20, free: 60, now: 0) == .notChecked(.past))
        #expect(try reachability(20, free: 60, now: -5) == .notChecked(.past))
        let goal = TravelGoal(start: start), now = start - .seconds(3_600)
        let choice = TravelChoice(among: [way(.car, 20)], to: goal, try riyadhModes(.everything))
        #expect(Reachability(nil, to: goal, hasOrigin: true, now: now, .usual) == .notChecked(.noPlace))
        #expect(Reachability(choice, to: goal, hasOrigin: false, now: now, .usual) == .notChecked(.noOrigin))
        let none = TravelChoice(among: [way(.bike, 20)], to: goal, try riyadhModes(TravelWishes()))
        #expect(Reachability(none, to: goal, hasOrigin: true, now: now, .usual) == .noWay)
    }

    @Test("count the minutes of the place, and those for parking after an engine's drive", arguments: [
        (nil, TravelWay.Source.engine, 300), (nil, .estimate, 0), (12, .engine, 720), (0, .engine, 0),
        (-3, .engine, 0),
    ] as [(Int?, TravelWay.Source, Int)])
    func arrivalExtra(extra: Int?, source: TravelWay.Source, seconds: Int) throws {
        let goal = TravelGoal(start: start, extraMinutes: extra)
        let ways = [TravelWay(.car, seconds: 1_200, metres: 9_000, source: source)]
        let choice = TravelChoice(among: ways, to: goal, try riyadhModes(.everything))
        #expect(choice.best?.time.upperBound == start - .seconds(300 + seconds))
    }

    @Test("begin at the item before, else at a fresh position, else at the hotel, else at home")
    func origins() throws {
        let home = north(0), work = north(5_000), hotel = north(9_000), street = north(7_000)
        let departure = start - .seconds(1_800)
        func origin(
            _ before: [TravelOrigin.Stay], position minutes: Int? = nil, home: Coordinates? = nil,
            hotels: [TravelOrigin.Stay] = []
        ) -> TravelOrigin? {
            TravelOrigin(
                start: start, departure: departure, before: before,
                position: minutes.map { .init(street, at: departure - .seconds($0 * 60)) }, home: home, hotels: hotels)
        }
        let morning = TravelOrigin.Stay(work, start - .seconds(18_000)..<start - .seconds(9_000))
        let later = TravelOrigin.Stay(hotel, start..<start + .seconds(600))
        let night = TravelOrigin.Stay(hotel, start - .seconds(50_000)..<start + .seconds(50_000))
        #expect(origin([later, morning], home: home)?.kind == .before)
        #expect(origin([morning])?.point == work && origin([morning])?.freeFrom == morning.time.upperBound)
        #expect(origin([morning], position: 30)?.kind == .position)
        #expect(origin([morning], position: 31)?.kind == .before, "a position of half an hour ago counts no longer")
        #expect(origin([morning], position: 200)?.kind == .before)
        #expect(origin([], position: 10, home: home)?.point == street)
        #expect(origin([], position: 45, home: home, hotels: [night])?.kind == .hotel)
        #expect(origin([], home: home)?.kind == .home && origin([], home: home)?.freeFrom == nil)
        #expect(origin([later], position: 45) == nil)
    }

    @Test("have a point that is on the globe; exchanged numbers are offered the other way round")
    func points() throws {
        let riyadh = try #require(Coordinates(latitude: 24.7, longitude: 46.7))
        let other = try #require(Coordinates(latitude: 46.7, longitude: 24.7))
        let jeddah = try #require(Coordinates(latitude: 21.5, longitude: 39.2))
        #expect(PointCheck(latitude: 24.7, longitude: 46.7) == .point(riyadh))
        #expect(PointCheck(latitude: 0, longitude: 0) == .nowhere)
        #expect(PointCheck(latitude: 200, longitude: 100) == .noPoint)
        #expect(PointCheck(latitude: .nan, longitude: 1) == .noPoint)
        #expect(PointCheck(latitude: 139.7, longitude: 35.7)
            == .exchanged(try #require(Coordinates(latitude: 35.7, longitude: 139.7))))
        #expect(PointCheck(latitude: 46.7, longitude: 24.7, near: jeddah) == .point(other), "900 km from Jeddah")
        #expect(PointCheck(latitude: 46.7, longitude: 24.7, near: riyadh) == .exchanged(riyadh))
        #expect(PointCheck(latitude: 46.7, longitude: 24.7) == .point(other))
    }
}
