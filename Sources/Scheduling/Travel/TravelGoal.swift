public import CivilTime
public import PrayerTimes

/// The time at which a person must be somewhere, and from which they can leave.
public struct TravelGoal: Hashable, Sendable {
    /// The start of what they go to.
    public var start: Instant
    /// The minutes at the place before the start: a gate, a lift, a place to park.
    public var extraMinutes: Int?
    /// The moment at which the person can leave, the end of what was before or now; nil if it is unknown.
    public var earliest: Instant?

    /// - Parameter extraMinutes: the minutes of the place; nil for the usual ones, which a car needs to be parked.
    public init(start: Instant, extraMinutes: Int? = nil, earliest: Instant? = nil) {
        self.start = start
        self.extraMinutes = extraMinutes
        self.earliest = earliest
    }

    /// Returns the seconds between the arrival of a way and the start: the minutes of the place. The estimate of a
    /// drive has those for parking already.
    func extra(after way: TravelWay, _ figures: TravelFigures) -> Int {
        if let extraMinutes { return max(0, extraMinutes) * 60 }
        return way.mode == .car && way.source == .engine ? figures.seconds(.carArrival) : 0
    }
}

extension TravelEstimate {
    /// Returns a way by each mode to be in time, with its reserve; if that begins too early, the way from the first
    /// moment at which the person can leave.
    public func ways(
        from: Coordinates, to: Coordinates, for goal: TravelGoal, by modes: [TravelMode] = TravelMode.allCases
    ) -> [TravelWay] {
        modes.map { mode in
            let there = way(from: from, to: to, by: mode, arriving: goal.start)
            let margin = goal.extra(after: there, figures) + figures.reserve(forSeconds: there.seconds)
            let early = way(from: from, to: to, by: mode, arriving: goal.start - .seconds(margin))
            guard let earliest = goal.earliest, let departure = early.departure, departure < earliest
            else { return early }
            return way(from: from, to: to, by: mode, leaving: earliest)
        }
    }
}
