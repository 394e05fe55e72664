import CivilTime
import Jadwal
import LocalServer
import Postgres
import PrayerTimes
import Runtime
import Scheduling
import Storage
import Synchronization
import TestSupport
import Testing
import Weather
@testable import Planning

/// A service of forecasts on this machine that answers as a test wants, each connection once. The heads are kept.
private final class ForecastServer {
    private final class Script: Sendable {
        let answers: [String?]
        let heads = Mutex<[String]>([])

        init(_ answers: [String?]) { self.answers = answers }

        func answer(_ head: String) -> String? {
            heads.withLock { heads in
                heads.append(head)
                return answers[heads.count - 1]
            }
        }
    }

    private let script: Script
    private let server: ScriptedServer
    var address: String { "http://127.0.0.1:\(server.port)" }
    var heads: [String] { script.heads.withLock { $0 } }

    init(_ answers: [String?]) throws {
        let script = Script(answers)
        server = try ScriptedServer(connections: max(1, answers.count)) { peer in
            guard let head = peer.hear(until: "\r\n\r\n") else { return }
            if let answer = script.answer(head) { peer.say(answer) } else { peer.staySilent() }
        }
        self.script = script
    }
}

/// It is Monday 23 November 2026, 17:30 in Riyadh, which is 14:30 in UTC.
@Suite("Forecasts")
struct ForecastTests {
    private let here = Coordinates(latitude: 24.7136, longitude: 46.6753)

    private func world(_ server: ForecastServer, _ kind: String = "met-norway") throws -> PlanningWorld {
        try PlanningWorld([
            "JADWAL_WEATHER": "\(kind) \(server.address)", "JADWAL_WEATHER_KEY": "k",
            "JADWAL_OPERATOR_CONTACT": "ops@jadwal.example",
        ])
    }

    /// Returns an answer of MET Norway: ten hours from 14:00 UTC on.
    private func met(_ degrees: Double, _ headers: [String] = [], updated: String = "2026-11-23T13:00:00Z") -> String {
        let hours = (14..<24).map { hour in
            """
            {"time":"2026-11-23T\(hour):00:00Z","data":{"instant":{"details":{"air_temperature":\(degrees),\
            "relative_humidity":10.0,"wind_speed":2.0}},"next_1_hours":{"summary":{"symbol_code":"clearsky_day"},\
            "details":{"precipitation_amount":0.0,"probability_of_precipitation":0.0}}}}
            """
        }
        return http(200, """
            {"type":"Feature","properties":{"meta":{"updated_at":"\(updated)","units":{"air_temperature":"celsius",\
            "wind_speed":"m/s","precipitation_amount":"mm"}},"timeseries":[\(hours.joined(separator: ","))]}}
            """, headers)
    }

    /// Returns the forecast that a page shows.
    private func shown(_ world: PlanningWorld, at point: Coordinates? = nil) throws -> Forecast? {
        let point = try #require(point ?? here)
        return try world.planning.forecasts(at: [point]).forecast(at: point)
    }

    @Test("a square is asked once an hour at most, with a contact and by a tenth of a degree")
    func once() throws {
        let server = try ForecastServer([met(30)])
        let world = try world(server)
        for number in 0..<300 {
            let near = Coordinates(latitude: 24.70 + Double(number % 5) / 200, longitude: 46.7)
            let forecast = try shown(world, at: near)
            #expect((forecast == nil) == (number < 100))
            if number == 99 { try world.work() }
            if number % 100 == 50 { _ = try world.test.app.fetchDueForecasts() }
            if number % 100 == 60, number > 100 { try world.work() }
        }
        #expect(server.heads.count == 1)
        let head = try #require(server.heads.first)
        #expect(head.hasPrefix("GET /weatherapi/locationforecast/2.0/complete?lat=24.7&lon=46.7 HTTP/1.1"))
        #expect(head.contains("User-Agent: Jadwal ops@jadwal.example\r\n"))
        #expect(!head.contains("If-Modified-Since"))
    }

    @Test("a forecast is fetched again after its end, and stays if it is unchanged")
    func again() throws {
        let made = "Mon, 23 Nov 2026 13:00:00 GMT"
        let world: PlanningWorld, start = Instant(secondsSince1970: 1_795_444_200)
        let first = ["Expires: \((start + .seconds(7_200)).httpDate)", "Last-Modified: \(made)"]
        let server = try ForecastServer([met(30, first), http(304, ""), met(41)])
        world = try self.world(server)
        #expect(world.test.app.now() == start)
        _ = try shown(world)
        try world.work()
        // An hour has passed, but the service said that there is nothing new.
        world.test.advance(seconds: 3_700)
        _ = try shown(world)
        try world.work()
        #expect(server.heads.count == 1)
        world.test.advance(seconds: 3_700)
        _ = try shown(world)
        try world.work()
        #expect(server.heads.count == 2 && server.heads[1].contains("If-Modified-Since: \(made)\r\n"))
        let kept = try #require(try shown(world))
        #expect(kept.age(at: world.test.app.now()) == .zero && kept.hours.first?.temperature == 30)
        world.test.advance(seconds: 3_700)
        _ = try shown(world)
        try world.work()
        #expect(try shown(world)?.hours.first?.temperature == 41)
    }

    @Test("a wrong answer leaves the forecast as it was, and the service is not asked for an hour", arguments: [
        http(200, "<html>403</html>"), http(200, #"{"type":"Feature","properties":{"timeseries":[{"ti"#),
        http(200, #"{"type":"Feature","properties":{"timeseries":[]}}"#), http(500, ""), http(404, "{}"),
        http(200, "{}", length: 900), "no HTTP at all\r\n\r\n",
        http(200, #"{"properties":{"meta":{"units":{"wind_speed":"knots"}},"timeseries":[]}}"#),
    ])
    func misbehaving(answer: String) throws {
        let server = try ForecastServer([met(30), answer, met(31)])
        let world = try world(server)
        _ = try shown(world)
        try world.work()
        for count in [2, 3] {
            world.test.advance(seconds: 3_601)
            for _ in 0..<3 {
                _ = try shown(world)
                _ = try world.test.app.fetchDueForecasts()
                try world.work()
            }
            #expect(server.heads.count == count)
            #expect(try shown(world)?.hours.first?.temperature == (count == 2 ? 30 : 31))
        }
        #expect(world.test.log.text.contains("weather service failed") && !world.test.log.text.contains("24.7"))
    }

    @Test("a service that wants rest gets it for all squares", arguments: [
        (429, ["Retry-After: 7200"], 7_200), (429, [], 3_600), (403, [], 21_600), (401, [], 21_600),
    ])
    func rest(status: Int, headers: [String], seconds: Int) throws {
        let server = try ForecastServer([http(status, "{}", headers), met(30), met(30)])
        let world = try world(server)
        _ = try shown(world)
        try world.work()
        let jeddah = try #require(Coordinates(latitude: 21.5, longitude: 39.2))
        #expect(server.heads.count == 1)
        world.test.advance(seconds: seconds - 60)
        _ = try shown(world)
        try world.work()
        #expect(server.heads.count == 1)
        world.test.advance(seconds: 120)
        _ = try shown(world)
        _ = try shown(world, at: jeddah)
        _ = try world.test.app.fetchDueForecasts()
        try world.work()
        #expect(server.heads.count == 3)
    }

    @Test("the version that ends soon still counts, and the operator reads it in the log")
    func retired() throws {
        let server = try ForecastServer([met(30).replacing("HTTP/1.1 200", with: "HTTP/1.1 203")])
        let world = try world(server)
        _ = try shown(world)
        try world.work()
        #expect(try shown(world)?.hours.count == 10)
        #expect(world.test.log.text.contains("weather service is being retired"))
    }

    @Test("a forecast that is over six hours old, or was made long before, takes no mode out", arguments: [
        ("2026-11-23T13:00:00Z", 0, true), ("2026-11-23T13:00:00Z", 6 * 3_600 + 60, false),
        ("2026-11-20T13:00:00Z", 0, false),
    ])
    func age(updated: String, later: Int, counts: Bool) throws {
        let server = try ForecastServer([met(48, updated: updated)])
        let world = try world(server), from = try #require(here)
        let to = try #require(Coordinates(latitude: 24.72, longitude: 46.6753))
        var habits = DayHabits()
        habits.travel.ownsBike = true
        func reasons() throws -> [String] {
            let rules = Modes(habits, in: .utc, now: world.test.app.now())
            let leg = WayLeg(
                from: from, to: to, goal: TravelGoal(start: world.test.app.now() + .seconds(3_600), extraMinutes: 0))
            let known = try world.planning.known([leg], rules)
            var weighed = rules
            weighed.forecast = known.weather.forecast(at: to)
            let choice = TravelChoice(
                among: known.ways(leg, TravelEstimate(), by: [.bike]), to: leg.goal, weighed)
            return choice.options.flatMap(\.reasons).map(\.name)
        }
        #expect(try reasons() == [], "without a forecast there is no rule")
        try world.work()
        world.test.advance(seconds: later)
        #expect(try reasons() == (counts ? ["heat"] : []))
    }

    @Test("nothing is wanted of a service of others before the customer agreed, and after they took it back")
    func consent() throws {
        let world = try PlanningWorld(["JADWAL_WEATHER": "open-meteo"])
        func wanted() throws -> Int {
            _ = try shown(world)
            return try world.test.count("forecast")
        }
        #expect(try wanted() == 0 && world.test.count("job") == 0)
        #expect(try world.planning.outsideServices().map(\.host) == ["api.open-meteo.com"])
        #expect(try world.planning.setConsent(to: "open-meteo", true))
        #expect(try wanted() == 1)
        try world.test.run("DELETE FROM forecast")
        #expect(try world.planning.setConsent(to: "open-meteo", false) && wanted() == 0)
    }

    @Test("events of the coming five days are known to the service before somebody looks at a page")
    func ahead() throws {
        let server = try ForecastServer([met(30)])
        let world = try world(server)
        try world.put("Dentist", "20261126T080000", "20261126T090000", ["GEO:24.7;46.7"])
        try world.put("Far", "20261210T080000", "20261210T090000", ["GEO:21.5;39.2"])
        try world.work()
        let cells = "SELECT string_agg(lat_tenths::text, ' ') FROM forecast" as SQL
        #expect(try world.test.store.connection.value(cells) == "247")
        #expect(server.heads.count == 1)
    }

    @Test("each service is asked as it wants", arguments: [
        ("open-meteo", "GET /v1/forecast?latitude=24.7&longitude=46.7&hourly=temperature_2m,"
            + "apparent_temperature,precipitation_probability,precipitation,wind_gusts_10m,weather_code&timezone=UTC&timeformat=unixtime"
            + "&forecast_days=6 HTTP/1.1"),
        ("openweather", "GET /data/2.5/forecast?lat=24.7&lon=46.7&appid=k&units=metric HTTP/1.1"),
    ])
    func requests(kind: String, line: String) throws {
        let server = try ForecastServer([http(500, "")])
        let world = try world(server, kind)
        _ = try shown(world)
        try world.work()
        #expect(server.heads.first?.hasPrefix(line) == true)
    }
}
