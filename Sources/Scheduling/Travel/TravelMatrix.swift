public import CivilTime
public import PrayerTimes

/// The minutes between the places of a day, for the planner.
///
/// Whoever takes the car has it with them all day, and whoever leaves it at home has none. So a day has a matrix with
/// each vehicle that the person owns and one without, and the planner keeps the best of its plans.
public struct TravelMatrix: Hashable, Sendable {
    /// The car or the bicycle that is taken for the whole day; nil for walking, public transport and shared vehicles.
    public let vehicle: TravelMode?
    /// The minutes by the numbers of the places of departure and arrival, with the reserve. They grow by no stop.
    public private(set) var minutes: [[Int]]
    /// The modes of the ways; nil where departure and arrival are the same place, or no mode is allowed.
    public let modes: [[TravelMode?]]

    /// The travel times for the planner.
    public var times: TravelTimes { TravelTimes(table: minutes) }

    /// The minutes of a way for which no mode is allowed: no plan of a day has room for it.
    public static let unreachable = 10_000

    /// Makes a matrix from ways.
    ///
    /// - Parameter way: the way by a mode between two places, by their numbers; nil if it is not allowed.
    public init(
        of count: Int, with vehicle: TravelMode?, _ wishes: TravelWishes,
        _ way: (_ from: Int, _ to: Int, _ mode: TravelMode) -> TravelWay?
    ) {
        let candidates: [TravelMode] = vehicle.map { [$0] } ?? [.walk, .transit, .shared]
        var minutes = Array(repeating: Array(repeating: 0, count: count), count: count)
        var modes = Array(repeating: Array(repeating: TravelMode?.none, count: count), count: count)
        for from in 0..<count {
            for to in 0..<count where to != from {
                let ways = candidates.compactMap { way(from, to, $0) }
                let best = ways.min { Self.cost($0, wishes) < Self.cost($1, wishes) }
                modes[from][to] = best?.mode
                minutes[from][to] = best.map { Self.minutes($0, wishes.figures) } ?? Self.unreachable
            }
        }
        self.vehicle = vehicle
        self.modes = modes
        self.minutes = closed(minutes)
    }

    /// Makes the matrices of a day by the estimate: one with each vehicle that the person owns, one without.
    ///
    /// Weather and hours are not asked: the planner does not know yet when a way begins.
    ///
    /// - Parameter departure: a moment of the day, for the traffic; nil for free roads.
    public static func matrices(
        _ places: [Coordinates], _ estimate: TravelEstimate, _ wishes: TravelWishes, leaving departure: Instant? = nil
    ) -> [TravelMatrix] {
        let vehicles: [TravelMode?] = [nil, wishes.ownsBike ? .bike : nil, wishes.ownsCar ? .car : nil]
        let wanted = vehicles.filter { $0.map(wishes.modes.contains) ?? false }
        return ([nil] + wanted).map { vehicle in
            TravelMatrix(of: places.count, with: vehicle, wishes) { from, to, mode in
                guard wishes.modes.contains(mode), mode != .shared || wishes.hasSharedService else { return nil }
                let way = estimate.way(from: places[from], to: places[to], by: mode, leaving: departure)
                return Double(way.metres) <= wishes.figures[mode.farthest] ? way : nil
            }
        }
    }

    private static func minutes(_ way: TravelWay, _ figures: TravelFigures) -> Int {
        (way.seconds + figures.reserve(forSeconds: way.seconds) + 59) / 60
    }

    private static func cost(_ way: TravelWay, _ wishes: TravelWishes) -> Double {
        Double(way.seconds) / 60 + Double(way.changes) * wishes.figures[.minutesOfChange]
            + (wishes.isEco ? way.grams(wishes.figures, car: wishes.car) / wishes.figures[.gramsOfMinute] : 0)
    }
}

/// Returns a table in which no way is longer than one with a stop.
private func closed(_ minutes: [[Int]]) -> [[Int]] {
    var closed = minutes
    for stop in closed.indices {
        for from in closed.indices {
            for to in closed.indices where closed[from][stop] + closed[stop][to] < closed[from][to] {
                closed[from][to] = closed[from][stop] + closed[stop][to]
            }
        }
    }
    return closed
}
