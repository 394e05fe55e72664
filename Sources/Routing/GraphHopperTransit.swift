import CivilTime

/// The public transport of GraphHopper, for servers with a timetable.
public struct GraphHopperTransit: RoutingEngine, WithoutMatrix {
    public let modes: Set<RouteMode> = [.transit]
    private let key: String

    public init(key: String = "") { self.key = key }

    public func request(for question: RouteQuestion) throws(RoutingError) -> EngineRequest {
        try check(question.mode)
        let moment: Instant
        switch question.moment {
        case .depart(let instant), .arrive(let instant): moment = instant
        case .any: throw .unsupported
        }
        var arrives = false
        if case .arrive = question.moment { arrives = true }
        // The name of the parameter is the same for a time of arrival.
        return EngineRequest(get: "/route-pt", query: [
            .init("point", question.from.latitudeFirst), .init("point", question.to.latitudeFirst),
            .init("pt.earliest_departure_time", moment.iso8601), .init("pt.arrive_by", arrives ? "true" : "false"),
            .init("locale", "en"),
        ] + (key.isEmpty ? [] : [.init("key", key)]))
    }

    public func routes(
        in response: EngineResponse, for question: RouteQuestion
    ) throws(RoutingError) -> [FoundRoute] {
        var routes: [FoundRoute] = []
        for path in try graphHopperPaths(response).prefix(mostRoutes) {
            let parts = try path["legs"].list()
            let legs = try legs(of: parts)
            guard legs.contains(where: \.isRide) else { continue }
            routes.append(FoundRoute(
                seconds: try path["time"].whole(times: 0.001), metres: try path["distance"].whole(), legs: legs,
                departs: parts.first?["departure_time"].moment, arrives: parts.last?["arrival_time"].moment))
        }
        guard !routes.isEmpty else { throw .noRoute }
        return routes
    }

    private func legs(of parts: [JSONField]) throws(RoutingError) -> [RouteLeg] {
        var legs: [RouteLeg] = []
        for part in parts {
            let stops = part["stops"].values, isRide = try part["type"].text() == "pt"
            let start = part["departure_time"].moment ?? stops.first?["departure_time"].moment
            let end = part["arrival_time"].moment ?? stops.last?["arrival_time"].moment
            guard let start, let end else { throw .wrongShape("departure_time") }
            legs.append(RouteLeg(
                isRide: isRide, seconds: seconds(from: start, to: end), metres: try part["distance"].whole(),
                lineName: isRide ? part["route_id"].words : nil, towards: part["trip_headsign"].words,
                from: stops.first?["stop_name"].words, to: stops.last?["stop_name"].words))
        }
        return legs
    }
}

/// The number of ways by public transport that are kept of one answer.
let mostRoutes = 3
