/// openrouteservice, API version 2: walking, cycling and driving.
public struct OpenRouteService: RoutingEngine {
    public let modes: Set<RouteMode> = [.walk, .bike, .car]
    /// The limit of 2,500 ways in one matrix.
    public let mostPlaces: Int? = 50
    private let key: String

    /// - Parameter key: the key of the public service; empty for a server of one's own.
    public init(key: String = "") { self.key = key }

    private func profile(_ mode: RouteMode) -> String {
        switch mode {
        case .walk: "foot-walking"
        case .bike: "cycling-regular"
        case .car, .transit: "driving-car"
        }
    }

    private var headers: [EngineRequest.Pair] { key.isEmpty ? [] : [.init("Authorization", key)] }

    public func request(for question: RouteQuestion) throws(RoutingError) -> EngineRequest {
        try check(question.mode)
        let metres = JSONTree.number(Double(mostSnappingMetres))
        return EngineRequest(post: "/v2/directions/\(profile(question.mode))", headers: headers, [
            "coordinates": [question.from.longitudeFirstTree, question.to.longitudeFirstTree],
            "radiuses": [metres, metres], "units": "m", "instructions": false,
        ])
    }

    public func request(for question: MatrixQuestion) throws(RoutingError) -> EngineRequest {
        try check(question)
        return EngineRequest(post: "/v2/matrix/\(profile(question.mode))", headers: headers, [
            "locations": .list(question.places.map(\.longitudeFirstTree)), "metrics": ["duration", "distance"],
            "units": "m",
        ])
    }

    public func routes(
        in response: EngineResponse, for question: RouteQuestion
    ) throws(RoutingError) -> [FoundRoute] {
        guard let route = try answer(response)["routes"].list().first else { throw .noRoute }
        let summary = route["summary"]
        return [
            FoundRoute(
                seconds: try summary["duration"].whole(), metres: try summary["distance"].whole(),
                line: try route["geometry"].line(digits: 5, of: question))
        ]
    }

    public func matrix(in response: EngineResponse, for question: MatrixQuestion) throws(RoutingError) -> RouteMatrix {
        let answer = try answer(response), count = question.places.count
        for side in ["sources", "destinations"] {
            for point in try answer[side].list(count: count) {
                // A place far from all streets is null.
                guard !point.isNull else { throw .pointNotFound(index: nil) }
                if let metres = try point["snapped_distance"].wholeOrNull() { try checkSnapping(metres) }
            }
        }
        return RouteMatrix(
            seconds: try answer["durations"].square(count), metres: try answer["distances"].square(count))
    }

    private func answer(_ response: EngineResponse) throws(RoutingError) -> JSONField {
        if response.status == 200 { return try response.tree() }
        guard let error = response.errorTree()?["error"] else { throw response.refusal() }
        // The gate before the service answers with a text instead of an object.
        if let text = error.words {
            throw text.lowercased().contains("quota") ? .quotaUsedUp(retrySeconds: nil) : response.refusal()
        }
        guard let code = error["code"].code else { throw response.refusal() }
        throw refusal(code, error["message"].words ?? "")
    }

    private func refusal(_ code: Int, _ message: String) -> RoutingError {
        switch code {
        case 2010, 6010:
            .pointNotFound(index: message.firstMatch(of: /coordinate (\d{1,3})/).flatMap { Int($0.1) })
        case 2004, 6020: .tooFar
        case 6004: .tooManyPlaces(limit: nil)
        case 2009, 6099: .noRoute
        case 2006, 2013, 6006: .unsupported
        case 2099: .serverFault(status: code)
        default: .notUnderstood("code \(code)")
        }
    }
}
