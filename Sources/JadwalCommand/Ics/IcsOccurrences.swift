import ArgumentParser
import CivilTime
import ICalendar
import Pages
import Places
import PrayerFeeds
import Runtime

/// Lists the events in a window of time.
struct IcsOccurrences: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "occurrences",
        abstract: "Lists the events of a calendar file in a window of time.",
        discussion: """
            One line for each occurrence: start, end, UID and summary, separated by tabs, and CANCELLED if it does \
            not take place. Moments are in UTC \
            and end in Z; days have 8 digits; floating times have no Z. If the calendar names its zone in \
            X-WR-TIMEZONE, its floating times are moments in that zone.
            """)

    @OptionGroup var input: IcsFile
    @OptionGroup var window: IcsWindow

    func run() throws {
        let stream = try input.stream(), database = try zoneDatabase()
        let range = try window.range(), zone = try window.zone()
        stream.warn(database)
        let lines = try input.withBudget { budget throws(RecurrenceError) in
            try stream.occurrenceLines(in: range, floating: zone, database: database, budget: &budget)
        }
        for line in lines { print(line) }
    }
}

/// Lists the busy times that the events of a calendar file give.
struct IcsFreeBusy: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "freebusy",
        abstract: "Lists the busy times of a calendar file in a window of time.",
        discussion: "One line for each period: start, end and kind (BUSY, BUSY-UNAVAILABLE, BUSY-TENTATIVE), separated by tabs.")

    @OptionGroup var input: IcsFile
    @OptionGroup var window: IcsWindow

    func run() throws {
        let stream = try input.stream(), database = try zoneDatabase()
        let range = try window.range(), zone = try window.zone()
        stream.warn(database)
        let busy = try input.withBudget { budget throws(RecurrenceError) in
            try stream.freeBusy(in: range, floating: zone, database: database, budget: &budget)
        }
        for period in busy.result {
            print(DateOrTime.utc(period.start).text, DateOrTime.utc(period.end).text, period.kind.rawValue, separator: "\t")
        }
    }
}

/// A window of time, and the zone of days and floating times.
struct IcsWindow: ParsableArguments {
    @Option(help: "The first moment of the window, as in 20260101T000000Z.")
    var from: String

    @Option(help: "The first moment after the window, as in 20270101T000000Z.")
    var to: String

    @Option(name: .customLong("time-zone"), help: "The zone of days, and of floating times if the calendar names none, as in Asia/Riyadh.")
    var timeZone = "UTC"

    func range() throws -> Range<Instant> {
        guard let start = moment(from) else { throw ValidationError("--from must be a moment in UTC, as in 20260101T000000Z.") }
        guard let end = moment(to), start <= end else {
            throw ValidationError("--to must be a moment in UTC, as in 20270101T000000Z, and not before --from.")
        }
        return start..<end
    }

    func zone() throws -> TimeZoneRules {
        guard let rules = try TimeZones().rules(named: timeZone) else {
            throw ValidationError("There is no time zone \(timeZone).")
        }
        return rules
    }

    private func moment(_ text: String) -> Instant? {
        guard case .utc(let instant)? = try? DateOrTime(text) else { return nil }
        return instant
    }
}
