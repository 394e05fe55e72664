import CivilTime
import PrayerTimes

/// Google Routes, version 2.
public struct GoogleRoutes: RoutingEngine {
    public let modes = Set(RouteMode.allCases)
    /// The limit of a matrix of public transport or with traffic: 100 ways.
    public let mostPlaces: Int? = 10
    private let key: String

    public init(key: String) { self.key = key }

    private func travelMode(_ mode: RouteMode) -> JSONTree {
        switch mode {
        case .walk: "WALK"
        case .bike: "BICYCLE"
        case .car: "DRIVE"
        case .transit: "TRANSIT"
        }
    }

    /// Without a mask of fields, the service refuses.
    private func headers(fields: [String]) -> [EngineRequest.Pair] {
        [.init("X-Goog-Api-Key", key), .init("X-Goog-FieldMask", fields.joined(separator: ","))]
    }

    private func place(_ point: Coordinates) -> JSONTree {
        ["location": ["latLng": point.namedTree]]
    }

    public func request(for question: RouteQuestion) throws(RoutingError) -> EngineRequest {
        var body: [String: JSONTree] = [
            "origin": place(question.from), "destination": place(question.to), "travelMode": travelMode(question.mode),
        ]
        var fields = ["routes.duration", "routes.distanceMeters", "routes.polyline.encodedPolyline", "fallbackInfo"]
        if question.mode == .transit {
            fields += GoogleSteps.fields
            if case .arrive(let instant) = question.moment { body["arrivalTime"] = .text(instant.iso8601) }
            if case .depart(let instant) = question.moment { body["departureTime"] = .text(instant.iso8601) }
        } else if question.mode == .car {
            add(question.departure, to: &body)
        }
        return EngineRequest(post: "/directions/v2:computeRoutes", headers: headers(fields: fields), .object(body))
    }

    /// Asks for the traffic of a moment. A time of arrival is for public transport only.
    private func add(_ departure: Instant?, to body: inout [String: JSONTree]) {
        guard let departure else { return }
        body["routingPreference"] = "TRAFFIC_AWARE"
        body["departureTime"] = .text(departure.iso8601)
    }

    public func request(for question: MatrixQuestion) throws(RoutingError) -> EngineRequest {
        try check(question)
        let places = JSONTree.list(question.places.map { ["waypoint": place($0)] })
        var body: [String: JSONTree] = [
            "origins": places, "destinations": places, "travelMode": travelMode(question.mode),
        ]
        if question.mode == .car { add(question.departure, to: &body) }
        if question.mode == .transit, let departure = question.departure {
            body["departureTime"] = .text(departure.iso8601)
        }
        let fields = [
            "originIndex", "destinationIndex", "status", "condition", "duration", "distanceMeters", "fallbackInfo",
        ]
        var request = EngineRequest(
            post: "/distanceMatrix/v2:computeRouteMatrix", headers: headers(fields: fields), .object(body))
        // Each way of the matrix is counted.
        request.cost = question.places.count * question.places.count
        return request
    }

    public func routes(
        in response: EngineResponse, for question: RouteQuestion
    ) throws(RoutingError) -> [FoundRoute] {
        let answer = try answer(response)
        guard answer["fallbackInfo"].isNull else { throw .notAsAsked }
        // Without a way the answer is {}.
        guard !answer["routes"].isNull, let route = try answer["routes"].list().first else { throw .noRoute }
        let steps = try GoogleSteps(route: route, isTransit: question.mode == .transit)
        if question.mode == .transit, !steps.legs.contains(where: \.isRide) { throw .noRoute }
        return [
            FoundRoute(
                seconds: try googleSeconds(route["duration"]), metres: try route["distanceMeters"].whole(),
                line: try route["polyline"]["encodedPolyline"].line(digits: 5, of: question), legs: steps.legs,
                departs: steps.departs, arrives: steps.arrives)
        ]
    }

    public func matrix(in response: EngineResponse, for question: MatrixQuestion) throws(RoutingError) -> RouteMatrix {
        let count = question.places.count
        var matrix = RouteMatrix(places: count), seen = Set<Int>()
        for element in try answer(response).list() {
            // A number that is 0 may be left out, and the elements come in any order.
            let from = try element["originIndex"].wholeOrNull() ?? 0
            let to = try element["destinationIndex"].wholeOrNull() ?? 0
            guard from < count, to < count, seen.insert(from * count + to).inserted else {
                throw .wrongShape("originIndex")
            }
            guard element["condition"].words == "ROUTE_EXISTS", element["fallbackInfo"].isNull,
                element["status"]["code"].code ?? 0 == 0
            else { continue }
            matrix.seconds[from][to] = try googleSeconds(element["duration"])
            matrix.metres[from][to] = try element["distanceMeters"].wholeOrNull() ?? 0
        }
        guard seen.count == count * count else { throw .cutShort }
        return matrix
    }

    private func answer(_ response: EngineResponse) throws(RoutingError) -> JSONField {
        if response.status == 200 { return try response.tree() }
        guard let tree = response.errorTree() else { throw response.refusal() }
        // The error of a matrix stands in a list.
        let error = (tree.values.first ?? tree)["error"]
        if error["details"].values.contains(where: { $0["reason"].words == "API_KEY_INVALID" }) { throw .keyRefused }
        switch error["status"].shortCode {
        case "PERMISSION_DENIED", "UNAUTHENTICATED": throw .keyRefused
        case "RESOURCE_EXHAUSTED":
            guard case .quotaUsedUp = response.refusal() else { throw .quotaUsedUp(retrySeconds: nil) }
            throw response.refusal()
        case let code? where response.status < 500: throw .notUnderstood(code)
        default: throw response.refusal()
        }
    }
}

/// Returns the seconds of a duration, which is a text such as `930s`.
func googleSeconds(_ field: JSONField) throws(RoutingError) -> Int {
    let text = try field.text()
    guard text.hasSuffix("s"), let seconds = Double(text.dropLast()), seconds.isFinite, seconds >= 0, seconds < 1e9
    else { throw .wrongUnits("duration") }
    return Int(seconds.rounded())
}
