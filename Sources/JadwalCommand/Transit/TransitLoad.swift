import ArgumentParser
import Places
import Runtime
import Transit

/// Puts an archive in the place of the operator's timetable.
struct TransitLoad: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Puts a timetable in place of the one in use.",
        discussion: """
            The archive is checked, and copied to transit.zip in the data folder. Processes that run use it within a \
            second. One that cannot be used changes nothing. To go without a timetable, delete the file.
            """)

    @OptionGroup var archive: FeedArchive

    func run() throws {
        let path = TransitFile.path(in: try readConfig().data)
        let feed = try TransitFile.load(archive.file, to: path, try TimeZones())
        let days = "\(feed.days.lowerBound) to \(feed.days.upperBound)"
        print("loaded: \(feed.stops.count) stops, \(feed.tripCount) trips, \(days)")
        if feed.problemCount > 0 { print("problems: \(feed.problemCount); `jadwal transit check` lists them") }
    }
}
