import CivilTime
import Foundation
import PrayerTimes
import Testing

/// The figures in `Reference/`, whose README names their sources.
enum Reference {
    static let places: [ReferencePlace] = rows("places.csv").map(ReferencePlace.init)
    static let published = days("published.csv")
    static let computed = days("computed.csv")

    /// Returns the lines of a file by the names of its columns.
    static func rows(_ file: String) -> [[String: String]] {
        let lines = text("\(folder)/\(file)").split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        guard let header = lines.first else { return [] }
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
    }

    private static func days(_ file: String) -> [String: [ReferenceDay]] {
        Dictionary(grouping: rows(file).map(ReferenceDay.init), by: \.table)
    }

    private static let folder = #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/Reference"

    private static func text(_ path: String) -> String {
        guard let data = FileManager.default.contents(atPath: path) else { fatalError("\(path) cannot be read") }
        return String(decoding: data, as: UTF8.self)
    }
}

/// The place and method of a timetable.
struct ReferencePlace: Sendable, CustomTestStringConvertible {
    let table: String
    let place: Place
    let method: String
    let school: AsrSchool

    init(_ row: [String: String]) {
        table = row["table"] ?? ""
        place = PrayerTimesTests.place(number(row["latitude"]), number(row["longitude"]), row["zone"] ?? "")
        method = row["method"] ?? ""
        school = row["school"] == "hanafi" ? .hanafi : .standard
    }

    var testDescription: String { table }
}

/// A line of a timetable: seconds of the local day, in the order of the day.
struct ReferenceDay: Sendable {
    let table: String
    let date: LocalDate
    let seconds: PerEvent<Int>

    init(_ row: [String: String]) {
        table = row["table"] ?? ""
        date = day(row["date"] ?? "")
        seconds = clocks(row)
    }
}

/// Returns the six clock times of a row as seconds of the day.
func clocks(_ row: [String: String]) -> PerEvent<Int> {
    var seconds = PerEvent(all: 0)
    for event in DayEvent.allCases {
        let parts = (row[event.rawValue] ?? "").split(separator: ":").map { Int($0) ?? -1 }
        seconds[event] = parts[0] * 3_600 + parts[1] * 60 + (parts.count > 2 ? parts[2] : 0)
    }
    return seconds
}

func number(_ text: String?) -> Double {
    guard let number = text.flatMap(Double.init) else { fatalError("\(text ?? "nothing") is not a number") }
    return number
}

func day(_ text: String) -> LocalDate {
    guard let date = LocalDate(iso8601: text) else { fatalError("\(text) is not a date") }
    return date
}

func place(_ latitude: Double, _ longitude: Double, _ zone: String) -> Place {
    guard let point = Coordinates(latitude: latitude, longitude: longitude) else { fatalError("no such point") }
    return Place(point, zone: rules(ofZone: zone))
}

func method(_ name: String) -> Method {
    guard let method = Method.named(name) else { fatalError("no method \(name)") }
    return method
}

/// Returns the rules of a zone from the system.
private func rules(ofZone name: String) -> TimeZoneRules {
    if name == "UTC" { return .utc }
    guard let data = FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)") else { fatalError("no zone \(name)") }
    do {
        return try TimeZoneRules(name: name, tzif: [UInt8](data))
    } catch {
        fatalError("\(name): \(error)")
    }
}

extension Place {
    /// Returns the seconds of the local day at a moment.
    func secondOfDay(_ moment: Instant) -> Int {
        let clock = zone.local(moment)
        return clock.hour * 3_600 + clock.minute * 60 + clock.second
    }

    /// Returns the printed form: `05:37`.
    func clock(_ moment: Instant?) -> String {
        guard let moment else { return "-" }
        let minutes = secondOfDay(moment) / 60
        return "\(minutes / 60 < 10 ? "0" : "")\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    }
}

/// Returns the difference between two times of day, also across midnight.
func apart(_ second: Int, _ other: Int) -> Int {
    let difference = (second - other) % 86_400
    return difference > 43_200 ? difference - 86_400 : difference < -43_200 ? difference + 86_400 : difference
}

/// Returns the seconds since 1970 with their fraction.
func seconds(_ moment: Instant) -> Double { Double(moment.microsecondsSince1970) / 1_000_000 }
