/// GraphHopper: walking, cycling and driving. `GraphHopperTransit` is its public transport. Its matrix is a paid
/// service of another interface.
public struct GraphHopper: RoutingEngine, WithoutMatrix {
    public let modes: Set<RouteMode> = [.walk, .bike, .car]
    private let key: String

    /// - Parameter key: the key of the public service; empty for a server of one's own.
    public init(key: String = "") { self.key = key }

    private func profile(_ mode: RouteMode) -> String {
        switch mode {
        case .walk: "foot"
        case .bike: "bike"
        case .car, .transit: "car"
        }
    }

    public func request(for question: RouteQuestion) throws(RoutingError) -> EngineRequest {
        try check(question.mode)
        // In a query a point is latitude,longitude; in a body it would be the other way round.
        return EngineRequest(get: "/route", query: [
            .init("profile", profile(question.mode)), .init("point", question.from.latitudeFirst),
            .init("point", question.to.latitudeFirst), .init("points_encoded", "true"),
            .init("instructions", "false"),
        ] + (key.isEmpty ? [] : [.init("key", key)]))
    }

    public func routes(
        in response: EngineResponse, for question: RouteQuestion
    ) throws(RoutingError) -> [FoundRoute] {
        guard let path = try graphHopperPaths(response).first else { throw .noRoute }
        return [
            FoundRoute(
                seconds: try path["time"].whole(times: 0.001), metres: try path["distance"].whole(),
                line: try path["points"].line(digits: 5, of: question))
        ]
    }
}

/// Returns the paths of a response.
func graphHopperPaths(_ response: EngineResponse) throws(RoutingError) -> [JSONField] {
    if response.status == 200 { return try response.tree()["paths"].list() }
    guard response.status == 400, let hint = response.errorTree()?["hints"].values.first else {
        throw response.refusal()
    }
    // The class of Java that failed, as com.graphhopper.util.exceptions.PointNotFoundException.
    let name = hint["details"].words?.split(separator: ".").last.map(String.init)
    switch name {
    case "PointNotFoundException", "PointOutOfBoundsException":
        throw .pointNotFound(index: hint["point_index"].code)
    case "ConnectionNotFoundException": throw .noRoute
    case "MaximumNodesExceededException", "PointDistanceExceededException": throw .tooFar
    case let name?: throw .notUnderstood(String(name.prefix(60)))
    case nil: throw response.refusal()
    }
}
