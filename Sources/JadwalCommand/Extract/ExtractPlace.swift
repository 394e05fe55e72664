import Agreements
import ArgumentParser
import CivilTime
import Extraction
import Foundation
import PrayerTimes
import Runtime

/// The place whose prayers count, if one is given.
struct ExtractPlace: ParsableArguments {
    @Option(parsing: .unconditional, help: "Degrees, north positive.")
    var latitude: Double?

    @Option(parsing: .unconditional, help: "Degrees, east positive.")
    var longitude: Double?

    func validate() throws {
        if (latitude == nil) != (longitude == nil) {
            throw ValidationError("Give --latitude and --longitude together.")
        }
    }

    /// Returns the prayer times of a day as a function, by the method of Umm al-Qura; of no day without a place.
    func prayerTimes(_ zone: TimeZoneRules) throws -> @Sendable (LocalDate) -> PerEvent<Int>? {
        guard let latitude, let longitude else { return { _ in nil } }
        return try prayerMinutes(latitude: latitude, longitude: longitude, zone)
    }
}

/// Returns the folder of the templates by the settings.
func templatesFolder() throws -> String { try readConfig().templates }

/// Returns the lexicon of a folder; of the folder of the templates if it is nil.
func readLexicon(_ folder: String?) throws -> Lexicon {
    let folder = try folder ?? templatesFolder() + "/lexicon"
    let lexicon = try Lexicon(directory: folder)
    guard !lexicon.entries.isEmpty else { throw ValidationError("There is no lexicon in \(folder).") }
    return lexicon
}

func readLines(_ file: String) throws -> [Substring] {
    let data =
        file == "-" ? FileHandle.standardInput.readDataToEndOfFile() : try Data(contentsOf: URL(fileURLWithPath: file))
    return numberedLines(of: String(decoding: data, as: UTF8.self)).map(\.text)
}

/// Returns the lines of a text that hold more than white space, each with its number from 1. A file of Windows ends its
/// lines with a carriage return, which stays at their end, where JSON passes over it.
func numberedLines(of text: String) -> [(number: Int, text: Substring)] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        .map { (number: $0.offset + 1, text: Substring($0.element)) }
        .filter { !$0.text.allSatisfy(\.isWhitespace) }
}

/// Returns the minutes of each day's prayers at a point, by the method of Umm al-Qura.
private func prayerMinutes(
    latitude: Double, longitude: Double, _ zone: TimeZoneRules
) throws -> @Sendable (LocalDate) -> PerEvent<Int>? {
    guard let coordinates = Coordinates(latitude: latitude, longitude: longitude) else {
        throw ValidationError("--latitude takes -89.99 to 89.99, --longitude -180 to 180.")
    }
    let timetable = Timetable(Place(coordinates, zone: zone), Rules(method: .ummAlQura))
    return { date in
        let times = timetable.day(date).times
        var minutes = PerEvent(all: 0)
        for event in DayEvent.allCases {
            guard let time = times[event] else { return nil }
            minutes[event] = zone.local(time).minuteOfDay
        }
        return minutes
    }
}
