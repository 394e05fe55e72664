public import CivilTime
public import PrayerTimes

/// A timetable with the walks between its stops.
public struct TransitNetwork: Sendable {
    public let feed: TransitFeed
    let walks: WalkTable

    public init(_ feed: TransitFeed, _ rules: ChangeRules = ChangeRules()) {
        self.feed = feed
        walks = WalkTable(feed, rules)
    }

    /// The number of walks between stops.
    public var walkCount: Int { walks.count }
}

/// The moment of a journey.
public enum JourneyTime: Hashable, Sendable {
    /// The earliest arrival is wanted.
    case leaving(Instant)
    /// The latest departure is wanted.
    case arriving(by: Instant)

    public var moment: Instant {
        switch self {
        case .leaving(let moment), .arriving(by: let moment): moment
        }
    }
}

/// The answer to a search.
public enum JourneyAnswer: Hashable, Sendable {
    case journey(Journey)
    /// A walk all the way is as good as any ride, or no ride is found. It is not farther than two walks before and
    /// after a ride may be.
    case walk(seconds: Int)
    /// No stop is near enough to the start, or to the goal.
    case noStopNear(isStart: Bool)
    /// The stops are there, but nothing goes within six hours.
    case noRide
    /// The timetable ended on a day before.
    case ended(LocalDate)
    /// The timetable begins on a later day.
    case notBegun(LocalDate)
}

extension TransitNetwork {
    /// Returns the connections around the day of a moment, in the zone of the feed.
    public func day(of moment: Instant) -> TransitDay { TransitDay(feed, feed.zone.date(at: moment)) }

    /// Returns the walks between a point and the stops that are near enough, also between platforms and the point.
    public func stops(near point: Coordinates, _ pace: WalkingPace) -> [StopWalk] {
        var found: [StopWalk] = []
        feed.stops.each(within: pace.farthestStraightMetres, of: point) { stop, metres in
            found.append(StopWalk(stop: stop, seconds: pace.seconds(straightMetres: metres)))
        }
        return found
    }

    /// Finds the best way between two points.
    ///
    /// - Parameter day: the connections around the day of the moment: `day(of:)`.
    public func answer(
        from start: Coordinates, to goal: Coordinates, _ time: JourneyTime, _ pace: WalkingPace, on day: TransitDay
    ) -> JourneyAnswer {
        let access = stops(near: start, pace), egress = stops(near: goal, pace)
        let straight = 1_000 * start.kilometres(toLatitude: goal.latitude, longitude: goal.longitude)
        // Over a stop that is near both points one may walk as far as before and after a ride together.
        let isNear = straight <= pace.farthestStraightMetres || self.walk(access, egress) != nil
        let walk = isNear ? pace.seconds(straightMetres: straight) : nil
        if let journey = journey(time, access: access, egress: egress, on: day, fasterThan: walk) {
            return .journey(journey)
        }
        if let walk { return .walk(seconds: walk) }
        // The last trips of the last day end after its midnight, so the days count only if nothing is found.
        let date = feed.zone.date(at: time.moment)
        if date > feed.days.upperBound { return .ended(feed.days.upperBound) }
        if date < feed.days.lowerBound { return .notBegun(feed.days.lowerBound) }
        if access.isEmpty || egress.isEmpty { return .noStopNear(isStart: access.isEmpty) }
        return .noRide
    }

    /// Returns the seconds of the shortest walk over a stop that is near both ends; nil if there is none.
    private func walk(_ access: [StopWalk], _ egress: [StopWalk]) -> Int? {
        let seconds = Dictionary(access.map { ($0.stop, $0.seconds) }, uniquingKeysWith: min)
        return egress.compactMap { walk in seconds[walk.stop].map { $0 + walk.seconds } }.min()
    }

    /// Finds the journey with the earliest arrival or the latest departure.
    ///
    /// - Parameters:
    ///   - access: the walks from the start to stops.
    ///   - egress: the walks from stops to the goal.
    ///   - day: the connections around the day of the moment.
    ///   - seconds: the length of a way that is known already; nil if there is none.
    /// - Returns: nil if no journey with a ride is as short as `TransitDay.farthest` and shorter than `seconds`, and if
    ///   the moment is not on the day.
    public func journey(
        _ time: JourneyTime, access: [StopWalk], egress: [StopWalk], on day: TransitDay, fasterThan seconds: Int? = nil
    ) -> Journey? {
        guard let second = day.second(time.moment, feed) else { return nil }
        let farthest = UInt32(TransitDay.farthest.components.seconds)
        // Nobody rides away from a stop that is near the goal, too, and back to it: a walk over it is a way that is
        // known.
        let known = [seconds, walk(access, egress)].compactMap { $0 }.min()
        let length = known.map { UInt32(clamping: min(Int(farthest), $0 - 1)) } ?? farthest
        let assembly = JourneyAssembly(feed: feed, day: day, walks: walks, access: access, egress: egress)
        switch time {
        case .leaving:
            let scan = ForwardScan(day: day, walks: walks)
            return scan.journey(leaving: second, access: access, egress: egress, limit: second + length)
                .map(assembly.journey)
        case .arriving:
            let scan = BackwardScan(day: day, walks: walks)
            let limit = second > length ? second - length : 0
            return scan.journey(arrivingBy: second, access: access, egress: egress, limit: limit).map(assembly.journey)
        }
    }
}
