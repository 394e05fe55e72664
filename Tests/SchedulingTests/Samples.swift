import CivilTime
import Foundation
import PrayerTimes
import Scheduling
import SeededRandom

/// A zone of the system's tzdata, which `script/test` installs.
func zone(_ name: String) throws -> TimeZoneRules {
    let file = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)"))
    return try TimeZoneRules(name: name, tzif: [UInt8](file))
}

/// Returns a day such as `2026-11-23`.
func day(_ text: String) -> LocalDate {
    guard let date = LocalDate(iso8601: text) else { preconditionFailure("\(text) is not a day") }
    return date
}

/// Returns the moment at which the clocks of a zone show a time, as in `2026-11-23 08:15`.
func at(_ text: String, in zone: TimeZoneRules = .utc) -> Instant {
    let clock = text.suffix(5).split(separator: ":").compactMap { Int($0) }
    let date = day(String(text.prefix(10)))
    guard clock.count == 2, let local = LocalDateTime(date: date, hour: clock[0], minute: clock[1])
    else { preconditionFailure("\(text) is not a time") }
    return zone.instant(of: local)
}

/// Returns a time such as `09:00-10:30` of a day.
func span(_ text: String, on date: String = "2026-11-23", in zone: TimeZoneRules = .utc) -> TimeSpan {
    let ends = text.split(separator: "-")
    return at("\(date) \(ends[0])", in: zone)..<at("\(date) \(ends[1])", in: zone)
}

func seconds(_ span: TimeSpan) -> Int64 { span.upperBound.secondsSince1970 - span.lowerBound.secondsSince1970 }
