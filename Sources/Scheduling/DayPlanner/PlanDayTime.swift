public import PrayerTimes

/// The minutes of a plan-day on a line: from the time of the clock at which the person wakes to that of the next day.
///
/// A plan-day has 23 or 25 hours if the clocks change in it. The plan-day of a day that a place skipped has no minutes.
public struct PlanDayTime: Hashable, Sendable {
    /// The number of the day on the line.
    public let number: Int
    public let time: Range<Int>
    /// The minute of the clock at which the day begins.
    public let clockStart: Int

    /// 4:00.
    public static let usualStart = 240

    public init(_ number: Int, on line: LocalTimeLine, from clockStart: Int = usualStart) {
        self.number = number
        self.clockStart = max(0, min(1_439, clockStart))
        let start = Self.start(number, line, self.clockStart)
        time = start..<max(start, Self.start(number + 1, line, self.clockStart))
    }

    private static func start(_ number: Int, _ line: LocalTimeLine, _ clock: Int) -> Int {
        let day = line.day(number)
        if day.minutes.isEmpty { return start(number + 1, line, clock) }
        return line.minutes(ofClock: clock..<1_440, on: day).first?.lowerBound ?? day.minutes.upperBound
    }
}

/// A time of each plan-day in which a task may lie, by the clock, by prayers, or by both.
public struct PlanWindow: Hashable, Sendable {
    /// The minute of the clock at which the window begins; nil for the start of the day.
    public var fromClock: Int?
    /// The minute of the clock at which it ends, also one before its start for a window over midnight; nil for the end.
    public var toClock: Int?
    /// The prayer after which it begins.
    public var after: DayEvent?
    /// The prayer before which it ends.
    public var before: DayEvent?

    public init(fromClock: Int? = nil, toClock: Int? = nil, after: DayEvent? = nil, before: DayEvent? = nil) {
        self.fromClock = fromClock
        self.toClock = toClock
        self.after = after
        self.before = before
    }

    /// True if it depends on the time of a prayer.
    public var isByPrayer: Bool { after != nil || before != nil }
}

extension PlanDayTime {
    /// Returns the times of a window on the day, in order.
    ///
    /// A window over midnight belongs to the day in which it begins, and ends with it. A time of the clock that comes
    /// twice gives two times or a longer one, and one that is skipped gives none. A window by a prayer that has no time
    /// on the day, as where the sun does not set, gives none.
    ///
    /// - Parameter prayers: the prayers around the day.
    public func times(
        of window: PlanWindow, on line: LocalTimeLine, prayers: [PrayerPeriod] = [],
        _ strictness: PrayerStrictness = .congregation
    ) -> [Range<Int>] {
        var limits = time, first = Int.min
        if let after = window.after {
            guard let prayer = prayer(after, of: prayers, on: line) else { return [] }
            let end = strictness == .congregation ? prayer.block.upperBound : prayer.adhan
            limits = limits.clamped(to: end..<max(end, time.upperBound))
            first = prayer.adhan + 1
        }
        if let before = window.before {
            guard let prayer = prayer(before, of: prayers, on: line, from: first) else { return [] }
            let start = strictness == .congregation ? prayer.block.lowerBound : prayer.adhan
            limits = limits.clamped(to: min(start, time.lowerBound)..<start)
        }
        return clockTimes(of: window, on: line).map { $0.clamped(to: limits) }.filter { !$0.isEmpty }
    }

    private func clockTimes(of window: PlanWindow, on line: LocalTimeLine) -> [Range<Int>] {
        guard window.fromClock != nil || window.toClock != nil else { return [time] }
        // Minutes from the midnight of the day. What lies before the start of the day is its night.
        var start = window.fromClock ?? clockStart, end = window.toClock ?? clockStart
        if start < clockStart { start += 1_440 }
        while end <= start { end += 1_440 }
        end = min(end, clockStart + 1_440)
        guard start < end else { return [] }
        var times: [Range<Int>] = []
        if start < 1_440 { times += line.minutes(ofClock: start..<min(end, 1_440), on: line.day(number)) }
        if end > 1_440 {
            let next = max(0, start - 1_440)..<end - 1_440
            times += line.minutes(ofClock: next, on: line.day(number + 1))
        }
        return merged(times.map { $0.clamped(to: time) }.filter { !$0.isEmpty })
    }

    /// Returns the first prayer of a kind that belongs to the day. Fajr may be before the day begins, and Isha after
    /// midnight, as in the north in summer.
    ///
    /// - Parameter first: the first minute at which it counts.
    private func prayer(
        _ event: DayEvent, of prayers: [PrayerPeriod], on line: LocalTimeLine, from first: Int = .min
    ) -> PrayerPeriod? {
        let start = event == .fajr ? line.day(number).minutes.lowerBound : time.lowerBound
        // The Fajr after the night of the day ends it.
        let end = event == .fajr && first > start ? line.day(number + 1).minutes.upperBound : time.upperBound
        return prayers.filter { $0.prayer == event && $0.adhan >= max(first, start) && $0.adhan < end }
            .min { $0.adhan < $1.adhan }
    }
}
