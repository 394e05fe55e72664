import Foundation
import ICalendar

/// Reads and writes a calendar file three times and says how many megabytes a second that were, the
/// best of them: `jadwal-calendar-bench text FILE`.
@main
struct CalendarBench {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, arguments[1] == "text" else {
            print("Usage: jadwal-calendar-bench text FILE")
            exit(2)
        }
        let octets = [UInt8](try Data(contentsOf: URL(fileURLWithPath: arguments[2])))
        var best = Double.infinity
        for _ in 0..<3 {
            var written = 0
            let clock = ContinuousClock()
            let took = try clock.measure {
                written = try CalendarStream(octets, limits: Limits(octets: octets.count)).octets.count
            }
            guard written > octets.count / 2 else { throw LostText(read: octets.count, written: written) }
            best = min(best, took / .seconds(1))
        }
        print(Int((Double(octets.count) / 1e6 / best).rounded()))
    }
}

/// What came out is not what went in: nothing was measured.
struct LostText: Error {
    let read: Int, written: Int
}
