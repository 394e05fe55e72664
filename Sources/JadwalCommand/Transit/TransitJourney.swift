import ArgumentParser
import CivilTime
import PrayerTimes
import Transit

/// Finds the best journey between two points.
struct TransitJourney: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journey",
        abstract: "Finds the best journey between two points.",
        discussion: "Times are in the zone of the timetable, as 2026-11-28T08:00. The exit status is 1 without a way.")

    @OptionGroup var archive: FeedArchive

    @Option(help: "The start, as 60.17,24.94.")
    var from: String

    @Option(help: "The goal.")
    var to: String

    @Option(help: "The time to leave: the earliest arrival is wanted.")
    var leave: String?

    @Option(help: "The time to be there: the latest departure is wanted.")
    var arrive: String?

    @Option(help: "The farthest walk to or from a stop, in metres.")
    var walk = 800

    func run() throws {
        let start = try point(from), goal = try point(to), network = TransitNetwork(try archive.feed())
        let time = try self.time(network.feed.zone)
        let pace = WalkingPace(farthestMetres: Double(walk))
        let answer = network.answer(from: start, to: goal, time, pace, on: network.day(of: time.moment))
        switch answer {
        case .journey(let journey): show(journey, network.feed)
        case .walk(let seconds): print("walk \((seconds + 59) / 60) min")
        case .noStopNear(let isStart): try end("no stop near the \(isStart ? "start" : "goal")")
        case .noRide: try end("no ride within six hours")
        case .ended(let day): try end("the timetable ended on \(day)")
        case .notBegun(let day): try end("the timetable begins on \(day)")
        }
    }

    private func end(_ words: String) throws {
        print(words)
        throw ExitCode(1)
    }

    private func show(_ journey: Journey, _ feed: TransitFeed) {
        func clock(_ moment: Instant) -> String { feed.zone.local(moment).clock }
        for leg in journey.legs {
            switch leg {
            case .walk(let walk):
                let goal = walk.to.map(feed.stops.name) ?? "the goal"
                print("\(clock(walk.departure)) walk \((walk.seconds + 59) / 60) min to \(goal)")
            case .ride(let ride):
                let headsign = ride.headsign.map { " to \($0)" } ?? ""
                let line = "\(ride.line.kind.rawValue) \(ride.line.name)\(headsign)"
                print("\(clock(ride.departure)) \(line), \(feed.stops.name(ride.from))")
                print("\(clock(ride.arrival)) \(feed.stops.name(ride.to)), \(ride.stopsBetween.count + 1) stops")
            }
        }
        print("\(clock(journey.departure)) to \(clock(journey.arrival)), \(journey.changes) changes")
    }

    private func time(_ zone: TimeZoneRules) throws -> JourneyTime {
        switch (leave, arrive) {
        case (let leave?, nil): return .leaving(try moment(leave, zone))
        case (nil, let arrive?): return .arriving(by: try moment(arrive, zone))
        default: throw ValidationError("One of --leave and --arrive is needed.")
        }
    }

    private func moment(_ text: String, _ zone: TimeZoneRules) throws -> Instant {
        let parts = text.split(separator: "T"), clock = parts.last?.split(separator: ":").compactMap { Int($0) } ?? []
        guard parts.count == 2, clock.count == 2, let date = LocalDate(iso8601: parts[0]),
              let local = LocalDateTime(date: date, hour: clock[0], minute: clock[1])
        else { throw ValidationError("\(text) is no time like 2026-11-28T08:00.") }
        return zone.instant(of: local)
    }

    private func point(_ text: String) throws -> Coordinates {
        let numbers = text.split(separator: ",").compactMap { Double($0) }
        guard numbers.count == 2, let point = Coordinates(latitude: numbers[0], longitude: numbers[1]) else {
            throw ValidationError("\(text) is no place like 60.17,24.94.")
        }
        return point
    }
}
