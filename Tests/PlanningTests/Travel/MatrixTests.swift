import CivilTime
import Postgres
import PrayerTimes
import Routing
import Runtime
import Storage
import TestSupport
import Testing
@testable import Planning

@Suite("Ways between many places")
struct MatrixTests {
    @Test("a matrix is asked for once; a time that cannot be true is an estimate")
    func once() throws {
        let server = try EngineServer([OSRMAnswer.table("[[0,900,1700],[900,0,null],[1700,90000,0]]")])
        let world = try TravelWorld(["WALK": "osrm \(server.address)"])
        let places = [world.station, world.east, world.north]
        for _ in 0..<20 {
            let matrix = try world.finder().matrix(places, by: .walk, departure: world.noon)
            #expect(matrix.minutes[0] == [0, 15, 29] && matrix.minutes[1][0] == 15 && matrix.minutes[2][0] == 29)
            #expect(matrix.origins[0][1] == .engine(.osrm) && matrix.origins[2][0] == .engine(.osrm))
            #expect(matrix.origins[1][2] == .estimate(.noWay) && matrix.origins[2][1] == .estimate(.noWay))
            #expect(matrix.minutes[1][2] == RouteMode.walk.estimatedMinutes(from: world.east, to: world.north))
            #expect(matrix.hasEstimates)
        }
        #expect(server.count == 1)
        // Two of the places, in another order and one of them twice, are known already.
        let less = try world.finder().matrix(
            [world.north, world.station, world.north], by: .walk, departure: world.noon)
        #expect(less.minutes == [[0, 29, 0], [29, 0, 29], [0, 29, 0]] && server.count == 1)
    }

    @Test("without an engine, with one that fails, and with one without matrices, all are estimates")
    func estimates() throws {
        let server = try EngineServer([http(500, "")])
        let world = try TravelWorld([
            "WALK": "osrm \(server.address)", "BIKE": "graphhopper http://127.0.0.1:1",
            "TRANSIT": "motis http://127.0.0.1:1",
        ])
        let places = [world.station, world.east]
        for (mode, reason) in [
            (RouteMode.walk, EstimateReason.failed(.refused(.serverFault(status: 500)))), (.bike, .noMatrix),
            (.transit, .noMatrix), (.car, .notConfigured),
        ] {
            let matrix = try world.finder().matrix(places, by: mode, departure: world.noon)
            #expect(matrix.origins[0][1] == .estimate(reason) && matrix.origins[1][0] == .estimate(reason))
            let minutes = mode.estimatedMinutes(from: world.station, to: world.east)
            #expect(matrix.minutes == [[0, minutes], [minutes, 0]])
        }
        #expect(try world.finder().matrix([], by: .walk, departure: world.noon).minutes.isEmpty)
        #expect(try world.finder().matrix([world.east], by: .walk, departure: world.noon).minutes == [[0]])
    }

    @Test(
        "the estimate grows with the distance, is the same both ways, and keeps the triangle",
        arguments: RouteMode.allCases)
    func estimate(mode: RouteMode) throws {
        func place(_ kilometres: Double) throws -> Coordinates {
            try #require(Coordinates(latitude: 24.7 + kilometres / 111.2, longitude: 46.7))
        }
        let distances = [0, 0.5, 1, 3, 10, 24, 25, 26, 60, 150]
        let places = try distances.map(place)
        var last = -1
        for (index, end) in places.enumerated() {
            let minutes = mode.estimatedMinutes(from: places[0], to: end)
            #expect(minutes > last && minutes == mode.estimatedMinutes(from: end, to: places[0]))
            last = minutes
            for middle in places[..<index] {
                let around = mode.estimatedMinutes(from: places[0], to: middle)
                    + mode.estimatedMinutes(from: middle, to: end)
                #expect(minutes <= around)
            }
        }
    }
}

@Suite("The budget of engines")
struct TravelBudgetTests {
    private func engine(_ world: TravelWorld) throws -> ConfiguredEngine {
        try #require(ConfiguredEngine(.car, world.test.app.config))
    }

    @Test("four fifths warn once, and the last request is the last")
    func day() throws {
        let world = try TravelWorld(["CAR": "google", "GOOGLE_KEY": "k", "REQUESTS_PER_DAY": "10"])
        let engine = try engine(world), app = world.test.app
        let question = RouteQuestion(
            from: world.station, to: world.east, mode: .car, moment: .any, estimateSeconds: 600)
        let request = try EngineClient(engine).request(question)
        for count in 1...10 {
            #expect(try app.takeTravelBudget(engine, request))
            #expect(world.test.log.text.contains("travel budget at 80 %") == (count >= 8))
        }
        #expect(try !app.takeTravelBudget(engine, request))
        #expect(try world.test.store.travelUse(of: "google") == TravelUse(today: 10, thisMonth: 10))
        #expect(world.test.log.text.split(separator: "travel budget at 80 %").count == 2)
        #expect(world.test.log.text.contains("travel budget used up"))
    }

    @Test("each way of Google's matrix counts, and a matrix that does not fit is not begun")
    func matrix() throws {
        let world = try TravelWorld(["CAR": "google", "GOOGLE_KEY": "k", "REQUESTS_PER_DAY": "10"])
        let engine = try engine(world)
        let question = MatrixQuestion(places: [world.station, world.east, world.north], mode: .car, departure: nil)
        let request = try EngineClient(engine).request(question)
        #expect(request.cost == 9)
        #expect(try world.test.app.takeTravelBudget(engine, request))
        #expect(try !world.test.app.takeTravelBudget(engine, request))
        #expect(try world.test.store.travelUse(of: "google").today == 9)
    }

    @Test("a month counts its days; other months and engines do not count")
    func month() throws {
        let world = try TravelWorld([:]), store = world.test.store
        try world.test.run("""
            INSERT INTO travel_budget (engine, day, requests)
            SELECT 'google', date_trunc('month', now() AT TIME ZONE 'UTC')::date - 1, 500
            UNION ALL SELECT 'motis', (now() AT TIME ZONE 'UTC')::date, 500
            """)
        #expect(try store.takeTravelRequests(6, of: "google", mostToday: 10, mostThisMonth: 8)
            == TravelUse(today: 6, thisMonth: 6))
        #expect(try store.takeTravelRequests(3, of: "google", mostToday: 10, mostThisMonth: 8) == nil)
        #expect(try store.takeTravelRequests(2, of: "google", mostToday: 10, mostThisMonth: 8)
            == TravelUse(today: 8, thisMonth: 8))
        #expect(try store.takeTravelRequests(1, of: "google", mostToday: 10, mostThisMonth: 8) == nil)
    }

    @Test("counts are deleted after 70 days")
    func retention() throws {
        let world = try TravelWorld([:])
        try world.test.run("""
            INSERT INTO travel_budget (engine, day, requests)
            VALUES ('google', now()::date - 72, 1), ('google', now()::date - 68, 1)
            """)
        _ = try world.test.store.purge([(.travelBudgets, .days(70))], mostBatches: 5)
        #expect(try world.test.count("travel_budget") == 1)
    }
}
