import ArgumentParser
import Foundation
import ICalendar
import Places
import PrayerFeeds
import Runtime
import System

/// `jadwal ics`: the calendar engine in a terminal, for people and tests.
struct Ics: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ics",
        abstract: "Reads calendar files (RFC 5545).",
        subcommands: [IcsCheck.self, IcsFormat.self, IcsOccurrences.self, IcsFreeBusy.self])
}

/// The file argument of a subcommand.
struct IcsFile: ParsableArguments {
    @Argument(help: "A calendar file, or - for standard input.")
    var file: String

    /// Reads the file leniently.
    ///
    /// - Throws: a `FileError` that names the file.
    func stream() throws -> CalendarStream {
        let octets = file == "-" ? [UInt8](FileHandle.standardInput.readDataToEndOfFile()) : try readBytes(file)
        let stream: CalendarStream
        do throws(Problem) {
            stream = try CalendarStream(octets)
        } catch {
            throw FileError(path: file, message: "\(error)")
        }
        guard !stream.components.isEmpty else { throw FileError(path: file, message: "there is no calendar in it") }
        return stream
    }

    /// Expands the file's rules, up to some millions of occurrences.
    ///
    /// - Throws: a `FileError` that names the file and says what to change.
    func withBudget<Answer>(_ work: (inout WorkBudget) throws(RecurrenceError) -> Answer) throws -> Answer {
        var budget = WorkBudget(steps: 10_000_000)
        do throws(RecurrenceError) {
            return try work(&budget)
        } catch {
            throw FileError(path: file, message: "its events have too many occurrences to list; ask for a shorter window")
        }
    }
}

extension CalendarStream {
    /// Returns all problems of the text and its contents, in the order of the lines.
    func allProblems(_ database: @escaping ZoneResolver.Database) -> [Problem] {
        (problems + CalendarCheck.problems(components, database: database)).byLine
    }

    /// Prints errors to standard error: parts of the file that the answer leaves out or that could not be read.
    func warn(_ database: @escaping ZoneResolver.Database) {
        for problem in allProblems(database) where problem.reason.severity == .error {
            FileHandle.standardError.write(Data("\(problem)\n".utf8))
        }
    }
}

/// Returns the zones of the system's tzdata. A zone whose file cannot be read counts as missing.
func zoneDatabase() throws -> ZoneResolver.Database {
    let zones = try TimeZones()
    return { name in try? zones.rules(named: name) }
}

func write(_ octets: [UInt8]) {
    FileHandle.standardOutput.write(Data(octets))
}
