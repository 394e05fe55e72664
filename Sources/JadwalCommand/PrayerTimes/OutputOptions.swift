import ArgumentParser
import CivilTime

/// The options for days and for the format of the output.
struct OutputOptions: ParsableArguments {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case table, csv, ics
    }

    @Option(help: "The first day, as 2026-11-21, from 1900 to 2200; today at the place unless given.")
    var date: String?

    @Option(help: "The number of days, 1 to 3660.")
    var days = 1

    @Option(help: "A table for people, lines for programs, or a calendar.")
    var format = Format.table

    @Flag(help: "The moments before rounding, in tenths of a second.")
    var seconds = false

    @Flag(help: "In UTC instead of the place's clock.")
    var utc = false

    func validate() throws {
        guard (1...3_660).contains(days) else { throw ValidationError("--days takes 1 to 3660.") }
        if format == .ics, seconds { throw ValidationError("A calendar has whole minutes; --seconds goes with table and csv.") }
        if let date {
            guard let first = LocalDate(iso8601: date) else { throw ValidationError("'\(date)' is not a day like 2026-11-21.") }
            try checkYears(first)
        }
    }

    /// - Parameter today: the current day at the place.
    func firstDate(today: LocalDate) throws -> LocalDate {
        let first = date.flatMap { LocalDate(iso8601: $0) } ?? today
        try checkYears(first)
        return first
    }

    /// Checks that the days are in years for which the sun's position and the future leap seconds are good enough.
    private func checkYears(_ first: LocalDate) throws {
        guard (1_900...2_200).contains(first.year), (first + (days - 1)).year <= 2_200 else {
            throw ValidationError("Days are from 1900-01-01 to 2200-12-31.")
        }
    }
}
