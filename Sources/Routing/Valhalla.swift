import PrayerTimes

/// Valhalla 3: walking, cycling and driving. Its public transport cannot be asked for a time of arrival, so it has none
/// here.
public struct Valhalla: RoutingEngine {
    public let modes: Set<RouteMode> = [.walk, .bike, .car]
    /// The limit of its default configuration for all ways of travelling.
    public let mostPlaces: Int? = 50

    public init() {}

    private func costing(_ mode: RouteMode) -> JSONTree {
        switch mode {
        case .walk: "pedestrian"
        case .bike: "bicycle"
        case .car, .transit: "auto"
        }
    }

    private func place(_ point: Coordinates) -> JSONTree {
        [
            "lat": .number(point.latitude), "lon": .number(point.longitude),
            "search_cutoff": .number(Double(mostSnappingMetres)),
        ]
    }

    public func request(for question: RouteQuestion) throws(RoutingError) -> EngineRequest {
        try check(question.mode)
        return EngineRequest(post: "/route", [
            "locations": [place(question.from), place(question.to)], "costing": costing(question.mode),
            "directions_type": "none", "units": "kilometers",
        ])
    }

    public func request(for question: MatrixQuestion) throws(RoutingError) -> EngineRequest {
        try check(question)
        let places = JSONTree.list(question.places.map(place))
        return EngineRequest(post: "/sources_to_targets", [
            "sources": places, "targets": places, "costing": costing(question.mode), "units": "kilometers",
        ])
    }

    public func routes(
        in response: EngineResponse, for question: RouteQuestion
    ) throws(RoutingError) -> [FoundRoute] {
        let trip = try answer(response)["trip"]
        try checkUnits(trip)
        let summary = trip["summary"]
        guard let leg = try trip["legs"].list(count: 1).first else { throw .noRoute }
        return [
            FoundRoute(
                seconds: try summary["time"].whole(), metres: try summary["length"].whole(times: 1_000),
                line: try leg["shape"].line(digits: 6, of: question))
        ]
    }

    public func matrix(in response: EngineResponse, for question: MatrixQuestion) throws(RoutingError) -> RouteMatrix {
        let answer = try answer(response), count = question.places.count
        try checkUnits(answer)
        var matrix = RouteMatrix(places: count)
        for (from, row) in try answer["sources_to_targets"].list(count: count).enumerated() {
            for (to, cell) in try row.list(count: count).enumerated() {
                matrix.seconds[from][to] = try cell["time"].wholeOrNull()
                matrix.metres[from][to] = try cell["distance"].wholeOrNull(times: 1_000)
            }
        }
        return matrix
    }

    private func checkUnits(_ answer: JSONField) throws(RoutingError) {
        guard try answer["units"].text() == "kilometers" else { throw .wrongUnits("length") }
    }

    private func answer(_ response: EngineResponse) throws(RoutingError) -> JSONField {
        if response.status == 200 { return try response.tree() }
        guard let code = response.errorTree()?["error_code"].code else { throw response.refusal() }
        throw refusal(code)
    }

    /// Returns the refusal of an error code, from the list in Valhalla's documentation.
    private func refusal(_ code: Int) -> RoutingError {
        switch code {
        case 154, 155, 156, 157: .tooFar
        case 150, 151, 152: .tooManyPlaces(limit: nil)
        case 170, 441, 442, 443: .noRoute
        case 171, 444: .pointNotFound(index: nil)
        case 140, 141, 142: .unsupported
        default: .notUnderstood("code \(code)")
        }
    }
}
