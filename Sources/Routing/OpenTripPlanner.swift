import CivilTime
import PrayerTimes

/// OpenTripPlanner 2, its GraphQL interface `gtfs` with `planConnection`.
public struct OpenTripPlanner: RoutingEngine, WithoutMatrix {
    public let modes: Set<RouteMode> = [.transit]

    public init() {}

    private static let query = """
        query Ways($from: PlanLabeledLocationInput!, $to: PlanLabeledLocationInput!, $moment: PlanDateTimeInput) {
          planConnection(origin: $from, destination: $to, dateTime: $moment, modes: {direct: [WALK]}, first: 3) {
            edges { node { start end duration legs {
              mode duration distance headsign from { name } to { name } route { shortName longName }
              legGeometry { points } } } }
            routingErrors { code } } }
        """

    public func request(for question: RouteQuestion) throws(RoutingError) -> EngineRequest {
        try check(question.mode)
        let moment: JSONTree
        switch question.moment {
        case .arrive(let instant): moment = ["latestArrival": .text(instant.iso8601)]
        case .depart(let instant): moment = ["earliestDeparture": .text(instant.iso8601)]
        case .any: throw .unsupported
        }
        return EngineRequest(post: "/otp/gtfs/v1", [
            "query": .text(Self.query),
            "variables": ["from": place(question.from), "to": place(question.to), "moment": moment],
        ])
    }

    private func place(_ point: Coordinates) -> JSONTree {
        ["location": ["coordinate": point.namedTree]]
    }

    public func routes(
        in response: EngineResponse, for question: RouteQuestion
    ) throws(RoutingError) -> [FoundRoute] {
        guard response.status == 200 else { throw response.refusal() }
        let answer = try response.tree()
        // An error of GraphQL has status 200.
        guard answer["errors"].isNull else { throw .notUnderstood("an error of GraphQL") }
        let plan = answer["data"]["planConnection"]
        if let error = plan["routingErrors"].values.first { throw refusal(error["code"].shortCode) }
        var routes: [FoundRoute] = []
        for edge in try plan["edges"].list().prefix(mostRoutes) {
            let route = try route(edge["node"])
            if route.legs.contains(where: \.isRide) { routes.append(route) }
        }
        guard !routes.isEmpty else { throw .noRoute }
        return routes
    }

    private func route(_ node: JSONField) throws(RoutingError) -> FoundRoute {
        guard let start = node["start"].moment else { throw .wrongShape("start") }
        guard let end = node["end"].moment else { throw .wrongShape("end") }
        var legs: [RouteLeg] = []
        for leg in try node["legs"].list() {
            let isRide = try leg["mode"].text() != "WALK", route = leg["route"]
            legs.append(RouteLeg(
                isRide: isRide, seconds: try leg["duration"].whole(), metres: try leg["distance"].whole(),
                lineName: isRide ? route["shortName"].words ?? route["longName"].words : nil,
                towards: leg["headsign"].words, from: leg["from"]["name"].words, to: leg["to"]["name"].words,
                line: try leg["legGeometry"]["points"].line(digits: 5)))
        }
        let length = legs.reduce(0) { $0 + $1.metres }, duration = try node["duration"].whole()
        // The older query has milliseconds here.
        guard abs(duration - seconds(from: start, to: end)) <= 60 else { throw .wrongUnits("duration") }
        return FoundRoute(seconds: duration, metres: length, legs: legs, departs: start, arrives: end)
    }

    private func refusal(_ code: String?) -> RoutingError {
        switch code {
        case "NO_TRANSIT_CONNECTION", "NO_TRANSIT_CONNECTION_IN_SEARCH_WINDOW", "NO_STOPS_IN_RANGE",
            "WALKING_BETTER_THAN_TRANSIT":
            .noRoute
        case "OUTSIDE_BOUNDS", "LOCATION_NOT_FOUND": .pointNotFound(index: nil)
        case "OUTSIDE_SERVICE_PERIOD": .outsideTimetable
        default: .notUnderstood(code ?? "a code that is no text")
        }
    }
}
