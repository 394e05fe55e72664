import CivilTime
import Postgres
import PrayerTimes
import Routing
import Runtime
import Storage
import TestSupport
import Testing
@testable import Planning

@Suite("Ways between two places")
struct WayFinderTests {
    @Test("without an engine each way is an estimate, and nothing is kept")
    func estimates() throws {
        let world = try TravelWorld([:])
        let ways = try world.finder().ways(
            from: world.station, to: world.east, arriveBy: world.noon, modes: RouteMode.allCases)
        #expect(ways.map(\.mode) == RouteMode.allCases)
        #expect(ways.allSatisfy { $0.origin == .estimate(.notConfigured) && $0.arrives == world.noon })
        // 855 m by the straight line, 1.3 times as long on the street, at 4.8 km/h.
        #expect(ways[0].minutes == 14 && ways[0].leaves == world.noon - .seconds(840))
        #expect(try world.test.count("travel_answer") == 0 && world.test.count("travel_budget") == 0)
    }

    @Test("an engine is asked once for many pages, with places that are rounded")
    func once() throws {
        let server = try EngineServer([OSRMAnswer.way(seconds: "1003.5")])
        let world = try TravelWorld(["WALK": "osrm \(server.address)"])
        for _ in 0..<100 {
            let way = try #require(try world.way())
            #expect(way.minutes == 17 && way.metres == 1380 && way.origin == .engine(.osrm))
            #expect(way.leaves == world.noon - .seconds(1_020))
        }
        #expect(server.count == 1)
        #expect(server.lines[0].contains("/route/v1/foot/24.938,60.17;24.95,60.175?"))
        // Somebody who starts 20 m away shares the answer.
        let near = try #require(Coordinates(latitude: 60.1701, longitude: 24.9384))
        let ways = try world.finder().ways(from: near, to: world.east, arriveBy: world.noon, modes: [.walk])
        #expect(ways.map(\.minutes) == [17] && server.count == 1)
    }

    @Test("after a day the engine is asked again, and the purge deletes what was kept")
    func age() throws {
        let server = try EngineServer([OSRMAnswer.way(seconds: "1003.5"), OSRMAnswer.way(seconds: "900")])
        let world = try TravelWorld(["WALK": "osrm \(server.address)"])
        #expect(try world.way()?.minutes == 17)
        try world.test.run("UPDATE travel_answer SET asked_at = now() - interval '24 hours 1 second'")
        #expect(try world.way()?.minutes == 15 && server.count == 2)
        try world.test.run("UPDATE travel_answer SET asked_at = now() - interval '24 hours 1 second'")
        _ = try world.test.store.purge([(.travelAnswers, .hours(24))], mostBatches: 5)
        #expect(try world.test.count("travel_answer") == 0)
    }

    @Test("a way by car has the minutes of parking, and each hour and kind of day its own")
    func car() throws {
        let server = try EngineServer([
            OSRMAnswer.way(seconds: "240"), OSRMAnswer.way(seconds: "300"), OSRMAnswer.way(seconds: "180"),
        ])
        let world = try TravelWorld(["CAR": "osrm \(server.address)"])
        func minutes(_ hours: Int) throws -> [Int] {
            let moment = world.test.app.now() + .seconds(hours * 3_600)
            return try world.finder().ways(from: world.station, to: world.east, arriveBy: moment, modes: [.car])
                .map(\.minutes)
        }
        #expect(try minutes(1) == [10])
        #expect(try minutes(2) == [11])
        // Tuesday is a working day as Monday, Wednesday is not.
        #expect(try minutes(25) == [10])
        #expect(try minutes(49) == [9])
        #expect(server.count == 3)
    }

    @Test("places that are too near or too far are not asked about")
    func distance() throws {
        let world = try TravelWorld(["WALK": "osrm http://127.0.0.1:9", "CAR": "osrm http://127.0.0.1:9"])
        let finder = world.finder()
        let riyadh = try #require(Coordinates(latitude: 24.7, longitude: 46.7))
        for (place, mode) in [(world.station, RouteMode.walk), (riyadh, .walk), (riyadh, .car)] {
            let ways = try finder.ways(from: world.station, to: place, arriveBy: world.noon, modes: [mode])
            #expect(ways.map(\.origin) == [.estimate(.distance)])
        }
        let here = try finder.ways(from: world.east, to: world.east, arriveBy: world.noon, modes: [.car])
        #expect(here.map(\.minutes) == [0])
    }

    @Test("a service of others is asked only with consent, and never beyond the budget")
    func outside() throws {
        let world = try TravelWorld(["CAR": "google", "GOOGLE_KEY": "k", "REQUESTS_PER_DAY": "0"])
        #expect(try world.way(.car)?.origin == .estimate(.notAllowed))
        #expect(try world.way(.car, consents: [.openrouteservice])?.origin == .estimate(.notAllowed))
        #expect(try world.way(.car, consents: [.google])?.origin == .estimate(.budgetUsedUp))
        #expect(try world.test.count("travel_budget") == 0)
    }

    @Test("public transport is asked for the moment, and its times are those of the timetable")
    func transit() throws {
        let world: TravelWorld
        let itinerary = """
            {"itineraries":[{"duration":1200,"startTime":"2026-11-23T16:05:00Z","endTime":"2026-11-23T16:25:00Z",\
            "legs":[\
            {"mode":"WALK","from":{"name":"START"},"to":{"name":"A"},"duration":300,"legGeometry":{}},\
            {"mode":"BUS","from":{"name":"A"},"to":{"name":"B"},"duration":900,"routeShortName":"7",\
            "legGeometry":{}}]}]}
            """
        let server = try EngineServer([http(200, itinerary), http(200, #"{"itineraries":[]}"#)])
        world = try TravelWorld(["TRANSIT": "motis \(server.address)"])
        for _ in 0..<2 {
            let way = try #require(try world.way(.transit))
            #expect(way.leaves.iso8601 == "2026-11-23T16:05:00Z" && way.arrives.iso8601 == "2026-11-23T16:25:00Z")
            #expect(way.legs.map(\.lineName) == [nil, "7"] && way.changes == 0)
        }
        let later = world.noon + .seconds(300)
        for reason in [EstimateReason.failed(.refused(.noRoute)), .noWay] {
            let ways = try world.finder().ways(
                from: world.station, to: world.east, arriveBy: later, modes: [.transit])
            #expect(ways.map(\.origin) == [.estimate(reason)])
        }
        let past = world.test.app.now() - .seconds(60)
        let ways = try world.finder().ways(from: world.station, to: world.east, arriveBy: past, modes: [.transit])
        #expect(ways.map(\.origin) == [.estimate(.past)] && server.count == 2)
    }
}

@Suite("Engines that fail")
struct EngineFailureTests {
    @Test("each failure gives the estimate and its reason", arguments: [
        (http(429, "{}", ["Retry-After: 120"]), EngineFailure.refused(.quotaUsedUp(retrySeconds: 120))),
        (http(429, "Too many"), .refused(.quotaUsedUp(retrySeconds: nil))),
        (http(401, ""), .refused(.keyRefused)),
        (http(203, #"{"code":"Ok"}"#), .refused(.changedOnTheWay)),
        (http(200, "<html><body>Sign in to the network</body></html>"), .refused(.notJSON)),
        (http(200, #"{"code":"Ok","routes":[{"durat"#), .refused(.cutShort)),
        (http(200, #"{"code":"Ok","routes":[{"durat"#, length: 900), .broken),
        (http(200, #"{"code":"Ok","waypoints":null}"#), .refused(.wrongShape("waypoints"))),
        (OSRMAnswer.way(seconds: "null"), .refused(.wrongShape("duration"))),
        (http(200, "{" + String(repeating: " ", count: EngineClient.limitBytes) + "}"), .tooLarge),
        (http(500, ""), .refused(.serverFault(status: 500))),
        (http(302, "", ["Location: http://127.0.0.1:1/"]), .refused(.notUnderstood("status 302"))),
        ("no HTTP at all\r\n\r\n", .broken),
        (nil, .timedOut),
        (OSRMAnswer.way(seconds: "0"), .refused(.implausible(seconds: 0, estimate: 900))),
        // Milliseconds instead of seconds.
        (OSRMAnswer.way(seconds: "1003500"), .refused(.implausible(seconds: 1_003_500, estimate: 900))),
        (OSRMAnswer.way(seconds: "75600"), .refused(.implausible(seconds: 75_600, estimate: 900))),
    ] as [(String?, EngineFailure)])
    func failures(answer: String?, failure: EngineFailure) throws {
        let server = try EngineServer([answer])
        let world = try TravelWorld(["WALK": "osrm \(server.address)"])
        let way = try #require(try world.way())
        #expect(way.origin == .estimate(.failed(failure)))
        #expect(way.minutes == 14 && way.line == nil)
        // A page that comes next does not ask again for a way that does not exist.
        if failure.isAboutPlaces {
            #expect(try world.way()?.origin == .estimate(.noWay))
            #expect(server.count == 1)
        } else {
            #expect(try world.test.count("travel_answer") == 0)
        }
        #expect(!world.test.log.text.contains("24.9") && world.test.log.text.contains("travel engine failed"))
    }

    @Test("an engine that nobody runs gives the estimate")
    func nobody() throws {
        let world = try TravelWorld(["WALK": "osrm http://127.0.0.1:1/nobody"])
        #expect(try world.way()?.origin == .estimate(.failed(.unreachable)))
    }

    @Test("after three failures the engine rests for a minute; then one request tries it")
    func breaker() throws {
        let html = http(200, "<html>")
        let server = try EngineServer([html, html, html, html, OSRMAnswer.way(seconds: "900")])
        let world = try TravelWorld(["WALK": "osrm \(server.address)"])
        for _ in 0..<3 { #expect(try world.way()?.origin == .estimate(.failed(.refused(.notJSON)))) }
        for _ in 0..<50 { #expect(try world.way()?.origin == .estimate(.failed(.paused(seconds: 60)))) }
        #expect(server.count == 3)
        world.advance(seconds: 60)
        #expect(try world.way()?.origin == .estimate(.failed(.refused(.notJSON))))
        #expect(try world.way()?.origin == .estimate(.failed(.paused(seconds: 60))))
        world.advance(seconds: 60)
        #expect(try world.way()?.origin == .engine(.osrm))
        #expect(server.count == 5)
    }

    @Test("an engine that asks for rest gets it")
    func rest() throws {
        let server = try EngineServer([http(429, "{}", ["Retry-After: 120"]), OSRMAnswer.way(seconds: "900")])
        let world = try TravelWorld(["WALK": "osrm \(server.address)"])
        _ = try world.way()
        world.advance(seconds: 119)
        #expect(try world.way()?.origin == .estimate(.failed(.paused(seconds: 1))))
        world.advance(seconds: 1)
        #expect(try world.way()?.origin == .engine(.osrm) && server.count == 2)
    }

    @Test("while one request tries an engine after its rest, the others stay away")
    func trial() throws {
        let gate = EngineGate()
        for _ in 0..<3 {
            try gate.begin(now: 10)
            _ = gate.finish(.timedOut, now: 10)
        }
        #expect(throws: EngineFailure.paused(seconds: 60)) { try gate.begin(now: 10) }
        try gate.begin(now: 70)
        #expect(throws: EngineFailure.self) { try gate.begin(now: 70) }
        _ = gate.finish(nil, now: 71)
        try gate.begin(now: 71)
    }
}
