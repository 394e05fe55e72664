import ArgumentParser
import HTTP
import Jadwal
import Runtime
import Web

/// The route table.
struct Routes: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints every address that `jadwal serve` answers: method, pattern and who may call, between tabs.",
        discussion: """
            anyone: with or without a session; customer: signed in; machine: programs, without cookies; device: by a \
            device password; app: by an access token; any app: with or without one.
            """)

    @Flag(help: "Print JSON: a list of objects with method, pattern and audience.")
    var json = false

    @Flag(help: "Also what only JADWAL_ENVIRONMENT=development answers.")
    var development = false

    func run() throws {
        let lines = (routes + calendarRoutes + methodRoutes + (development ? developmentRoutes : [])).map {
            Line(method: $0.method.rawValue, pattern: $0.pattern.description, audience: $0.audience)
        }
        guard json else {
            for line in lines { print("\(line.method)\t\(line.pattern)\t\(line.audience)") }
            return
        }
        print(String(decoding: try JSON.pretty(lines), as: UTF8.self), terminator: "")
    }

    private struct Line: Encodable {
        let method: String, pattern: String, audience: String
    }
}
