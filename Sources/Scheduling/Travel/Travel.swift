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

    /// Makes an estimate of the quickest ways between points, by the modes that a person takes and as far as they go.
    /// If no mode is left for a way, the quickest of all counts: a flight is no reason to be everywhere at once.
    ///
    /// - Parameter places: the point of each place; the number of a place is its index. A way from or to a place without
    ///   a point takes no time.
    public init(quickestBetween places: [Coordinates?], _ wishes: TravelWishes) {
        let ways = QuickestWays(wishes)
        self.init { from, to in
            guard places.indices.contains(from), places.indices.contains(to), let from = places[from],
                  let to = places[to], !from.isSamePlace(as: to)
            else { return 0 }
            return ways.minutes(from: from, to: to)
        }
    }

    public func minutes(from: Int, to: Int) -> Int { from == to ? 0 : estimate(from, to) }
}

/// The quickest ways of a person by the estimate on free roads. Weather and hours are not asked.
private struct QuickestWays {
    private let estimate: TravelEstimate, wishes: TravelWishes
    private let modes: [TravelMode]

    init(_ wishes: TravelWishes) {
        self.wishes = wishes
        estimate = TravelEstimate(wishes.figures)
        modes = TravelMode.allCases.filter(wishes.allows)
    }

    func minutes(from: Coordinates, to: Coordinates) -> Int {
        let ways = modes.map { estimate.way(from: from, to: to, by: $0) }
            .filter { Double($0.metres) <= wishes.figures[$0.mode.farthest] }
        let all = ways.isEmpty ? TravelMode.allCases.map { estimate.way(from: from, to: to, by: $0) } : ways
        return max(1, all.map(\.minutes).min() ?? 0)
    }
}
