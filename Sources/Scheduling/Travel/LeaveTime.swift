public import CivilTime

/// The moment at which a person leaves. It never lies in a prayer.
///
/// If it would, the person leaves at the end of the prayer's block, unless that makes them late; then they leave a
/// minute before the block.
public struct LeaveTime: Hashable, Sendable {
    public enum Move: Hashable, Sendable {
        case beforePrayer(TimeSpan)
        case afterPrayer(TimeSpan)
    }

    public let leave: Instant
    /// The moment at which the way ends if it begins then.
    public let arrival: Instant
    /// The block because of which the person leaves earlier or later than the way and the reserve ask for; nil if there
    /// is none.
    public let moved: Move?
    /// The minutes after the start at which the person is there, with the minutes of the place; 0 if they are in time.
    public let lateMinutes: Int

    /// Computes the moment.
    ///
    /// - Parameters:
    ///   - way: the way to take.
    ///   - goal: its start, and the first moment at which the person can leave. Whoever can only leave after that is
    ///     late.
    ///   - blocks: the times of the prayers around it, in any order.
    ///   - wanted: the moment at which the way begins for being there in time with the reserve; nil to compute it. For
    ///     a bus it is its departure.
    ///   - seconds: the time of the way for a departure; nil if there is none. The time of `way` at any moment unless
    ///     given.
    public init(
        _ way: TravelWay, to goal: TravelGoal, around blocks: [TimeSpan], _ figures: TravelFigures = .usual,
        wanted: Instant? = nil, seconds: ((Instant) -> Int?)? = nil
    ) {
        let extra = goal.extra(after: way, figures)
        let margin = way.seconds + figures.reserve(forSeconds: way.seconds) + extra
        let wanted = wanted ?? (way.source == .timetable ? way.departure : nil) ?? goal.start - .seconds(margin)
        // The time of the way of a timetable is that of its own departure: a later one has to be asked for.
        func duration(_ departure: Instant) -> Int? {
            if let seconds { return seconds(departure) }
            return way.source == .timetable && departure > wanted ? nil : way.seconds
        }
        let earliest = goal.earliest.map { max($0, wanted) } ?? wanted
        var leave = earliest, moved: Move?
        if let block = joined(blocks).first(where: { $0.contains(earliest) }) {
            let end = block.upperBound
            let isInTime = duration(end).map { end + .seconds($0 + extra) <= goal.start } ?? false
            let before = block.lowerBound - .seconds(Self.secondsBeforeBlock)
            // Whoever is not free before the block prays, and is late.
            let isFree = goal.earliest.map { $0 <= before } ?? true
            leave = isInTime || !isFree ? end : before
            moved = isInTime || !isFree ? .afterPrayer(block) : .beforePrayer(block)
        }
        self.leave = leave
        self.moved = moved
        arrival = leave + .seconds(duration(leave) ?? way.seconds)
        let late = (arrival + .seconds(extra)).secondsSince1970 - goal.start.secondsSince1970
        lateMinutes = Int(max(0, late + 59) / 60)
    }

    /// The seconds before a block at which somebody leaves who cannot leave after it.
    static let secondsBeforeBlock = 60
}

/// Returns times as few as possible, in order: those that overlap, and those with less than a minute between, are one.
func joined(_ times: [TimeSpan]) -> [TimeSpan] {
    var joined: [TimeSpan] = []
    for time in times.sorted(by: { $0.lowerBound < $1.lowerBound }) where !time.isEmpty {
        if let last = joined.last, time.lowerBound < last.upperBound + .seconds(LeaveTime.secondsBeforeBlock) {
            joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, time.upperBound)
        } else {
            joined.append(time)
        }
    }
    return joined
}
