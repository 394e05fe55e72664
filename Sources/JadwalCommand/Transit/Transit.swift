import ArgumentParser
import Places
import Runtime
import Transit

/// `jadwal transit`: timetables of public transport in a terminal, for operators and tests.
struct TransitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transit",
        abstract: "Checks a timetable of buses and trains (GTFS), finds journeys in it, and loads it.",
        subcommands: [TransitCheck.self, TransitJourney.self, TransitLoad.self])
}

/// The argument of a command that reads a GTFS archive.
struct FeedArchive: ParsableArguments {
    @Argument(help: "A zip archive with a GTFS feed.")
    var file: String

    func feed() throws -> TransitFeed { try TransitFile.feed(file, try TimeZones()) }
}

/// Returns a problem in words, with its place.
func sentence(_ problem: FeedProblem) -> String {
    let words = switch problem.kind {
    case .unknownStop(let id): "there is no stop \"\(id)\"; trips pass it"
    case .unknownTrip(let id): "there is no trip \"\(id)\"; its rows are left out"
    case .unknownLine(let id): "there is no route \"\(id)\"; its trips are left out"
    case .unknownService(let id): "there is no service \"\(id)\"; its trips are left out"
    case .repeatedID(let id): "\"\(id)\" is there already; the first row counts"
    case .badTime(let text): "\"\(text)\" is no time; the trip is left out"
    case .decreasingTime: "the time is before that of the stop before; the trip is left out"
    case .missingTime: "the first and the last stop need a time; the trip is left out"
    case .tooFewStops: "the trip has fewer than two stops, and is left out"
    case .badDate(let text): "\"\(text)\" is no date; the row is left out"
    case .badNumber(let text): "\"\(text)\" is no number that may stand here; the row is left out"
    case .noCoordinates: "the stop has no place; nobody walks to it"
    case .otherZone(let name): "the zone \(name) differs from that of the first agency, which counts"
    case .unsupportedTransfer: "transfers between trips are not read"
    case .openQuote: "the quote is not closed before the end of the file"
    }
    return "\(problem.file.name), line \(problem.line): \(words)"
}
