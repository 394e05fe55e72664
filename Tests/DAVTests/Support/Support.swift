import CivilTime
import DAV
import Foundation
import HTTP
import ICalendar
import Testing
import XML

func octets(_ text: String) -> [UInt8] { Array(text.utf8) }

func text(_ octets: [UInt8]) -> String { String(decoding: octets, as: UTF8.self) }

/// Reads the machine's zone file.
@Sendable func zone(_ name: String) -> TimeZoneRules? {
    guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "/_+-".contains($0)) }),
          let data = FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)")
    else { return nil }
    return try? TimeZoneRules(name: name, tzif: [UInt8](data))
}

/// Reads a moment, as in `20260104T000000Z`.
func moment(_ text: String) throws -> Instant {
    guard case .utc(let instant) = try DateOrTime(text) else { throw NoMoment() }
    return instant
}

struct NoMoment: Error {}

/// Reads the only component of a text.
func calendar(_ content: String) throws -> Component {
    let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Test//EN\n\(content)\nEND:VCALENDAR\n"
    return try #require(CalendarStream(octets(text)).components.first)
}

/// The precondition that a request fails, in Clark's notation; the status if none is named, nil if it is accepted.
func refusal(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch let error as DAVError {
        return error.precondition.map { "\($0.name) \(error.status.rawValue)" } ?? "\(error.status.rawValue)"
    } catch let defect as ObjectDefect {
        return refusal { throw DAVError(defect) }
    } catch {
        return "\(error)"
    }
}
