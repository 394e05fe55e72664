import ArgumentParser
import Foundation
import ICalendar
import Places
import PrayerFeeds
import Runtime
import System

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

    /// What is in the file, read leniently.
    /// - Throws: a sentence that names the file.
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

    /// Works on the file's rules, up to some millions of occurrences.
    /// - Throws: a sentence that names the file and says what to change.
    func withBudget<Answer>(_ work: (inout WorkBudget) throws(RecurrenceError) -> Answer) throws -> Answer {
        var budget = WorkBudget(steps: 10_000_000)
        do throws(RecurrenceError) {
            return try work(&budget)
        } catch {
            throw FileError(path: file, message: "its events take place too often to be listed; ask for a shorter window")
        }
    }
}

extension CalendarStream {
    /// Everything that is wrong with the text and in it, in the order of its lines.
    func allProblems(_ database: @escaping ZoneResolver.Database) -> [Problem] {
        (problems + CalendarCheck.problems(components, database: database)).byLine
    }

    /// Says on standard error what the answer leaves out or had to take for something else.
    func warn(_ database: @escaping ZoneResolver.Database) {
        for problem in allProblems(database) where problem.reason.severity == .error {
            FileHandle.standardError.write(Data("\(problem)\n".utf8))
        }
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
