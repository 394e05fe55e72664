import CivilTime

/// The steps of a way by public transport, as Google Routes gives them.
struct GoogleSteps {
    private(set) var legs: [RouteLeg] = []
    private(set) var departs: Instant?
    private(set) var arrives: Instant?

    /// The fields that the mask must name.
    static let fields = ["travelMode", "staticDuration", "distanceMeters", "transitDetails"].map {
        "routes.legs.steps.\($0)"
    }

    /// Reads the steps of a route. Steps on foot after each other become one.
    init(route: JSONField, isTransit: Bool) throws(RoutingError) {
        guard isTransit, let leg = try route["legs"].list().first else { return }
        // The seconds on foot before the first ride, and after the last.
        var before = 0, after = 0
        for step in try leg["steps"].list() {
            let length = try googleSeconds(step["staticDuration"])
            let metres = try step["distanceMeters"].wholeOrNull() ?? 0
            if try step["travelMode"].text() == "TRANSIT" {
                let details = step["transitDetails"], stops = details["stopDetails"]
                if departs == nil { departs = stops["departureTime"].moment.map { $0 - .seconds(before) } }
                arrives = stops["arrivalTime"].moment
                after = 0
                legs.append(ride(details, stops, length, metres))
            } else {
                before += length
                after += length
                addWalk(length, metres)
            }
        }
        arrives = arrives.map { $0 + .seconds(after) }
    }

    private func ride(_ details: JSONField, _ stops: JSONField, _ seconds: Int, _ metres: Int) -> RouteLeg {
        let line = details["transitLine"]
        return RouteLeg(
            isRide: true, seconds: seconds, metres: metres, lineName: line["nameShort"].words ?? line["name"].words,
            towards: details["headsign"].words, from: stops["departureStop"]["name"].words,
            to: stops["arrivalStop"]["name"].words)
    }

    private mutating func addWalk(_ seconds: Int, _ metres: Int) {
        if let last = legs.indices.last, !legs[last].isRide {
            legs[last].seconds += seconds
            legs[last].metres += metres
        } else {
            legs.append(RouteLeg(isRide: false, seconds: seconds, metres: metres))
        }
    }
}
