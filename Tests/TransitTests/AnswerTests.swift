import CivilTime
import PrayerTimes
import Testing
@testable import Transit

@Suite("Ways between two points")
struct AnswerTests {
    @Test("have a walk to the first stop and from the last one")
    func walks() throws {
        let network = TransitNetwork(try Feeds.small([:])), feed = network.feed
        let start = (60.169, 24.94), goal = (60.189, 24.94)
        // 111 metres south of a, and as far north of c: 145 metres along streets, 116 s.
        let early = try answer(network, start, goal, .leaving(feed.moment("2026-06-03 07:50")))
        guard case .journey(let journey) = early else {
            Issue.record("no journey")
            return
        }
        #expect(journey.legs.count == 3)
        #expect(journey.departure == feed.moment("2026-06-03 08:00") - .seconds(116))
        #expect(journey.arrival == feed.moment("2026-06-03 08:10") + .seconds(116))
        #expect(journey.walkingSeconds == 232)
        let by = try answer(network, start, goal, .arriving(by: feed.moment("2026-06-03 08:30")))
        #expect(by == .journey(journey))
        // The walk would be too late for the trip at 8:00.
        let late = try answer(network, start, goal, .leaving(feed.moment("2026-06-03 07:59")))
        guard case .journey(let later) = late else {
            Issue.record("no journey")
            return
        }
        #expect(later.departure == feed.moment("2026-06-03 08:30") - .seconds(116))
    }

    @Test("are a walk if no ride is faster")
    func walk() throws {
        let network = TransitNetwork(try Feeds.small([:])), moment = network.feed.moment("2026-06-03 07:50")
        // 334 metres, 434 along streets, in 347 s.
        #expect(try answer(network, (60.17, 24.94), (60.173, 24.94), .leaving(moment)) == .walk(seconds: 347))
        #expect(try answer(network, (60.17, 24.94), (60.17, 24.94), .leaving(moment)) == .walk(seconds: 0))
        // A timetable that has ended does not keep anybody from walking.
        let late = network.feed.moment("2027-06-03 07:50")
        #expect(try answer(network, (60.17, 24.94), (60.173, 24.94), .leaving(late)) == .walk(seconds: 347))
    }

    @Test("never ride away from a stop and back to it")
    func backAgain() throws {
        let rows = (Feeds.small["stop_times.txt"] ?? "") + """
            back,08:20:00,08:20:00,c,1
            back,08:30:00,08:30:00,a,2

            """
        let trips = (Feeds.small["trips.txt"] ?? "") + "7,week,back,Alpha\n"
        let network = TransitNetwork(try Feeds.small(["stop_times.txt": rows, "trips.txt": trips])), feed = network.feed
        // The only stop near both points is a, between them. All of the way are 867 metres along streets.
        let moments = (feed.moment("2026-06-03 07:40"), feed.moment("2026-06-03 09:00"))
        for time in [JourneyTime.leaving(moments.0), .arriving(by: moments.1)] {
            #expect(try answer(network, (60.167, 24.94), (60.173, 24.94), time) == .walk(seconds: 694))
            #expect(network.journey("c", "a", time)?.arrival == feed.moment("2026-06-03 08:30"))
        }
    }

    @Test("say why there are none")
    func none() throws {
        let network = TransitNetwork(try Feeds.small([:])), feed = network.feed
        let last = try #require(LocalDate(iso8601: "2026-12-31"))
        let cases: [((Double, Double), (Double, Double), String, JourneyAnswer)] = [
            ((60.3, 24.94), (60.188, 24.94), "2026-06-03 07:50", .noStopNear(isStart: true)),
            ((60.17, 24.94), (24.69, 46.72), "2026-06-03 07:50", .noStopNear(isStart: false)),
            ((60.17, 24.94), (60.188, 24.94), "2026-06-06 07:50", .noRide),
            ((60.17, 24.94), (60.188, 24.94), "2027-01-01 07:50", .ended(last)),
            ((60.17, 24.94), (60.188, 24.94), "2025-12-31 07:50", .notBegun(feed.days.lowerBound)),
        ]
        for (start, goal, time, expected) in cases {
            #expect(try answer(network, start, goal, .leaving(feed.moment(time))) == expected)
        }
    }

    private func answer(
        _ network: TransitNetwork, _ start: (Double, Double), _ goal: (Double, Double), _ time: JourneyTime
    ) throws -> JourneyAnswer {
        let start = try #require(Coordinates(latitude: start.0, longitude: start.1))
        let goal = try #require(Coordinates(latitude: goal.0, longitude: goal.1))
        return network.answer(from: start, to: goal, time, WalkingPace(), on: network.day(of: time.moment))
    }
}
