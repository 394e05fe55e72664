import CivilTime
import Jadwal
import Mail
import Postgres
import Runtime
import Scheduling
import Storage
import TestSupport
import Testing
@testable import Planning

/// It is Monday 23 November 2026, 17:30 in Riyadh. The leg is 855 m long by the straight line: 14 min on foot.
@Suite("Ways that pages know")
struct KnownTravelTests {
    private func world(_ settings: [String: String]) throws -> PlanningWorld {
        try PlanningWorld(Dictionary(uniqueKeysWithValues: settings.map { ("JADWAL_TRAVEL_\($0)", $1) }))
    }

    private func leg(_ world: PlanningWorld, minutes: Int64 = 120) throws -> WayLeg {
        let places = try TravelWorld([:])
        return WayLeg(
            from: places.station, to: places.east,
            goal: TravelGoal(start: world.test.app.now() + .seconds(minutes * 60), extraMinutes: 0))
    }

    private func rules(_ world: PlanningWorld, ownsCar: Bool = true) throws -> Modes {
        var habits = DayHabits()
        habits.travel.ownsCar = ownsCar
        return Modes(habits, in: .utc, now: world.test.app.now())
    }

    /// Returns the ways that a page shows, as mode, source and minutes.
    private func shown(_ world: PlanningWorld, _ legs: [WayLeg], ownsCar: Bool = true) throws -> [String] {
        let rules = try rules(world, ownsCar: ownsCar), known = try world.planning.known(legs, rules)
        return legs.flatMap { leg in
            known.ways(leg, TravelEstimate(rules.wishes.figures), by: [.walk, .car])
                .map { "\($0.mode) \($0.source) \($0.minutes)" }
        }
    }

    @Test("a thousand pages make one request for each leg and hour, and none waits for it")
    func once() throws {
        let server = try EngineServer([OSRMAnswer.way(seconds: "1003.5")])
        let world = try world(["WALK": "osrm \(server.address)"]), leg = try leg(world)
        for number in 0..<1_000 {
            let ways = try shown(world, [leg])
            #expect(ways.first == (number < 500 ? "walk estimate 14" : "walk engine 17"))
            if number == 499 {
                #expect(server.count == 0)
                try world.work()
            }
            if number % 250 == 0, number > 500 { try world.work() }
        }
        #expect(server.count == 1)
        #expect(server.lines[0].contains("/route/v1/foot/24.938,60.17;24.95,60.175?"))
        #expect(try world.test.store.connection.value(
            "SELECT count(*) FROM job WHERE kind = 'planning.ask-for-ways'") == 1)
    }

    @Test("an engine that fails is asked once in an hour, and the estimate counts")
    func failing() throws {
        let html = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n<html>"
        let server = try EngineServer([html, OSRMAnswer.way(seconds: "1003.5")])
        let world = try world(["WALK": "osrm \(server.address)"]), leg = try leg(world)
        for _ in 0..<20 {
            #expect(try shown(world, [leg]).first == "walk estimate 14")
            try world.work()
        }
        #expect(server.count == 1)
        try world.test.run("UPDATE travel_wish SET wished_at = wished_at - interval '1 hour'")
        _ = try shown(world, [leg])
        try world.work()
        #expect(try shown(world, [leg]).first == "walk engine 17" && server.count == 2)
    }

    @Test("a day with many legs asks the database in one piece, and each leg and hour once")
    func manyLegs() throws {
        let server = try EngineServer([OSRMAnswer.way(seconds: "240"), OSRMAnswer.way(seconds: "300")])
        let world = try world(["CAR": "osrm \(server.address)"])
        // Two in one hour, one in another.
        let legs = try [120, 125, 240].map { try leg(world, minutes: $0) }
        _ = try shown(world, legs)
        try world.work()
        #expect(server.count == 2)
        // 4 and 5 minutes of driving, and 6 for the way to the car and parking it.
        let ways = try shown(world, legs).filter { $0.hasPrefix("car") }
        #expect(ways == ["car engine 10", "car engine 10", "car engine 11"])
    }

    @Test("nothing is wished for of a service of others before the customer agreed, and after they took it back")
    func consent() throws {
        let world = try world(["CAR": "valhalla https://ways.example", "WALK": "estimate"]), leg = try leg(world)
        func wishes() throws -> Int {
            _ = try shown(world, [leg])
            return try world.test.count("travel_wish")
        }
        #expect(try wishes() == 0 && world.test.count("job") == 0)
        #expect(try !world.planning.setConsent(to: "google", true))
        #expect(try world.planning.outsideServices().map(\.host) == ["ways.example"])
        #expect(try !world.planning.outsideServices()[0].isAgreed)
        #expect(try world.planning.setConsent(to: "valhalla", true))
        #expect(try world.planning.outsideServices()[0].isAgreed)
        #expect(try wishes() == 1)
        try world.test.run("DELETE FROM travel_wish")
        // The operator names another host: the consent was not for that one.
        try world.test.run("UPDATE service_consent SET host = 'other.example'")
        #expect(try wishes() == 0)
        #expect(try world.planning.setConsent(to: "valhalla", true) && wishes() == 1)
        try world.test.run("DELETE FROM travel_wish")
        #expect(try world.planning.setConsent(to: "valhalla", false) && wishes() == 0)
        #expect(try world.test.count("service_consent") == 0)
    }

    @Test("what waits goes with the last consent to a service, and stays while somebody else agrees")
    func withdrawn() throws {
        let world = try world(["CAR": "valhalla https://ways.example", "WALK": "estimate"])
        func waiting(beside others: Bool) throws -> [Int] {
            #expect(try world.planning.setConsent(to: "valhalla", true))
            _ = try shown(world, [leg(world)])
            if others {
                let address = try #require(EmailAddress("amal@example.org"))
                let other = try world.test.store.customer(
                    orInsert: NewCustomer(address: address, language: "en", timeZone: "Asia/Riyadh", firstDay: 7))
                try world.test.store.agree(to: "valhalla", at: "ways.example", of: other.id)
            }
            let before = try world.test.count("travel_wish")
            #expect(try world.planning.setConsent(to: "valhalla", false))
            return [before, try world.test.count("travel_wish")]
        }
        #expect(try waiting(beside: false) == [1, 0])
        #expect(try waiting(beside: true) == [1, 1])
    }

    @Test("a customer has half of the requests of a day to an engine of others")
    func share() throws {
        let world = try world(["CAR": "valhalla https://ways.example", "WALK": "estimate", "REQUESTS_PER_DAY": "5"])
        #expect(try world.planning.setConsent(to: "valhalla", true))
        for hour in Int64(1)...6 { _ = try shown(world, [leg(world, minutes: hour * 60)]) }
        #expect(try world.test.count("travel_wish") == 3)
        try world.test.run("UPDATE throttle_event SET happened_at = happened_at - interval '1 day'")
        _ = try shown(world, [leg(world, minutes: 360)])
        #expect(try world.test.count("travel_wish") == 4)
    }

    @Test("modes that are out in any weather, near places and the past are not asked about")
    func notAsked() throws {
        let world = try world(["CAR": "osrm http://127.0.0.1:9", "WALK": "osrm http://127.0.0.1:9"])
        let leg = try leg(world), past = try self.leg(world, minutes: -10)
        let near = WayLeg(from: leg.to, to: leg.to, goal: leg.goal)
        _ = try shown(world, [past, near], ownsCar: false)
        #expect(try world.test.count("travel_wish") == 0)
        _ = try shown(world, [leg], ownsCar: false)
        #expect(try world.test.store.connection.value("SELECT string_agg(mode, ' ') FROM travel_wish") == "walk")
    }

    @Test("minutes that somebody set win over an engine, which is not asked then")
    func typed() throws {
        let world = try world(["WALK": "osrm http://127.0.0.1:9"]), open = try leg(world), rules = try rules(world)
        let leg = WayLeg(from: open.from, to: open.to, goal: open.goal, typedMinutes: 30)
        let choice = try world.planning.known([leg], rules).choice(leg, rules)
        #expect(choice.options.map(\.way.minutes) == [30] && choice.best?.way.source == .typed)
        // Thirty minutes, and five to spare.
        #expect(choice.best?.time.lowerBound == leg.goal.start - .seconds(35 * 60))
        #expect(try world.test.count("travel_wish") == 0)
    }

    @Test("a wish is not asked of another host than it was made for")
    func otherHost() throws {
        let server = try EngineServer([OSRMAnswer.way(seconds: "1003.5")])
        let world = try world(["WALK": "osrm \(server.address)"])
        _ = try shown(world, [try leg(world)])
        try world.test.run("UPDATE travel_wish SET host = 'ways.example'")
        try world.work()
        #expect(server.count == 0)
        #expect(try world.test.count("travel_wish") == 1)
    }
}
