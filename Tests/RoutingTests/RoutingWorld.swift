import CivilTime
import PrayerTimes
import Testing
@testable import Routing

/// Two places in Helsinki, 950 m apart, and questions about them.
enum Helsinki {
    static let station = Coordinates(latitude: 60.1699, longitude: 24.9384)!
    static let east = Coordinates(latitude: 60.1750, longitude: 24.9500)!
    /// The line between them, by the algorithm of the format.
    static let line5 = encoded([(60.1699, 24.9384), (60.1750, 24.9500)], digits: 5)
    static let line6 = encoded([(60.1699, 24.9384), (60.1750, 24.9500)], digits: 6)
    static let line7 = encoded([(60.1699, 24.9384), (60.1750, 24.9500)], digits: 7)
    /// 27 November 2026, 08:30 in Helsinki.
    static let morning = moment(rfc3339: "2026-11-27T08:30:00+02:00")!

    static func question(_ mode: RouteMode, _ moment: RouteMoment = .arrive(morning)) -> RouteQuestion {
        RouteQuestion(from: station, to: east, mode: mode, moment: moment, estimateSeconds: 960)
    }

    static func matrix(_ mode: RouteMode) -> MatrixQuestion {
        MatrixQuestion(places: [station, east], mode: mode, departure: morning)
    }

    /// Writes a polyline, as its description says: differences, shifted, inverted if negative, in pieces of five bits.
    static func encoded(_ points: [(Double, Double)], digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        var text = "", last = (0, 0)
        func write(_ number: Int) {
            var rest = number < 0 ? ~(number << 1) : number << 1
            while rest >= 0x20 {
                text.unicodeScalars.append(Unicode.Scalar(UInt8((rest & 0x1F | 0x20) + 63)))
                rest >>= 5
            }
            text.unicodeScalars.append(Unicode.Scalar(UInt8(rest + 63)))
        }
        for point in points {
            let next = (Int((point.0 * scale).rounded()), Int((point.1 * scale).rounded()))
            write(next.0 - last.0)
            write(next.1 - last.1)
            last = next
        }
        return text
    }
}

/// A text as JSON has it.
func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

func response(_ text: String, status: Int = 200, retryAfter: String? = nil) -> EngineResponse {
    EngineResponse(status: status, body: Array(text.utf8), retryAfter: retryAfter)
}

/// Returns the refusal of an engine for a response; nil if it reads the response.
func refusal(
    of engine: some RoutingEngine, _ mode: RouteMode, _ text: String, status: Int = 200, retryAfter: String? = nil
) -> RoutingError? {
    do throws(RoutingError) {
        _ = try engine.routes(
            in: response(text, status: status, retryAfter: retryAfter), for: Helsinki.question(mode))
        return nil
    } catch { return error }
}

extension EngineRequest {
    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
    var text: String { String(decoding: body, as: UTF8.self) }
}
