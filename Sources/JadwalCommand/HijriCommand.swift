import ArgumentParser
import CivilTime
import Pages
import Places
import Postgres
import PrayerFeeds
import Runtime
import Storage

/// The command for Hijri months that begin on another day than published.
struct HijriCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hijri",
        abstract: "Shows and changes on which day Hijri months begin.",
        discussion: """
            Jadwal has the published Umm al-Qura calendar, 1420 to 1500 AH. A month whose moon was seen on \
            another evening is set here, and prayer times follow within minutes. Every month must have 29 \
            or 30 days; where a month set would leave 28, set the next one in the same command.
            """,
        subcommands: [List.self, Set.self, Remove.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the months that were set, or all months of a year.")

        @Option(help: "A year AH: prints its twelve months, those that were set marked.")
        var year: Int?

        func validate() throws {
            if let year, !HijriCalendar.years.contains(year) {
                throw ValidationError("--year takes \(HijriCalendar.years.lowerBound) to \(HijriCalendar.years.upperBound).")
            }
        }

        func run() throws {
            let months = try hijriStore().hijriMonths()
            guard let year else {
                print(months.isEmpty ? "every month begins as published" : months.map(line).joined(separator: "\n"))
                return
            }
            let calendar = try HijriCalendar.ummAlQura.replacing(months)
            for number in 1...12 {
                let month = HijriMonth(year: year, month: number)
                guard let first = calendar.firstDay(year: year, month: number) else { continue }
                let isSet = months.contains { $0.month == month }
                print(isSet ? line(HijriMonthStart(month, firstDay: first)) : "\(month)  \(first)")
            }
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lets months begin on days.")

        @Argument(help: "Month and day in turns: 1448-09 2027-02-07")
        var monthsAndDays: [String]

        func validate() throws { _ = try months() }

        func run() throws {
            let months = try months()
            _ = try hijriStore().changeHijriMonths(set: months, remove: [])
            print(months.map(line).joined(separator: "\n"))
        }

        private func months() throws -> [HijriMonthStart] {
            guard monthsAndDays.count.isMultiple(of: 2) else { throw ValidationError("Each month wants a day.") }
            let months = try stride(from: 0, to: monthsAndDays.count, by: 2).map { index in
                guard let day = LocalDate(iso8601: monthsAndDays[index + 1]) else {
                    throw ValidationError("'\(monthsAndDays[index + 1])' is not a day like 2027-02-07.")
                }
                return HijriMonthStart(try month(monthsAndDays[index]), firstDay: day)
            }
            guard Swift.Set(months.map(\.month)).count == months.count else {
                throw ValidationError("A month is named twice.")
            }
            return months
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lets months begin as published again.")

        @Argument(help: "Months: 1448-09")
        var months: [String]

        func validate() throws { _ = try months.map(month) }

        func run() throws {
            let months = try months.map(month)
            _ = try hijriStore().changeHijriMonths(set: [], remove: months)
            for month in months {
                guard let first = HijriCalendar.ummAlQura.firstDay(year: month.year, month: month.month) else { continue }
                print("\(month)  \(first)")
            }
        }
    }
}

private func month(_ text: String) throws -> HijriMonth {
    guard let month = HijriMonth(text) else { throw ValidationError("'\(text)' is not a month like 1448-09.") }
    return month
}

private func hijriStore() throws -> Store {
    let settings = DatabaseSettings(conninfo: try readConfig().database, applicationName: "jadwal-hijri")
    return Store(connection: try Connection(settings))
}

/// Formats a month: `1448-09  2027-02-07  (published: 2027-02-08)`.
private func line(_ start: HijriMonthStart) -> String {
    let published = HijriCalendar.ummAlQura.firstDay(year: start.month.year, month: start.month.month)
    return "\(start.month)  \(start.firstDay)" + (published.map { "  (published: \($0))" } ?? "")
}
