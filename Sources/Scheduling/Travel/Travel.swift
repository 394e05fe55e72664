// Ways from one place to another: their time, the one to take, and the moment to leave.
//
// - Travel.swift: the minutes between numbered places, for conflicts, suggestions and plans.
// - TravelMode.swift: the modes. TravelWay.swift: a way by one of them, with its grams of CO₂.
// - TravelFigure.swift and TravelFigureTable.swift: the table of speeds, limits, thresholds and grams, with sources.
//   TravelFigures.swift: the values of a person.
// - TravelEstimate.swift: ways from the straight line. RushHours.swift: the traffic of an hour.
// - Modes.swift: the modes that are out, by the table of rules in ModeRules.swift. ModeReason.swift: why.
// - TravelWishes.swift: a person's choices. TravelGoal.swift: the time at which they must be there.
// - TravelChoice.swift: the ways side by side, and the one to take.
// - TravelOrigin.swift: the place at which a way begins. PointCheck.swift: points that somebody typed.
// - LeaveTime.swift: when to leave, outside prayers. LeaveAlerts.swift: the notifications about it.
// - Reachability.swift: if an event can be reached. TravelMatrix.swift: the minutes between the places of a day.
// - Lines/: lines on a map. DayMap/: the drawing of a day.

public import PrayerTimes

/// The minutes that a way takes from one place to another. Places are numbers that the caller gives.
public struct TravelTimes: Sendable {
    private let estimate: @Sendable (_ from: Int, _ to: Int) -> Int

    /// Makes travel times from a function.
    ///
    /// - Parameter estimate: the minutes of a way, never negative. It is not asked for a way to the same place.
    public init(_ estimate: @escaping @Sendable (_ from: Int, _ to: Int) -> Int) {
        self.estimate = estimate
    }

    /// Makes travel times from a table: the minutes by the places of departure, then of arrival.
    public init(table: [[Int]]) {
        self.init { from, to in table[from][to] }
    }

    /// Makes an estimate from the straight line between points.
    ///
    /// - Parameter places: the point of each place; the number of a place is its index.
    public init(between places: [Coordinates], by speed: StraightLineSpeed) {
        self.init { from, to in speed.minutes(from: places[from], to: places[to]) }
    }

    /// Makes an estimate of the quickest ways between points.
    ///
    /// - Parameter places: the point of each place; the number of a place is its index. A way from or to a place without
    ///   a point takes no time.
    public init(quickestBetween places: [Coordinates?]) {
        self.init { from, to in
            guard places.indices.contains(from), places.indices.contains(to), let from = places[from],
                  let to = places[to]
            else { return 0 }
            return EstimatedWay(from: from, to: to)?.minutes ?? 0
        }
    }

    public func minutes(from: Int, to: Int) -> Int { from == to ? 0 : estimate(from, to) }
}

/// A way of travelling, as an estimate from the straight line knows it.
public struct StraightLineSpeed: Hashable, Sendable {
    public var kilometresPerHour: Double
    /// The length of the streets for a kilometre of the straight line.
    public var detourFactor: Double
    /// The minutes that any way takes in addition, as for parking.
    public var extraMinutes: Int

    public init(kilometresPerHour: Double, detourFactor: Double, extraMinutes: Int = 0) {
        self.kilometresPerHour = kilometresPerHour
        self.detourFactor = detourFactor
        self.extraMinutes = extraMinutes
    }

    public static let walk = StraightLineSpeed(kilometresPerHour: 4.8, detourFactor: 1.3)
    /// A drive through a city.
    public static let car = StraightLineSpeed(kilometresPerHour: 32, detourFactor: 1.4, extraMinutes: 6)

    /// Returns the minutes of a way, rounded up; 0 for the same point.
    public func minutes(from: Coordinates, to: Coordinates) -> Int {
        let straight = from.kilometres(toLatitude: to.latitude, longitude: to.longitude)
        guard straight > 0 else { return 0 }
        return extraMinutes + Int((straight * detourFactor / kilometresPerHour * 60).rounded(.up))
    }
}

/// The quickest way between two points, as estimates know it: on foot or by car.
public struct EstimatedWay: Hashable, Sendable {
    /// At least 1.
    public let minutes: Int
    public let isOnFoot: Bool

    /// Estimates a way. Of two ways that take as long, the one on foot is taken.
    ///
    /// - Returns: nil if both points are one place. Saved places are rounded to some 100 m, so that points nearer than
    ///   150 m are the same.
    public init?(from: Coordinates, to: Coordinates) {
        let straight = from.kilometres(toLatitude: to.latitude, longitude: to.longitude)
        guard straight >= Self.samePlaceKilometres else { return nil }
        let walk = StraightLineSpeed.walk.minutes(from: from, to: to)
        let drive = StraightLineSpeed.car.minutes(from: from, to: to)
        isOnFoot = walk <= drive
        minutes = min(walk, drive)
    }

    private static let samePlaceKilometres = 0.15
}
