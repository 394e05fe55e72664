import CivilTime
import Foundation
import SeededRandom
import Testing
@testable import Transit

/// Random journeys on made-up networks, compared with the router inside MOTIS.
///
/// The networks and the questions are written by the programs in the folder `Oracles`. Without `pynigiri` the tests are
/// skipped with a message; `script/test` installs it.
@Suite("Journeys: an oracle", .enabled(if: Oracles.hasNigiri, "skipped: no pynigiri"))
struct NigiriTests {
    @Test("500 journeys in a city with clock changes arrive as another router's do, and backwards they fit")
    func helsinki() throws {
        // Both changes of the clocks with the days around them, a weekday served like a Sunday, a Sunday with both
        // services, a day with an event, the first and the last day, and a day after the end.
        try compare("helsinki", seed: 7, days: [
            "2026-03-28", "2026-03-29", "2026-03-30", "2026-10-24", "2026-10-25", "2026-10-26", "2026-05-01",
            "2026-10-18", "2026-06-20", "2026-06-21", "2026-03-01", "2026-11-30", "2026-12-01", "2026-06-03",
        ])
    }

    @Test("500 journeys in a city of Riyadh's size arrive as another router's do, and backwards they fit")
    func riyadh() throws {
        try compare("riyadh", seed: 8, days: ["2026-06-03", "2026-06-04", "2026-11-30"])
    }

    /// A question: the moment to leave, and the stops near the start and the goal with their minutes.
    private struct Question {
        let start: Instant
        let access: [StopWalk], egress: [StopWalk]

        init(_ feed: TransitFeed, _ days: [String], _ random: inout SeededRandom) {
            // A third of the questions are about the hours around midnight and the changes of the clocks.
            let hour = Int.random(in: 0..<3, using: &random) == 0
                ? [23, 0, 1, 2, 3, 4].randomElement(using: &random) ?? 0 : Int.random(in: 5..<24, using: &random)
            let day = days.randomElement(using: &random) ?? ""
            start = feed.moment("\(day) \(hour):\(Int.random(in: 0..<60, using: &random))")
            access = Self.stops(feed, &random)
            egress = Self.stops(feed, &random)
        }

        private static func stops(_ feed: TransitFeed, _ random: inout SeededRandom) -> [StopWalk] {
            var stops: Set<Int> = []
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                stops.insert(Int.random(in: 0..<feed.stops.count, using: &random))
            }
            return stops.sorted().map { StopWalk(stop: $0, seconds: 60 * Int.random(in: 0...9, using: &random)) }
        }

        /// Returns true if a stop near the start and one near the goal are the same, or joined on foot. Nobody asks
        /// for a ride then, and pynigiri leaves out some that go away and come back.
        func isJoined(_ walks: WalkTable) -> Bool {
            let goals = Set(egress.map(\.stop))
            return access.contains { walk in
                goals.contains(walk.stop)
                    || walks.walks(from: walk.stop).contains { goals.contains(Int(walks.targets[$0])) }
            }
        }

        func line(_ feed: TransitFeed) -> String {
            func words(_ walks: [StopWalk]) -> String {
                walks.map { "\(feed.stops.id($0.stop)):\($0.seconds / 60)" }.joined(separator: ",")
            }
            return "\(words(access)) \(words(egress)) \(start.secondsSince1970 / 60)"
        }
    }

    private func compare(_ city: String, seed: UInt64, days names: [String]) throws {
        let folder = try Oracles.makeNetwork(city, seed: Int(seed))
        defer { try? FileManager.default.removeItem(at: folder) }
        let feed = try Feeds.read(folder), network = TransitNetwork(feed, ChangeRules(walkMetres: 0))
        #expect(feed.problems == [])
        var random = SeededRandom(seed)
        var questions: [Question] = []
        while questions.count < 500 {
            let question = Question(feed, names, &random)
            if !question.isJoined(network.walks) { questions.append(question) }
        }
        let before = LocalDate(daysSince1970: feed.days.lowerBound.daysSince1970 - 9)
        let arrivals = try Oracles.arrivals(folder, before, feed.days.upperBound + 9, questions.map { $0.line(feed) })
        var days: [LocalDate: TransitDay] = [:], differences: [String] = [], found = 0
        for (question, expected) in zip(questions, arrivals) {
            func journey(_ time: JourneyTime) -> Journey? {
                let date = feed.zone.date(at: time.moment), day = days[date] ?? TransitDay(feed, date)
                days[date] = day
                return network.journey(time, access: question.access, egress: question.egress, on: day)
            }
            let forward = journey(.leaving(question.start))
            if forward?.arrival != expected {
                let words = [String(describing: forward), String(describing: expected)].joined(separator: ", not ")
                differences.append("\(question.line(feed)): \(words)")
            }
            guard let forward else { continue }
            found += 1
            if let error = problem(forward, network) { differences.append("\(question.line(feed)): \(error)") }
            // The latest departure for this arrival is not before the question, reaches it, and cannot be later.
            let backward = journey(.arriving(by: forward.arrival))
            let again = backward.flatMap { journey(.leaving($0.departure)) }
            let later = backward.flatMap { journey(.leaving($0.departure + .seconds(60))) }
            if let backward, backward.departure >= question.start, backward.arrival <= forward.arrival,
               problem(backward, network) == nil, again?.arrival == forward.arrival,
               later.map({ $0.arrival > forward.arrival }) ?? true {
                continue
            }
            differences.append("\(question.line(feed)): backwards \(String(describing: backward))")
        }
        #expect(found > 350)
        let shown = differences.prefix(5).joined(separator: "\n")
        #expect(differences.count == 0, "\(shown)")
    }

    /// Returns the first error of a journey: a leg that begins before the one before has ended, or at another stop.
    private func problem(_ journey: Journey, _ network: TransitNetwork) -> String? {
        var moment = journey.departure, stop: Int?, isAfterRide = false
        for leg in journey.legs {
            switch leg {
            case .walk(let walk):
                guard walk.from == stop, walk.departure >= moment else { return "a walk from \(walk)" }
                (moment, stop, isAfterRide) = (walk.departure + .seconds(walk.seconds), walk.to, false)
            case .ride(let ride):
                let change = isAfterRide ? 120 : 0
                guard stop == nil || stop == ride.from, ride.departure >= moment + .seconds(change),
                      ride.arrival > ride.departure
                else { return "a ride from \(ride)" }
                (moment, stop, isAfterRide) = (ride.arrival, ride.to, true)
            }
        }
        return moment == journey.arrival ? nil : "an arrival at \(moment)"
    }
}
