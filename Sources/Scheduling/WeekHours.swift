public import CivilTime

/// Hours of the clock for each weekday, as minutes of the day from 0 to 1440.
public struct WeekHours: Hashable, Sendable {
    /// The hours by the weekday's number of ISO 8601 less 1, in the order of their starts.
    private let hours: [[Range<Int>]]
    /// The same, merged.
    private let covered: [[Range<Int>]]

    /// Makes the hours. Hours that lie inside others are dropped, and so are empty ones.
    public init(_ hours: (Weekday) -> [Range<Int>]) {
        self.hours = Weekday.allCases.map { ordered(hours($0)) }
        covered = self.hours.map(merged)
    }

    public subscript(weekday: Weekday) -> [Range<Int>] { hours[weekday.rawValue - 1] }

    /// Returns the hours of a weekday, merged.
    fileprivate func covered(on weekday: Weekday) -> [Range<Int>] { covered[weekday.rawValue - 1] }

    /// The hours in which Jadwal suggests times unless the customer says otherwise: 9:00 to 22:00.
    public static let usual = WeekHours { _ in [540..<1_320] }

    /// Returns the working hours of some weekdays; 9:00 to 17:00 unless given.
    public static func working(_ weekdays: Set<Weekday>, from start: Int = 540, to end: Int = 1_020) -> WeekHours {
        WeekHours { weekdays.contains($0) ? [start..<end] : [] }
    }

    /// Sunday to Thursday.
    public static let gulfWeek: Set<Weekday> = [.sunday, .monday, .tuesday, .wednesday, .thursday]
}

extension LocalTimeLine {
    /// Returns the minutes of a day on the line that hours cover, in the order of their starts.
    func minutes(of hours: WeekHours, on day: Day) -> [Range<Int>] {
        ordered(hours[day.weekday].flatMap { minutes(ofClock: $0, on: day) })
    }

    /// Returns the number of minutes of a time that hours cover on a day.
    func minutes(of time: Range<Int>, coveredBy hours: WeekHours, on day: Day) -> Int {
        guard day.isEven else {
            return merged(minutes(of: hours, on: day)).reduce(0) { $0 + $1.minutes(sharedWith: time) }
        }
        let start = day.minutes.lowerBound
        return hours.covered(on: day.weekday).reduce(0) {
            $0 + (start + $1.lowerBound..<start + $1.upperBound).minutes(sharedWith: time)
        }
    }
}

/// Returns times by their starts, without empty ones and without those that lie inside others.
private func ordered(_ times: [Range<Int>]) -> [Range<Int>] {
    var ordered: [Range<Int>] = []
    for time in times.sorted(by: { ($0.lowerBound, -$0.upperBound) < ($1.lowerBound, -$1.upperBound) })
    where !time.isEmpty && time.upperBound > ordered.last?.upperBound ?? .min {
        ordered.append(time)
    }
    return ordered
}

/// Merges times that overlap or touch.
///
/// - Parameter times: in the order of their starts.
func merged(_ times: some Sequence<Range<Int>>) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for time in times where !time.isEmpty {
        if let last = merged.last, time.lowerBound <= last.upperBound {
            merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, time.upperBound)
        } else {
            merged.append(time)
        }
    }
    return merged
}

extension Range<Int> {
    /// Returns the number of minutes that two times share.
    func minutes(sharedWith other: Range<Int>) -> Int {
        Swift.max(0, Swift.min(upperBound, other.upperBound) - Swift.max(lowerBound, other.lowerBound))
    }
}
