public import HTTP
import System
import CivilTime

/// The one log line and the one count of every request of a thread.
public final class RequestRecorder {
    private let app: App
    private var started: UInt64 = 0
    private var databaseBefore: UInt64 = 0
    public var route = ""

    public init(_ app: App) {
        self.app = app
    }

    /// A request begins.
    public func begin() {
        app.database.beginRequest()
        started = Monotonic.nanoseconds()
        databaseBefore = app.database.waited
        route = "none"
    }

    /// Its answer is written, or the client has gone.
    ///
    /// The line names the route, never the path: paths may hold secrets.
    public func finish(id: String, status: Status, bytes: Int, clientWentAway: Bool) {
        let milliseconds = Double(Monotonic.nanoseconds() - started) / 1_000_000
        let waited = app.database.waited
        // A connection that was replaced meanwhile counts from nothing.
        let databaseMilliseconds = Double(waited >= databaseBefore ? waited - databaseBefore : waited) / 1_000_000
        app.shared.metrics.count(
            route: route, status: status.rawValue, milliseconds: milliseconds,
            databaseMilliseconds: databaseMilliseconds)
        writeToStandardError(
            requestLine(
                id: id, route: route, status: status.rawValue, milliseconds: milliseconds,
                databaseMilliseconds: databaseMilliseconds, bytes: bytes, clientWentAway: clientWentAway))
    }

    /// Written by hand and not through the logger: this line is most of what a small answer costs.
    func requestLine(
        id: String, route: String, status: Int, milliseconds: Double, databaseMilliseconds: Double,
        bytes: Int, clientWentAway: Bool
    ) -> String {
        var line = "{\"time\":\"\(app.now().iso8601)\",\"level\":\"info\",\"process\":\"serve\",\"event\":\"request\",\"request\":"
        line.appendJSON(id)
        line += ",\"route\":"
        line.appendJSON(route)
        line += ",\"status\":\(status),\"ms\":\(thousandths(milliseconds)),\"db_ms\":\(thousandths(databaseMilliseconds)),\"bytes\":\(bytes)"
        if clientWentAway { line += ",\"client_went_away\":true" }
        line += "}\n"
        return line
    }
}

/// A number with three decimals, without the cost of a formatter.
private func thousandths(_ value: Double) -> String {
    let whole = Int((value * 1_000).rounded())
    let fraction = String(whole % 1_000)
    return "\(whole / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
}
