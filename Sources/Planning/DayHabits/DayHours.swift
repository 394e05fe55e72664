/// The hours of one weekday, as somebody gives them: minutes of the day from 0 to 1,440, nil for a time left open.
package struct DayHours: Hashable, Sendable {
    package var from: Int?, until: Int?

    package init(from: Int?, until: Int?) {
        self.from = from
        self.until = until
    }

    /// Returns the hours; empty if both times are open.
    package func range() throws(DayHoursProblem) -> Range<Int> {
        switch (from, until) {
        case (nil, nil): return 0..<0
        case (let from?, let until?):
            guard (0...1_440).contains(from), (0...1_440).contains(until) else { throw .outsideDay }
            guard from < until else { throw .endsBeforeStart }
            return from..<until
        default: throw .half
        }
    }
}

/// The reason why hours of a weekday cannot be taken.
package enum DayHoursProblem: Error, Hashable, Sendable {
    /// Only one of the two times is given.
    case half
    case endsBeforeStart
    case outsideDay
}
