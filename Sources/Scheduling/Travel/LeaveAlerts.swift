public import CivilTime

/// The notifications that say when to leave.
public struct LeaveAlerts: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case soon, now
    }

    public struct Alert: Hashable, Sendable {
        public let kind: Kind
        public let at: Instant
    }

    /// The alerts in the order of their moments. None lies in a prayer. `now` is always there unless the way is too
    /// short for any; `soon` is left out only if it would come as late as `now`.
    public let alerts: [Alert]
    /// The moments at which the way is looked at again: 60, 30 and 10 minutes before leaving.
    public let checks: [Instant]

    /// Computes the alerts.
    ///
    /// - Parameter way: the way to take. A short one has no alerts.
    public init(
        _ leave: LeaveTime, way: TravelWay, around blocks: [TimeSpan], _ figures: TravelFigures = .usual
    ) {
        checks = [60, 30, 10].map { leave.leave - .seconds($0 * 60) }
        guard way.seconds > figures.seconds(.alertedFrom) else {
            alerts = []
            return
        }
        var soon = leave.leave - .seconds(figures.seconds(.soonBefore))
        if let block = joined(blocks).first(where: { $0.contains(soon) }) {
            // A word at the end of the prayer is the better one, if there is time between it and leaving.
            let after = block.upperBound
            soon = after < leave.leave ? after : block.lowerBound - .seconds(LeaveTime.secondsBeforeBlock)
        }
        alerts = [Alert(kind: .soon, at: soon), Alert(kind: .now, at: leave.leave)]
    }

    /// Returns the alerts that are due and still of use: nothing is said to leave soon when it is time to leave, and
    /// nothing at all once the event has begun.
    public func due(at now: Instant, start: Instant) -> [Alert] {
        guard now < start, let last = alerts.last(where: { $0.at <= now }) else { return [] }
        return [last]
    }
}

/// The word that is shown beside a way.
public enum LeaveState: String, Hashable, Sendable, CaseIterable {
    /// There are more than ten minutes before leaving.
    case onTime = "on-time"
    case hurry
    /// The moment to leave is over.
    case late

    public init(leaving: Instant, now: Instant, _ figures: TravelFigures = .usual) {
        if now > leaving {
            self = .late
        } else {
            self = leaving - now > .seconds(figures.seconds(.soonBefore)) ? .onTime : .hurry
        }
    }
}
