import CivilTime
import LocalServer
import PrayerTimes
import Routing
import Runtime
import Synchronization
import TestSupport
@testable import Planning

/// An engine on this machine that answers as a test wants, each connection once. The requests are kept.
final class EngineServer {
    private final class Script: Sendable {
        let answers: [String?]
        let lines = Mutex<[String]>([])

        init(_ answers: [String?]) { self.answers = answers }

        /// Keeps the first line of a request, and returns the answer to it.
        func answer(_ line: String) -> String? {
            lines.withLock { lines in
                lines.append(line)
                return answers[lines.count - 1]
            }
        }
    }

    private static let numbers = Atomic(0)

    private let script: Script
    private let server: ScriptedServer
    /// Its address. The path sets it apart from the server of another test that had the same port.
    let address: String

    /// - Parameter answers: the responses as they go over the line, in their order; nil for silence.
    init(_ answers: [String?]) throws {
        let script = Script(answers)
        server = try ScriptedServer(connections: answers.count) { peer in
            guard let head = peer.hear(until: "\r\n\r\n") else { return }
            let line = head.split(separator: "\r\n").first.map(String.init) ?? ""
            if let answer = script.answer(line) { peer.say(answer) } else { peer.staySilent() }
        }
        self.script = script
        let number = Self.numbers.wrappingAdd(1, ordering: .relaxed).newValue
        address = "http://127.0.0.1:\(server.port)/engine-\(number)"
    }

    /// The first lines of all requests.
    var lines: [String] { script.lines.withLock { $0 } }
    var count: Int { lines.count }
}

/// Returns a response as it goes over the line. The connection ends with it.
func http(_ status: Int, _ body: String, _ headers: [String] = [], length: Int? = nil) -> String {
    (["HTTP/1.1 \(status) Status", "Content-Length: \(length ?? body.utf8.count)", "Connection: close"] + headers)
        .joined(separator: "\r\n") + "\r\n\r\n" + body
}

/// The answers of OSRM for two and for three places.
enum OSRMAnswer {
    static func way(seconds: String) -> String {
        http(200, """
            {"code":"Ok","routes":[{"duration":\(seconds),"distance":1379.8}],\
            "waypoints":[{"distance":0.3},{"distance":1.5}]}
            """)
    }

    static func table(_ durations: String) -> String {
        let points = #"[{"distance":1},{"distance":1},{"distance":1}]"#
        return http(200, """
            {"code":"Ok","durations":\(durations),"distances":[[0,1,1],[1,0,1],[1,1,0]],"sources":\(points),\
            "destinations":\(points)}
            """)
    }
}

/// Customers of an app whose engines a test chooses. It is Monday 23 November 2026, 14:30 in UTC.
final class TravelWorld {
    let test: TestApp
    /// The seconds of the clock by which engines rest.
    private let seconds = Mutex(1_000)
    let station: Coordinates
    let east: Coordinates
    let north: Coordinates

    /// - Parameter settings: keys without their prefix JADWAL_TRAVEL_.
    init(_ settings: [String: String]) throws {
        var all: [String: String] = [:]
        for (key, value) in settings { all["JADWAL_TRAVEL_\(key)"] = value }
        test = try TestApp(settings: all)
        guard let station = Coordinates(latitude: 60.1699, longitude: 24.9384),
            let east = Coordinates(latitude: 60.1750, longitude: 24.9500),
            let north = Coordinates(latitude: 60.1870, longitude: 24.9380)
        else { throw NoPlace() }
        (self.station, self.east, self.north) = (station, east, north)
    }

    private struct NoPlace: Error {}

    func advance(seconds more: Int) { seconds.withLock { $0 += more } }

    /// Returns a finder, as each page makes one.
    func finder(consents: Set<TravelSource.Kind> = []) -> WayFinder {
        WayFinder(test.app, zone: .utc, workingDays: [.monday, .tuesday], consents: consents) { [self] in
            seconds.withLock { $0 }
        }
    }

    /// Returns the only way to the east, to be there in two hours.
    func way(_ mode: RouteMode = .walk, consents: Set<TravelSource.Kind> = []) throws -> TravelWay? {
        let ways = try finder(consents: consents).ways(from: station, to: east, arriveBy: noon, modes: [mode])
        return ways.count == 1 ? ways[0] : nil
    }

    var noon: Instant { test.app.now() + .seconds(7_200) }
}
