import CivilTime
import PrayerTimes
import Routing
import Runtime
import Storage

extension TravelPoint {
    /// Rounds a place to about 100 m.
    init(_ place: Coordinates) {
        self.init(
            latitude: Int((place.latitude * 1_000).rounded()), longitude: Int((place.longitude * 1_000).rounded()))
    }

    /// The place of the rounded point; nil at a pole.
    var place: Coordinates? {
        Coordinates(latitude: Double(latitude) / 1_000, longitude: Double(longitude) / 1_000)
    }
}

/// A way as it is kept, in JSON.
private struct KeptWay: Codable {
    var seconds: Int
    var metres: Int
    var line: RouteLine?
    var legs: [RouteLeg]
    var departs: Int64?
    var arrives: Int64?

    init(_ route: FoundRoute) {
        seconds = route.seconds
        metres = route.metres
        line = route.line
        legs = route.legs
        departs = route.departs?.secondsSince1970
        arrives = route.arrives?.secondsSince1970
    }

    var route: FoundRoute {
        FoundRoute(
            seconds: seconds, metres: metres, line: line, legs: legs,
            departs: departs.map { Instant(secondsSince1970: $0) },
            arrives: arrives.map { Instant(secondsSince1970: $0) })
    }
}

extension TravelAnswer {
    /// The most bytes of ways that are kept with their lines.
    private static let mostBytes = 250_000

    /// Makes the answer to keep of some ways; without ways, the answer that there is none.
    init(from: TravelPoint, to: TravelPoint, _ routes: [FoundRoute]) throws {
        guard let best = routes.first else {
            self.init(from: from, to: to, seconds: nil, metres: 0, ways: "[]")
            return
        }
        var text = try JSON.text(routes.map(KeptWay.init))
        if text.utf8.count > Self.mostBytes {
            var bare = best
            bare.line = nil
            for index in bare.legs.indices { bare.legs[index].line = nil }
            text = try JSON.text([KeptWay(bare)])
        }
        self.init(from: from, to: to, seconds: best.seconds, metres: best.metres, ways: text)
    }

    /// Returns the ways that were kept; none if there is none.
    func routes() throws -> [FoundRoute] { try JSON.value([KeptWay].self, from: ways).map(\.route) }
}
