public import CivilTime

/// The clock of a local day from its first moment to its last.
///
/// Most days have 24 hours. On a day on which the clocks change, some times of the clock come twice or never, and a day
/// that a place skipped has no time at all.
public struct DayClock: Sendable {
    public let date: LocalDate
    /// The day: from its own first moment to that of the next day.
    public let time: TimeSpan
    /// The parts of the day in which the clock runs evenly, in order; one on most days, none on a skipped day.
    let stretches: [Stretch]
    /// The times of the clock that come twice, in seconds from midnight: when it shows the upper bound for the first
    /// time, it goes back to the lower bound.
    let repeated: [Range<Int>]

    struct Stretch: Sendable {
        let time: TimeSpan
        /// The seconds that the clock shows at the start, counted from the date's midnight. Negative if the clocks were
        /// put back into the day before.
        let wallStart: Int
        var wallEnd: Int { wallStart + Int((time.upperBound - time.lowerBound).components.seconds) }
        var wall: Range<Int> { wallStart..<wallEnd }
    }

    public init(_ date: LocalDate, in zone: TimeZoneRules) {
        let start = zone.startOfDay(date), end = max(start, zone.startOfDay(date + 1))
        self.date = date
        time = start..<end
        var stretches: [Stretch] = []
        var moment = start
        while moment < end {
            let offset = zone.offset(at: moment)
            var next = zone.nextTransition(after: moment)
            // A change of the zone's name alone does not move the clock.
            while let change = next, change.instant < end, change.after.offset == offset {
                next = zone.nextTransition(after: change.instant)
            }
            let until = min(next?.instant ?? end, end)
            let local = zone.local(moment)
            stretches.append(Stretch(
                time: moment..<until,
                wallStart: (local.date - date) * 86_400 + local.hour * 3_600 + local.minute * 60 + local.second))
            moment = until
        }
        self.stretches = stretches
        repeated = zip(stretches, stretches.dropFirst()).filter { $1.wallStart < $0.wallEnd }
            .map { $1.wallStart..<$0.wallEnd }
    }

    /// The length in minutes: 1440 unless the clocks change.
    public var minutes: Int { Int((time.upperBound - time.lowerBound).components.seconds / 60) }

    /// True if the clocks change inside the day, at its start or at its end.
    public var isChanged: Bool { stretches.count != 1 || stretches[0].wall != 0..<86_400 }

    /// Returns the part of a time that belongs to the day; nil if there is none.
    ///
    /// A moment without length belongs to the day that contains it. A time that ends at midnight does not belong to
    /// the next day.
    public func part(of span: TimeSpan) -> TimeSpan? {
        if span.isEmpty { return time.contains(span.lowerBound) ? span : nil }
        return span.overlaps(time) ? span.clamped(to: time) : nil
    }

    /// Returns the minute that the clock shows, 0 at midnight; nil if the moment is not of the day.
    public func minute(at moment: Instant) -> Int? {
        stretches.first { $0.time.contains(moment) }.map { flooredMinutes(wall(moment, $0)) }
    }

    /// The changes of the clocks in the day or at its start, in order.
    public var changes: [ClockChange] {
        var changes: [ClockChange] = []
        if let first = stretches.first, first.wallStart > 0 {
            changes.append(
                ClockChange(moment: first.time.lowerBound, before: 0, after: flooredMinutes(first.wallStart)))
        }
        for (before, after) in zip(stretches, stretches.dropFirst()) {
            changes.append(ClockChange(
                moment: after.time.lowerBound, before: flooredMinutes(before.wallEnd),
                after: flooredMinutes(after.wallStart)))
        }
        return changes
    }

    func wall(_ moment: Instant, _ stretch: Stretch) -> Int {
        stretch.wallStart + Int(moment.secondsSince1970 - stretch.time.lowerBound.secondsSince1970)
    }

    /// The first minute of the clock that a change touches; nil on other days.
    var firstChangedMinute: Int? {
        guard isChanged else { return nil }
        guard let first = stretches.first, let last = stretches.last, first.wallStart == 0 else { return 0 }
        let inside = zip(stretches, stretches.dropFirst()).map { min($0.wallEnd, $1.wallStart) }.min()
        return flooredMinutes(max(0, inside ?? last.wallEnd))
    }
}

/// A change of the clocks on a day.
public struct ClockChange: Hashable, Sendable {
    public let moment: Instant
    /// The minutes from midnight that the clock would show, and those that it shows.
    public let before: Int, after: Int

    public var isForward: Bool { after > before }
}

/// Returns whole minutes, rounded down.
func flooredMinutes(_ seconds: Int) -> Int { seconds >= 0 ? seconds / 60 : -((59 - seconds) / 60) }
