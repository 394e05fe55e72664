import ArgumentParser
import Calendars
import CivilTime
import Foundation
import Places
import PrayerFeeds
import PrayerTimes
import Runtime
import Storage
import System
import Templates

extension Timetables {
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Adds a timetable, or replaces the earlier one of the same city or customer.",
            discussion: """
                FILE has a line for each day: date, Fajr, Sunrise, Dhuhr, Asr, Maghrib, Isha, between commas, \
                semicolons, tabs or spaces, or columns in any order under their names in English or Arabic. Columns \
                with iqamas may be among them. An empty cell leaves the time to the calculation. If a line is \
                wrong, nothing is stored and every error is printed with its line. Otherwise the missing days and the times \
                that differ by more than 10 minutes from the calculated ones are printed.
                """)

        @Argument(help: "The file, or - for standard input. At most 256 kB and 1,500 days.")
        var file: String

        @OptionGroup var owner: TimetableOwner

        @Flag(help: "Only prints what is missing and what differs, and stores nothing.")
        var check = false

        func run() throws {
            let octets = file == "-" ? [UInt8](FileHandle.standardInput.readDataToEndOfFile()) : try readBytes(file)
            let app = try Timetables.app(), owner = try owner.found(app)
            let format = Runtime.Formatter(app.shared.templates.catalogue, .english, clock: .hours24, digits: .latin)
            let computed = try owner.computed(app), zone = computed.place.zone, today = zone.date(at: app.now())
            let reader = TableReader(zone: zone, today: today)
            let read: ReadTable
            do throws(TableProblems) {
                read = try reader.read(try reader.text(octets))
            } catch {
                throw WrongTimetable(sentences: error.sentences(format))
            }
            let result = TableCheck(read.table, against: computed, today: today)
            print(Self.report(read, result, format).joined(separator: "\n"))
            guard !check else { return }
            try owner.keep(read.table, app)
        }

        /// Returns a line for the whole, then one for each unused column, missing part and difference.
        private static func report(_ read: ReadTable, _ check: TableCheck?, _ format: Runtime.Formatter) -> [String] {
            guard let check else { return [] }
            var lines = ["\(check.dayCount) days, \(check.span.lowerBound) to \(check.span.upperBound)"]
            if check.isPast { lines.append("all days are over") }
            lines += read.unusedColumns.map { "not used: \($0)" }
            lines += check.missing.ranges.map { range in
                range.lowerBound == range.upperBound
                    ? "missing: \(range.lowerBound)" : "missing: \(range.lowerBound) to \(range.upperBound)"
            }
            if check.partialCount > 0 { lines.append("days without some times: \(check.partialCount)") }
            return lines + check.differences.map { difference in
                """
                differs: \(difference.date) \(difference.event.rawValue) \(format.time(minute: difference.written)), \
                calculated \(format.time(minute: difference.computed)) \
                (\(difference.minutes > 0 ? "+" : "")\(difference.minutes) min)
                """
            }
        }
    }
}

/// The errors of a timetable, one on each line.
struct WrongTimetable: Error, CustomStringConvertible {
    let sentences: [String]
    var description: String { "nothing was stored\n" + sentences.joined(separator: "\n") }
}

extension FoundOwner {
    /// Returns the calculated times of the place.
    fileprivate func computed(_ app: App) throws -> Timetable {
        switch self {
        case .city(let city): try app.computedTimes(of: city)
        case .customer(_, let feed): try app.computedTimes(of: feed)
        }
    }

    fileprivate func keep(_ table: MosqueTable, _ app: App) throws {
        switch self {
        case .city(let city):
            try app.keep(table, ofCity: city)
            try moveTimes(ofCity: city, app)
        case .customer(let id, let feed):
            try app.store.transaction {
                guard try app.keep(table, of: feed.id) else { throw ValidationError("The customer's feed is gone.") }
                try app.moveTimes(of: id)
            }
        }
    }
}
