import CivilTime

/// MOTIS 2, its interface `/api/v1/plan`. The lines of that version have seven decimals.
public struct MOTIS: RoutingEngine, WithoutMatrix {
    public let modes: Set<RouteMode> = [.transit]

    public init() {}

    public func request(for question: RouteQuestion) throws(RoutingError) -> EngineRequest {
        try check(question.mode)
        let moment: Instant, arrives: String
        switch question.moment {
        case .arrive(let instant): (moment, arrives) = (instant, "true")
        case .depart(let instant): (moment, arrives) = (instant, "false")
        case .any: throw .unsupported
        }
        return EngineRequest(get: "/api/v1/plan", query: [
            .init("fromPlace", question.from.latitudeFirst), .init("toPlace", question.to.latitudeFirst),
            .init("time", moment.iso8601), .init("arriveBy", arrives), .init("transitModes", "TRANSIT"),
            .init("directModes", "WALK"), .init("maxMatchingDistance", "250"),
        ])
    }

    public func routes(
        in response: EngineResponse, for question: RouteQuestion
    ) throws(RoutingError) -> [FoundRoute] {
        guard response.status == 200 else { throw response.refusal() }
        var routes: [FoundRoute] = []
        for itinerary in try response.tree()["itineraries"].list().prefix(mostRoutes) {
            let route = try route(itinerary)
            if route.legs.contains(where: \.isRide) { routes.append(route) }
        }
        // A way that is slower than walking is left out of the answer.
        guard !routes.isEmpty else { throw .noRoute }
        return routes
    }

    private func route(_ itinerary: JSONField) throws(RoutingError) -> FoundRoute {
        guard let start = itinerary["startTime"].moment else { throw .wrongShape("startTime") }
        guard let end = itinerary["endTime"].moment else { throw .wrongShape("endTime") }
        var legs: [RouteLeg] = []
        for leg in try itinerary["legs"].list() {
            let isRide = try leg["mode"].text() != "WALK", geometry = leg["legGeometry"]
            // Later versions say how many decimals there are.
            let digits = geometry["precision"].code ?? 7
            guard (5...7).contains(digits) else { throw .wrongUnits("line") }
            legs.append(RouteLeg(
                isRide: isRide, seconds: try leg["duration"].whole(),
                metres: try leg["distance"].wholeOrNull() ?? 0,
                lineName: isRide ? leg["routeShortName"].words : nil, towards: leg["headsign"].words,
                from: leg["from"]["name"].words, to: leg["to"]["name"].words,
                line: try geometry["points"].line(digits: digits)))
        }
        let duration = try itinerary["duration"].whole()
        guard abs(duration - seconds(from: start, to: end)) <= 60 else { throw .wrongUnits("duration") }
        return FoundRoute(
            seconds: duration, metres: legs.reduce(0) { $0 + $1.metres }, legs: legs, departs: start, arrives: end)
    }
}
