import ArgumentParser
import CivilTime
import Scheduling
import Text

/// Counts the clashes of a table of events.
struct ConflictsFind: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Counts the events of a table that overlap each other.",
        discussion: """
            The first line of FILE is `\(EventTable.header)`. Each further line is an event: minutes since \
            any midnight, and 0 or 1 for what is true of it. Events that are all-day, transparent, cancelled or \
            without length are not counted. The answer is a JSON object: pairs that overlap, events in at least \
            one pair, clusters that pairs connect, the largest cluster, and the most events at the same time.
            """)

    @OptionGroup var input: LinesFile

    func run() throws {
        let events = try EventTable.read(input)
        let availability = Availability(LocalTimeLine(firstWeekday: .thursday), events)
        let counts = availability.busy.overlapCounts()
        let members = [
            ("events", events.count), ("counted", availability.busy.items.count), ("conflict_pairs", counts.pairs),
            ("events_in_conflict", counts.items), ("clusters", counts.clusters),
            ("largest_cluster", counts.largestCluster), ("max_simultaneous", counts.mostAtOnce),
        ]
        print("{\(members.map { "\"\($0)\": \($1)" }.joined(separator: ", "))}")
    }
}

/// The reader of a table of events: a line for each, with commas between the columns.
enum EventTable {
    static let header = "id,start_min,end_min,all_day,transparent,cancelled,calendar"

    /// Reads the events.
    ///
    /// - Throws: a `FileError` that names the line and what to change.
    static func read(_ input: LinesFile) throws -> [ScheduledOccurrence] {
        let lines = try input.lines()
        guard let first = lines.first, columns(first.text.drop { $0 == "\u{FEFF}" }).joined(separator: ",") == header
        else { throw input.wrong(lines.first?.number ?? 1, "the first line must be \(header)") }
        var calendars: [Substring: Int] = [:], lineNumbers: [Substring: Int] = [:]
        return try lines.dropFirst().map { number, text in
            let row = columns(text)
            guard row.count == 7 else {
                throw input.wrong(number, "has \(row.count) columns, and must have the 7 of the first line")
            }
            guard !row[0].isEmpty else { throw input.wrong(number, "id is empty; every event needs its own") }
            if let earlier = lineNumbers.updateValue(number, forKey: row[0]) {
                throw input.wrong(number, "id \(row[0]) is also on line \(earlier); every event needs its own")
            }
            func minute(_ column: Int, _ name: String) throws -> Int {
                guard let value = Int(row[column]), fileMinutes.contains(value) else {
                    throw input.wrong(
                        number, "\(name) is “\(row[column])”, and must be a whole number up to 1000000000")
                }
                return value
            }
            func flag(_ column: Int, _ name: String) throws -> Bool {
                guard row[column] == "0" || row[column] == "1" else {
                    throw input.wrong(number, "\(name) is “\(row[column])”, and must be 0 or 1")
                }
                return row[column] == "1"
            }
            let start = try minute(1, "start_min"), end = try minute(2, "end_min")
            guard start <= end else {
                throw input.wrong(number, "end_min \(end) is before start_min \(start); the start must come first")
            }
            let calendar = calendars[row[6], default: calendars.count]
            calendars[row[6]] = calendar
            var event = ScheduledOccurrence(
                uid: String(row[0]), calendar: calendar, time: moment(start)..<moment(end))
            event.isAllDay = try flag(3, "all_day")
            event.isTransparent = try flag(4, "transparent")
            event.isCancelled = try flag(5, "cancelled")
            return event
        }
    }

    private static func columns(_ text: Substring) -> [Substring] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed() }
    }

    private static func moment(_ minute: Int) -> Instant { Instant(secondsSince1970: Int64(minute) * 60) }
}
