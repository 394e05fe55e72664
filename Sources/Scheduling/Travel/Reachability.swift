public import CivilTime

/// The answer to the question if an event can be reached in time.
public enum Reachability: Hashable, Sendable {
    /// The seconds that are left over beside the reserve; nil if it is unknown from when on the person is free.
    case inTime(spareSeconds: Int?)
    /// The minutes that are missing for being there in time with the reserve. They are fewer than the reserve if the
    /// person arrives before the start all the same.
    case short(minutes: Int, arrivesInTime: Bool)
    /// Every mode is out.
    case noWay
    case notChecked(NotChecked)

    /// Says why nothing was checked. An event is never refused for it.
    public enum NotChecked: String, Hashable, Sendable, CaseIterable {
        case noPlace = "no-place"
        /// Nobody knows where the person is before.
        case noOrigin = "no-origin"
        /// The event has begun.
        case past
    }

    /// Checks the way to take.
    ///
    /// - Parameters:
    ///   - choice: the ways; nil if the event has no place.
    ///   - hasOrigin: false if it is unknown where the way begins.
    public init(_ choice: TravelChoice?, to goal: TravelGoal, hasOrigin: Bool, now: Instant, _ figures: TravelFigures) {
        if goal.start <= now {
            self = .notChecked(.past)
        } else if let choice {
            self = hasOrigin ? Self(choice, to: goal, figures) : .notChecked(.noOrigin)
        } else {
            self = .notChecked(.noPlace)
        }
    }

    private init(_ choice: TravelChoice, to goal: TravelGoal, _ figures: TravelFigures) {
        guard let option = choice.bestInAnyWeather else {
            self = .noWay
            return
        }
        guard option.isInTime else {
            let isThere = option.time.upperBound + .seconds(goal.extra(after: option.way, figures)) <= goal.start
            self = .short(minutes: (option.missingSeconds + 59) / 60, arrivesInTime: isThere)
            return
        }
        let spare = goal.earliest.map { Int(option.time.lowerBound.secondsSince1970 - $0.secondsSince1970) }
        self = .inTime(spareSeconds: spare)
    }
}
