public import CivilTime

/// A piece of a bar in one week.
public struct WeekBar: Hashable, Sendable {
    /// The position of the bar's days in the list that the lanes were made of.
    public let index: Int
    /// The days of the week on which the bar lies, counted from 0.
    public let days: ClosedRange<Int>
    /// The lane, from 0 at the top: the same on all days.
    public let lane: Int
    /// True if the bar began before the week.
    public let isCutAtStart: Bool
    /// True if the bar goes on after the week.
    public let isCutAtEnd: Bool

    public init(index: Int, days: ClosedRange<Int>, lane: Int, isCutAtStart: Bool, isCutAtEnd: Bool) {
        self.index = index
        self.days = days
        self.lane = lane
        self.isCutAtStart = isCutAtStart
        self.isCutAtEnd = isCutAtEnd
    }
}

/// The lanes of bars over one or more days, for one week.
///
/// The bars come by their first day, the longer ones first. Each takes the lowest lane that is free on all its days.
/// Bars that began before the week come before those that begin in it, so that they mostly keep their lane.
public struct BarLanes: Sendable {
    /// The bars in the order in which they took their lanes.
    public let bars: [WeekBar]
    public let dayCount: Int

    /// Makes the lanes of a week, or of any other row of days.
    ///
    /// - Parameters:
    ///   - spans: the first and last day of each bar. Those outside the week get no lane.
    ///   - week: the days of the row.
    public init(_ spans: [ClosedRange<LocalDate>], in week: ClosedRange<LocalDate>) {
        dayCount = week.days
        var taken: [[Bool]] = []
        bars = spans.enumerated().filter { $0.element.overlaps(week) }
            .sorted { one, other in
                (one.element.lowerBound, -one.element.days, one.offset)
                    < (other.element.lowerBound, -other.element.days, other.offset)
            }
            .map { index, span in
                let first = max(span.lowerBound, week.lowerBound), last = min(span.upperBound, week.upperBound)
                let days = first - week.lowerBound...last - week.lowerBound
                let lane = taken.firstIndex { lane in !lane[days].contains(true) } ?? taken.count
                if lane == taken.count { taken.append(Array(repeating: false, count: week.days)) }
                for day in days { taken[lane][day] = true }
                return WeekBar(
                    index: index, days: days, lane: lane, isCutAtStart: span.lowerBound < week.lowerBound,
                    isCutAtEnd: span.upperBound > week.upperBound)
            }
    }

    /// Returns the bars of a day, by lane.
    public func bars(on day: Int) -> [WeekBar] {
        bars.filter { $0.days.contains(day) }.sorted { $0.lane < $1.lane }
    }
}

extension ClosedRange<LocalDate> {
    /// The number of days.
    fileprivate var days: Int { upperBound - lowerBound + 1 }
}
