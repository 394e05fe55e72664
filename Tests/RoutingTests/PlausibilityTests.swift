import CivilTime
import Testing
@testable import Routing

@Suite("Times that can be true")
struct PlausibilityTests {
    @Test("times from half to four times the estimate are believed", arguments: [
        (600, 600, true), (300, 600, true), (299, 600, false), (2_400, 600, true), (2_401, 600, false),
        // Ways of a few minutes may differ by two minutes.
        (1, 100, true), (130, 15, true), (136, 15, false),
        (0, 600, false), (0, 0, false), (0, 60, false), (-5, 10, false),
        (75_599, 40_000, true), (75_600, 75_600, false), (1_000_000_000, 1_000_000_000, false),
    ])
    func times(seconds: Int, estimate: Int, isBelieved: Bool) {
        let refusal = RoutingError.implausible(seconds: seconds, estimate: estimate)
        do throws(RoutingError) {
            try Plausibility.check(seconds: seconds, estimate: estimate)
            #expect(isBelieved)
        } catch {
            #expect(error == refusal && !isBelieved)
        }
    }
}

@Suite("Lines")
struct RouteLineTests {
    @Test("the example of the format's description is read")
    func example() throws {
        let points = try RouteLine("_p~iF~ps|U_ulLnnqC_mqNvxq`@", digits: 5).points()
        #expect(points == [
            .init(latitude: 38.5, longitude: -120.2), .init(latitude: 40.7, longitude: -120.95),
            .init(latitude: 43.252, longitude: -126.453),
        ])
    }

    @Test("torn and wild lines are refused", arguments: ["", "_p~iF~ps|U", "_p~iF~ps|U_", "~~~~~~~~~~~~", "a b"])
    func torn(text: String) {
        #expect(throws: RoutingError.wrongShape("line")) { try RouteLine(text, digits: 5) }
    }

    @Test("a line of another region is refused")
    func region() throws {
        let line = try RouteLine("_p~iF~ps|U_ulLnnqC", digits: 5)
        #expect(throws: RoutingError.self) { try line.check(from: Helsinki.station, to: Helsinki.east) }
    }

    @Test("moments with offsets and fractions are read; others are not")
    func moments() {
        let expected = moment(rfc3339: "2026-11-27T06:30:00Z")
        #expect(expected?.iso8601 == "2026-11-27T06:30:00Z")
        #expect(moment(rfc3339: "2026-11-27T08:30+02:00") == expected)
        #expect(moment(rfc3339: "2026-11-27T01:30:00.000-0500") == expected)
        for text in ["2026-11-27T06:30:00", "2026-02-30T06:30:00Z", "2026-11-27T25:30:00Z", "1795761000"] {
            #expect(moment(rfc3339: text) == nil)
        }
    }
}
