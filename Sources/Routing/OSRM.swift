/// OSRM 5 and later: one process a profile, so the profile in the path does not count.
public struct OSRM: RoutingEngine {
    public let modes: Set<RouteMode> = [.walk, .bike, .car]
    /// The limit of `osrm-routed`, unless its operator raised it.
    public let mostPlaces: Int? = 100

    public init() {}

    private func profile(_ mode: RouteMode) -> String {
        switch mode {
        case .walk: "foot"
        case .bike: "bicycle"
        case .car, .transit: "driving"
        }
    }

    public func request(for question: RouteQuestion) throws(RoutingError) -> EngineRequest {
        try check(question.mode)
        let places = question.from.longitudeFirst + ";" + question.to.longitudeFirst
        return EngineRequest(
            get: "/route/v1/\(profile(question.mode))/\(places)",
            query: [
                .init("overview", "simplified"), .init("geometries", "polyline"), .init("steps", "false"),
                radiuses(2),
            ])
    }

    public func request(for question: MatrixQuestion) throws(RoutingError) -> EngineRequest {
        try check(question)
        let places = question.places.map(\.longitudeFirst).joined(separator: ";")
        return EngineRequest(
            get: "/table/v1/\(profile(question.mode))/\(places)",
            query: [.init("annotations", "duration,distance"), radiuses(question.places.count)])
    }

    /// The greatest distance of a street. Without it, a place outside the map is moved to its edge.
    private func radiuses(_ places: Int) -> EngineRequest.Pair {
        let metres = String(mostSnappingMetres)
        return .init("radiuses", [String](repeating: metres, count: places).joined(separator: ";"))
    }

    public func routes(
        in response: EngineResponse, for question: RouteQuestion
    ) throws(RoutingError) -> [FoundRoute] {
        let answer = try answer(response)
        for point in try answer["waypoints"].list(count: 2) { try checkSnapping(point["distance"].whole()) }
        guard let route = try answer["routes"].list().first else { throw .noRoute }
        let line = try route["geometry"].line(digits: 5, of: question)
        return [FoundRoute(seconds: try route["duration"].whole(), metres: try route["distance"].whole(), line: line)]
    }

    public func matrix(in response: EngineResponse, for question: MatrixQuestion) throws(RoutingError) -> RouteMatrix {
        let answer = try answer(response), count = question.places.count
        for side in ["sources", "destinations"] {
            for point in try answer[side].list(count: count) { try checkSnapping(point["distance"].whole()) }
        }
        return RouteMatrix(
            seconds: try answer["durations"].square(count), metres: try answer["distances"].square(count))
    }

    private func answer(_ response: EngineResponse) throws(RoutingError) -> JSONField {
        if response.status == 200 {
            let answer = try response.tree()
            guard try answer["code"].text() == "Ok" else { throw refusal(answer["code"].shortCode, response) }
            return answer
        }
        throw refusal(response.errorTree()?["code"].shortCode, response)
    }

    private func refusal(_ code: String?, _ response: EngineResponse) -> RoutingError {
        switch code {
        case "NoRoute", "NoTable", "NoTrips": .noRoute
        case "NoSegment": .pointNotFound(index: nil)
        case "TooBig": .tooManyPlaces(limit: nil)
        case "DisabledDataset", "NotImplemented": .unsupported
        case let code?: .notUnderstood(code)
        case nil: response.refusal()
        }
    }
}

extension JSONField {
    /// Returns a square of numbers; null stands for a way that does not exist.
    func square(_ count: Int, times scale: Double = 1) throws(RoutingError) -> [[Int?]] {
        var rows: [[Int?]] = []
        for row in try list(count: count) {
            var numbers: [Int?] = []
            for number in try row.list(count: count) { numbers.append(try number.wholeOrNull(times: scale)) }
            rows.append(numbers)
        }
        return rows
    }
}
