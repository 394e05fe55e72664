import CivilTime
public import HTTP
import System

/// The one log line and the one count of every request of a thread.
public final class RequestRecorder {
    private let app: App
    private var started: UInt64 = 0
    private var databaseBefore: UInt64 = 0
    /// The line of the last request, with a line feed. Its capacity is reused.
    private(set) var line: [UInt8] = []
    /// The beginning of a line, which is the same for a second.
    private var lineStart: [UInt8] = []
    private var second: Int64?
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
        makeLine(
            id: id, route: route, status: status.rawValue, milliseconds: milliseconds,
            databaseMilliseconds: databaseMilliseconds, bytes: bytes, clientWentAway: clientWentAway)
        LogOutput.standardError.append(line)
    }

    /// Makes the line of a request, by hand and not through the logger, since every request pays for it.
    func makeLine(
        id: String, route: String, status: Int, milliseconds: Double, databaseMilliseconds: Double,
        bytes: Int, clientWentAway: Bool
    ) {
        let now = app.now()
        if now.secondsSince1970 != second {
            second = now.secondsSince1970
            lineStart = Array("""
                {"time":"\(now.iso8601)","level":"info","process":"serve","event":"request","request":
                """.utf8)
        }
        line.removeAll(keepingCapacity: true)
        line += lineStart
        line.appendJSON(id)
        line.append(text: ",\"route\":")
        line.appendJSON(route)
        line.append(text: ",\"status\":")
        line.append(number: status)
        line.append(text: ",\"ms\":")
        line.append(thousandthsOf: milliseconds)
        line.append(text: ",\"db_ms\":")
        line.append(thousandthsOf: databaseMilliseconds)
        line.append(text: ",\"bytes\":")
        line.append(number: bytes)
        if clientWentAway { line.append(text: ",\"client_went_away\":true") }
        line.append(text: "}\n")
    }
}

extension [UInt8] {
    fileprivate mutating func append(text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// - Parameter number: not negative.
    /// - Parameter digits: the number of digits at least, with zeros before.
    fileprivate mutating func append(number: Int, digits: Int = 1) {
        let start = count
        var rest = number
        repeat {
            append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0 || count - start < digits
        self[start...].reverse()
    }

    /// Appends a number with three decimals.
    fileprivate mutating func append(thousandthsOf value: Double) {
        let whole = Int((value * 1_000).rounded())
        append(number: whole / 1_000)
        append(UInt8(ascii: "."))
        append(number: whole % 1_000, digits: 3)
    }
}
