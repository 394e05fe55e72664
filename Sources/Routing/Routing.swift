// Routing engines: questions become requests of HTTP, answers become values. This module is pure: it sends nothing.
//
// - Routing.swift: `RoutingEngine`, the interface that each engine has.
// - RouteQuestion.swift: the ways that are asked for. FoundRoute.swift: the ways that were found.
// - EngineExchange.swift: requests and responses. RoutingError.swift: every refusal, with its sentence.
// - RouteChecks.swift: ways that cannot be true. RouteLine.swift: the line of a way on the map.
// - JSONTree.swift, JSONReader.swift, JSONWriter.swift: JSON with limits. JSONField.swift: its fields with their types.
// - RouteTexts.swift: moments and numbers as texts.
// - Engines, a file each: OSRM.swift, Valhalla.swift, GraphHopper.swift and GraphHopperTransit.swift,
//   OpenRouteService.swift, OpenTripPlanner.swift, MOTIS.swift, GoogleRoutes.swift and GoogleSteps.swift.

/// A routing engine, as the requests it takes and the answers it gives.
public protocol RoutingEngine: Sendable {
    /// The ways of travelling that the engine knows.
    var modes: Set<RouteMode> { get }
    /// The number of places that one question for a matrix may have; nil if the engine makes no matrices.
    var mostPlaces: Int? { get }

    /// Returns the request for the ways from one place to another.
    func request(for question: RouteQuestion) throws(RoutingError) -> EngineRequest

    /// Returns the ways of a response, the best first. There is at least one.
    func routes(in response: EngineResponse, for question: RouteQuestion) throws(RoutingError) -> [FoundRoute]

    /// Returns the request for a matrix.
    func request(for question: MatrixQuestion) throws(RoutingError) -> EngineRequest

    /// Returns the matrix of a response.
    func matrix(in response: EngineResponse, for question: MatrixQuestion) throws(RoutingError) -> RouteMatrix
}

extension RoutingEngine {
    /// Checks that the engine knows the way of travelling.
    func check(_ mode: RouteMode) throws(RoutingError) {
        guard modes.contains(mode) else { throw .unsupported }
    }

    /// Checks that the engine makes a matrix of the places of a question.
    func check(_ question: MatrixQuestion) throws(RoutingError) {
        try check(question.mode)
        guard let mostPlaces else { throw .unsupported }
        guard question.places.count <= mostPlaces else { throw .tooManyPlaces(limit: mostPlaces) }
    }
}

/// The engines that make no matrices.
extension RoutingEngine where Self: WithoutMatrix {
    public var mostPlaces: Int? { nil }

    public func request(for question: MatrixQuestion) throws(RoutingError) -> EngineRequest { throw .unsupported }

    public func matrix(in response: EngineResponse, for question: MatrixQuestion) throws(RoutingError) -> RouteMatrix {
        throw .unsupported
    }
}

/// A mark of engines that make no matrices.
public protocol WithoutMatrix {}
