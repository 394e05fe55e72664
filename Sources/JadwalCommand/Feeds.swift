import ArgumentParser
import Jadwal
import Logging
import Pages
import PrayerFeeds
import Runtime

/// The command that renders prayer feeds in advance, as the worker does.
struct Feeds: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes prayer feeds ready, as the worker does by itself.", subcommands: [Renew.self])

    struct Renew: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Renders the feeds that expire soon, and those whose rules have changed.")

        @Option(help: "The number of feeds, at most.")
        var limit = 1_000

        @Option(help: "Feeds that expire within this number of hours.")
        var hours = FeedRenewal.hoursAhead

        func validate() throws {
            guard limit > 0 else { throw ValidationError("--limit takes a number above 0.") }
            guard (0...48).contains(hours) else { throw ValidationError("--hours takes 0 to 48.") }
        }

        func run() throws {
            let app = try threadParts(sharedParts(readConfig(), process: "feeds"), name: "feeds", .worker, mail: NoMail())
            try FeedRenewal.checkClocks(app)
            var refreshed = 0, batch: Int
            repeat {
                batch = try FeedRenewal.refreshStale(limit: 50, app)
                refreshed += batch
            } while batch == 50
            let renewed = try FeedRenewal.renewDue(limit: limit, hoursAhead: hours, app)
            print("refreshed \(refreshed) timetables, rendered \(renewed) feeds")
        }
    }
}
