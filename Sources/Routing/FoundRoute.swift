public import CivilTime

/// A way that an engine found.
public struct FoundRoute: Hashable, Sendable {
    public var seconds: Int
    public var metres: Int
    /// The line on the map; nil if the engine gave none.
    public var line: RouteLine?
    /// The parts of a way by public transport, in their order; empty for the other ways of travelling.
    public var legs: [RouteLeg]
    /// The moments that a timetable gives; nil for ways that can begin at any time.
    public var departs: Instant?
    public var arrives: Instant?

    public init(
        seconds: Int, metres: Int, line: RouteLine? = nil, legs: [RouteLeg] = [], departs: Instant? = nil,
        arrives: Instant? = nil
    ) {
        self.seconds = seconds
        self.metres = metres
        self.line = line
        self.legs = legs
        self.departs = departs
        self.arrives = arrives
    }

    /// The number of changes between vehicles.
    public var changes: Int { max(0, legs.filter(\.isRide).count - 1) }
}

/// A part of a way by public transport: on foot, or in one vehicle.
public struct RouteLeg: Hashable, Sendable, Codable {
    /// True in a vehicle, false on foot.
    public var isRide: Bool
    public var seconds: Int
    public var metres: Int
    /// The name of the line, as in `M4`; nil on foot.
    public var lineName: String?
    /// The destination that the vehicle shows.
    public var towards: String?
    /// The names of the stops at both ends.
    public var from: String?
    public var to: String?
    public var line: RouteLine?

    public init(
        isRide: Bool, seconds: Int, metres: Int, lineName: String? = nil, towards: String? = nil, from: String? = nil,
        to: String? = nil, line: RouteLine? = nil
    ) {
        self.isRide = isRide
        self.seconds = seconds
        self.metres = metres
        self.lineName = lineName
        self.towards = towards
        self.from = from
        self.to = to
        self.line = line
    }
}

/// The ways between all of some places, by the places of departure, then of arrival. A way that does not exist is nil.
public struct RouteMatrix: Hashable, Sendable {
    public var seconds: [[Int?]]
    public var metres: [[Int?]]

    public init(seconds: [[Int?]], metres: [[Int?]]) {
        self.seconds = seconds
        self.metres = metres
    }

    /// Makes a matrix without ways.
    init(places: Int) {
        let empty = [[Int?]](repeating: [Int?](repeating: nil, count: places), count: places)
        self.init(seconds: empty, metres: empty)
    }
}
