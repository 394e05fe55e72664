import CivilTime
import Foundation
import ICalendar

/// One of the programs that `script/bench icalendar` compares; icalendar.c and pycalendars.py in
/// script/bench.d are the others.
///
///     jadwal-calendar-bench make FOLDER            writes the data for all programs: weekly, month
///     jadwal-calendar-bench text FILE              reads and writes a text
///     jadwal-calendar-bench weekly FILE FROM TO    expands objects that are already read
///     jadwal-calendar-bench month FILE FROM TO     queries stored objects for a window
///
/// Each measurement runs for a second, and at least three times. The output is the seconds of the fastest
/// run, then the number of results and a sum over them, so that the programs can be compared.
@main
struct CalendarBench {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.count) {
        case ("make"?, 2):
            try makeData(in: arguments.last ?? "")
        case ("text"?, 2):
            let octets = try contents(of: arguments.last ?? "")
            try measure { try text(octets) }
        case (let task?, 4) where task == "weekly" || task == "month":
            let bounds = arguments.suffix(2).compactMap { Int64($0) }.map(Instant.init(secondsSince1970:))
            guard bounds.count == 2, bounds[0] < bounds[1] else { exit(2) }
            let objects = try StoredObject.all(in: contents(of: arguments[2]))
            let window = bounds[0]..<bounds[1]
            if task == "weekly" {
                let calendars = try objects.map { try CalendarStream($0.octets).components }
                try measure { try expand(calendars, window) }
            } else {
                try measure { try month(objects, window) }
            }
        default:
            print("Usage: jadwal-calendar-bench make FOLDER | text FILE | weekly FILE FROM TO | month FILE FROM TO")
            exit(2)
        }
    }

    private static func contents(of file: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    }

    private static func measure(_ work: () throws -> Tally) throws {
        var best = Double.infinity, tally = Tally(), rounds = 0
        let end = ContinuousClock.now + .seconds(1)
        while rounds < 3 || ContinuousClock.now < end {
            let took = try ContinuousClock().measure { tally = try work() }
            best = min(best, took / .seconds(1))
            rounds += 1
        }
        print(String(format: "%.6f", best), tally.count, tally.sum)
    }
}

/// The results of a run. A program that finds less has measured less.
struct Tally {
    var count = 0
    /// The sum of every start and three times every end, in seconds; of a text, the number of its properties.
    var sum: Int64 = 0

    mutating func add(_ occurrence: Occurrence) {
        count += 1
        sum += occurrence.startInstant.secondsSince1970 + 3 * occurrence.endInstant.secondsSince1970
    }

    mutating func add(_ component: Component) {
        count += 1
        sum += Int64(component.properties.count)
        for inner in component.components { add(inner) }
    }
}

/// Reads and writes a text. The result counts what was read; the written text must be about as long.
private func text(_ octets: [UInt8]) throws -> Tally {
    let stream = try CalendarStream(octets, limits: Limits(octets: octets.count))
    let written = stream.octets.count
    guard written > octets.count / 2 else { throw LostText(read: octets.count, written: written) }
    var tally = Tally()
    for component in stream.components { tally.add(component) }
    return tally
}

/// The written text is too short, so the measurement is worthless.
struct LostText: Error {
    let read: Int, written: Int
}

private func expand(_ calendars: [[Component]], _ window: Range<Instant>) throws -> Tally {
    var tally = Tally()
    for calendar in calendars.joined() { try expand(calendar, window, &tally) }
    return tally
}

/// Selects the candidates by their bounds, as an index of a database would, then reads and expands them.
private func month(_ objects: [StoredObject], _ window: Range<Instant>) throws -> Tally {
    var tally = Tally()
    for object in objects where object.first < window.upperBound && object.last > window.lowerBound {
        for calendar in try CalendarStream(object.octets).components { try expand(calendar, window, &tally) }
    }
    return tally
}

private func expand(_ calendar: Component, _ window: Range<Instant>, _ tally: inout Tally) throws {
    let zones = ZoneResolver(calendar, database: ZoneFiles.rules)
    var budget = WorkBudget.standard
    for series in Series.all(in: calendar, names: ["VEVENT"], zones: zones, floating: TimeZoneRules.utc) {
        for occurrence in try series.occurrences(in: window, budget: &budget) { tally.add(occurrence) }
    }
}
