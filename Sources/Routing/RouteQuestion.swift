public import CivilTime
public import PrayerTimes

/// A way of travelling that engines know.
public enum RouteMode: String, Hashable, Sendable, CaseIterable, Codable {
    case walk, bike, car, transit
}

/// The moment for which a way is wanted.
public enum RouteMoment: Hashable, Sendable {
    case depart(Instant)
    case arrive(Instant)
    /// No moment in particular, as for one in the past.
    case any
}

/// A question for the ways from one place to another.
public struct RouteQuestion: Hashable, Sendable {
    public var from: Coordinates
    public var to: Coordinates
    public var mode: RouteMode
    public var moment: RouteMoment
    /// An estimate in seconds, beside which answers must be plausible.
    public var estimateSeconds: Int

    public init(from: Coordinates, to: Coordinates, mode: RouteMode, moment: RouteMoment, estimateSeconds: Int) {
        self.from = from
        self.to = to
        self.mode = mode
        self.moment = moment
        self.estimateSeconds = estimateSeconds
    }

    /// The moment at which the way begins, by the estimate if it is to end at a moment; nil for any.
    var departure: Instant? {
        switch moment {
        case .depart(let instant): instant
        case .arrive(let instant): instant - .seconds(estimateSeconds)
        case .any: nil
        }
    }
}

/// A question for the ways between all of some places.
public struct MatrixQuestion: Hashable, Sendable {
    public var places: [Coordinates]
    public var mode: RouteMode
    /// The moment of departure; nil for any.
    public var departure: Instant?

    public init(places: [Coordinates], mode: RouteMode, departure: Instant?) {
        self.places = places
        self.mode = mode
        self.departure = departure
    }
}
