public import CivilTime

/// The hours of each day in which a person wants no notification, in minutes of the clock.
public struct QuietHours: Hashable, Sendable {
    /// The minute of the day at which they begin, 0 to 1439.
    public var from: Int
    /// The minute of the day at which they end. It is on the next day unless it is after the start. Equal minutes mean
    /// that there are none.
    public var until: Int

    public init(from: Int = 23 * 60, until: Int = 6 * 60) {
        self.from = from
        self.until = until
    }

    public static let none = QuietHours(from: 0, until: 0)

    public var isNone: Bool { from == until }

    /// Returns the quiet hours that begin on some days, by their start.
    ///
    /// A clock that is put forward or back makes them shorter or longer.
    public func times(on days: ClosedRange<LocalDate>, in zone: TimeZoneRules) -> [TimeSpan] {
        guard !isNone else { return [] }
        return (0...days.upperBound - days.lowerBound).compactMap { index in
            let date = days.lowerBound + index
            let last = until > from ? date : date + 1
            guard let start = LocalDateTime(date: date, hour: from / 60, minute: from % 60),
                let end = LocalDateTime(date: last, hour: until / 60, minute: until % 60)
            else { return nil }
            let begin = zone.instant(of: start), stop = zone.instant(of: end)
            return begin < stop ? begin..<stop : nil
        }
    }
}

/// The moment at which a notification may be sent.
public enum NoticeTime: Hashable, Sendable {
    /// - isSilent: true if it must make no sound, because it comes at a time at which nothing should.
    case at(Instant, isSilent: Bool)
    /// Never: its use ends before. The person finds it in the list.
    case inListOnly
}

/// The times at which a person is not to be disturbed.
public struct QuietTimes: Sendable {
    /// The times of prayers, in order. Those that touch are one.
    public let prayers: [TimeSpan]
    /// The times of prayers and the quiet hours, in order. Those that touch are one.
    public let all: [TimeSpan]

    /// The seconds by which a reminder may come before its time, to keep out of a prayer.
    private static let earliest = Duration.seconds(45 * 60)
    /// The seconds before the start of a prayer at which such a reminder is sent.
    private static let beforePrayer = Duration.seconds(60)

    /// - Parameters:
    ///   - nights: the quiet hours, in any order.
    ///   - prayers: the blocks of prayers, in any order; empty if the person does not keep them free.
    public init(nights: [TimeSpan] = [], prayers: [TimeSpan] = []) {
        self.prayers = merged(prayers)
        all = merged(nights + prayers)
    }

    /// Returns the moment at which a notification is to be sent.
    ///
    /// The times that were handed in must reach from `now` to `usefulUntil`.
    ///
    /// - Parameters:
    ///   - due: the moment for which it is meant.
    ///   - usefulUntil: the moment from which it is of no use.
    ///   - isHeld: true if it waits for the end of quiet times. One that does not, such as a reminder that the person
    ///     set, comes in the quiet hours, and only keeps out of prayers.
    public func time(due: Instant, usefulUntil: Instant, isHeld: Bool, now: Instant) -> NoticeTime {
        let moment = max(due, now)
        guard moment < usefulUntil else { return .inListOnly }
        guard let closed = (isHeld ? all : prayers).first(where: { $0.contains(moment) }) else {
            return .at(moment, isSilent: false)
        }
        if isHeld {
            return closed.upperBound < usefulUntil ? .at(closed.upperBound, isSilent: false) : .inListOnly
        }
        let before = closed.lowerBound - Self.beforePrayer
        if now < closed.lowerBound, moment - before <= Self.earliest { return .at(max(before, now), isSilent: false) }
        return closed.upperBound < usefulUntil
            ? .at(closed.upperBound, isSilent: false) : .at(moment, isSilent: true)
    }

    /// The seconds before its due moment at which a notification that is not held has to be looked at.
    public static let lookAhead: Duration = earliest + beforePrayer
}

/// Returns times in order, those that overlap or touch as one. Empty ones are left out.
private func merged(_ times: [TimeSpan]) -> [TimeSpan] {
    var merged: [TimeSpan] = []
    for time in times.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if let last = merged.last, time.lowerBound <= last.upperBound {
            merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, time.upperBound)
        } else {
            merged.append(time)
        }
    }
    return merged
}
