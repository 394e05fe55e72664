package import CivilTime
package import Routing
package import Runtime

/// The source of the time of a way.
package enum TravelOrigin: Sendable, Hashable {
    case engine(TravelSource.Kind)
    case estimate(EstimateReason)

    package var isEstimate: Bool {
        if case .estimate = self { true } else { false }
    }
}

/// The reason why a time is an estimate.
package enum EstimateReason: Sendable, Hashable {
    /// The settings name no engine for the way of travelling.
    case notConfigured
    /// The engine is a service of others, and the customer has not agreed that it is asked.
    case notAllowed
    /// The places are so near or so far that no engine is asked.
    case distance
    /// The moment is over, so no timetable is asked.
    case past
    /// The engine made no matrix of these places.
    case noMatrix
    /// The engine was asked within a day, and had no way that can be true.
    case noWay
    /// The requests of the day or the month are used up.
    case budgetUsedUp
    case failed(EngineFailure)
}

/// A way from one place to another.
package struct TravelWay: Sendable, Hashable {
    package var mode: RouteMode
    package var minutes: Int
    package var metres: Int
    /// The moment of leaving, for being there in time.
    package var leaves: Instant
    package var arrives: Instant
    package var origin: TravelOrigin
    /// The line on the map; nil for an estimate.
    package var line: RouteLine?
    /// The parts of a way by public transport.
    package var legs: [RouteLeg] = []

    /// The number of changes between vehicles.
    package var changes: Int { max(0, legs.filter(\.isRide).count - 1) }
}

/// The minutes between places, by the places of departure, then of arrival.
package struct TravelMatrix: Sendable, Hashable {
    package var minutes: [[Int]]
    package var origins: [[TravelOrigin]]

    /// True if any of the ways is an estimate.
    package var hasEstimates: Bool {
        for (from, row) in origins.enumerated() {
            for (to, origin) in row.enumerated() where from != to && origin.isEstimate { return true }
        }
        return false
    }
}
