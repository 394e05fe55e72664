import ArgumentParser
import CivilTime
import Transit

/// Says what a feed holds and what is wrong in it.
struct TransitCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Says what a timetable holds and what is wrong in it.",
        discussion: """
            The exit status is 1 if the timetable cannot be used. One with problems can: each says what is left out. \
            The first 100 are listed.
            """)

    @OptionGroup var archive: FeedArchive

    @Option(help: "A day of which the trips are counted, as 2026-11-28. Without it, the first one.")
    var date: String?

    func run() throws {
        let feed = try archive.feed()
        let day = try date.map { text in
            guard let day = LocalDate(iso8601: text) else {
                throw ValidationError("\(text) is no date like 2026-11-28.")
            }
            return day
        } ?? feed.days.lowerBound
        print("days: \(feed.days.lowerBound) to \(feed.days.upperBound), times in \(feed.zone.name)")
        print("stops: \(feed.stops.count), lines: \(feed.lineCount), trips: \(feed.tripCount)")
        print("trips on \(day): \(feed.tripCount(on: day)), connections: \(TransitDay(feed, day).connectionCount)")
        print("problems: \(feed.problemCount)")
        for problem in feed.problems { print(sentence(problem)) }
    }
}
