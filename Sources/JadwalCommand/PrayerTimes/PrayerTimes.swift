import ArgumentParser
import CivilTime
import Pages
import PrayerFeeds
import PrayerTimes
import Runtime
import Templates

/// The command that prints prayer times, computed by the same code as feeds and pages.
struct PrayerTimesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prayer-times",
        abstract: "Prints the prayer times of a place.",
        discussion: """
            A place is a city of the database (--city Riyadh --country SA) or a point with its clock \
            (--latitude 24.69 --longitude 46.72 --time-zone Asia/Riyadh), which needs no database. \
            A day at whose place something does not happen, as sunrise in the polar night, has a gap there. \
            A calendar is written by the code of the feeds, with texts from the folder JADWAL_TEMPLATES.
            """)

    @OptionGroup(title: "Place") var at: PlaceOptions
    @OptionGroup(title: "Rules") var choices: RuleOptions
    @OptionGroup(title: "Days and output") var output: OutputOptions

    @Flag(help: "Print every method with its figures and sources instead.")
    var listMethods = false

    @Flag(help: "With --list-methods: as the table of docs/prayer-times.md.")
    var markdown = false

    func validate() throws {
        if markdown, !listMethods { throw ValidationError("--markdown goes with --list-methods.") }
        if !listMethods { try at.checkComplete() }
    }

    func run() throws {
        if listMethods {
            print(markdown ? methodTable() : methodList())
            return
        }
        let found = try at.resolve()
        let rules = try choices.rules(country: found.ofFeed.country)
        let timetable = Timetable(found.place, rules, hijri: found.hijri)
        let first = try output.firstDate(today: found.place.zone.date(at: systemNow()))
        let last = first + (output.days - 1)
        let days = (first...last).days.map(timetable.day)
        switch output.format {
        case .table: print(timesTable(days, found, rules, output))
        case .csv: print(timesCSV(days, found.place, output))
        case .ics:
            let text = try choices.options().calendar(of: found, timetable, first...last)
            print(String(decoding: text, as: UTF8.self), terminator: "")
        }
    }
}

extension FeedOptions {
    /// Returns the five prayers and sunrise as a calendar, in English.
    fileprivate func calendar(
        of found: ResolvedPlace, _ timetable: Timetable, _ days: ClosedRange<LocalDate>
    ) throws -> [UInt8] {
        var options = self
        options.entries = Set(DayEvent.allCases.map(\.time))
        options.names = .english
        return options.calendarText(
            of: found.ofFeed, timetable, days, hijri: found.hijri, host: "jadwal", try readCatalogue())
    }
}
