import CivilTime
import Foundation

/// Files beside these tests; `Reference/README.md` names their sources.
enum Reference {
    private static let folder = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/Reference"

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
    }

    /// Returns the rows of a comma-separated file without its heading.
    static func rows(_ name: String) throws -> [[String]] {
        String(decoding: try bytes(name), as: UTF8.self).split(separator: "\n").dropFirst()
            .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    }

    /// Returns the file of a zone in the system's tzdata, which `script/test` installs.
    static func zoneFile(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)")))
    }

    static func zone(_ name: String) throws -> TimeZoneRules {
        try TimeZoneRules(name: name, tzif: zoneFile(name))
    }

    static let zoneNames = [
        "Africa/Cairo", "Africa/Casablanca", "America/New_York", "America/Nuuk", "America/St_Johns", "Antarctica/Troll",
        "Asia/Gaza", "Asia/Riyadh", "Australia/Lord_Howe", "Europe/Dublin", "Pacific/Apia", "Pacific/Kiritimati",
    ]
}

/// Reads `2026-11-21T12:20:00`, with or without a Z after it.
func wall(_ text: String) throws -> LocalDateTime {
    let numbers = text.dropFirst(11).prefix(8).split(separator: ":").compactMap { Int($0) }
    guard let date = LocalDate(iso8601: text.prefix(10)), numbers.count == 3,
          let wall = LocalDateTime(date: date, hour: numbers[0], minute: numbers[1], second: numbers[2])
    else { throw NotATime(text: text) }
    return wall
}

/// Reads `2026-11-21T12:20:00Z`.
func moment(_ text: String) throws -> Instant {
    let wall = try wall(text)
    guard let moment = Instant(
        utcYear: wall.date.year, month: wall.date.month, day: wall.date.day,
        hour: wall.hour, minute: wall.minute, second: wall.second)
    else { throw NotATime(text: text) }
    return moment
}

func day(_ text: String) throws -> LocalDate {
    guard let day = LocalDate(iso8601: text) else { throw NotATime(text: text) }
    return day
}

struct NotATime: Error {
    let text: String
}
