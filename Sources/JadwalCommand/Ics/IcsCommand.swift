import ArgumentParser
import FeatureKit
import Foundation
import ICalendar

/// What the engine makes of a calendar file, for people and tests.
struct Ics: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ics",
        abstract: "Reads calendar files (RFC 5545).",
        subcommands: [IcsCheck.self, IcsFormat.self, IcsOccurrences.self, IcsFreeBusy.self])
}

/// The file that a subcommand reads.
struct IcsFile: ParsableArguments {
    @Argument(help: "A calendar file, or - for standard input.")
    var file: String

    func octets() throws -> [UInt8] {
        if file == "-" { return [UInt8](FileHandle.standardInput.readDataToEndOfFile()) }
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    }
}

/// The zones of the system's tzdata. One whose file cannot be read is one it does not have.
func zoneDatabase() throws -> ZoneResolver.Database {
    let zones = try TimeZones()
    return { name in try? zones.rules(named: name) }
}

func write(_ octets: [UInt8]) {
    FileHandle.standardOutput.write(Data(octets))
}
