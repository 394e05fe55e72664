public import CivilTime

/// A rule by which something repeats: the value of RRULE (RFC 5545 §3.3.10, RFC 7529 §4).
///
/// A rule says nothing by itself; it is counted from the DTSTART of its component, which also gives
/// whatever the rule leaves open (the hour of a weekly meeting). See `localTimes(from:)`.
public struct RecurrenceRule: Hashable, Sendable {
    public var frequency: Frequency
    /// Every how many years, months…; at least 1.
    public var interval = 1
    /// How many occurrences there are at most, the first included; at least 1.
    public var count: Int?
    /// UNTIL: no occurrence begins later than this; a DATE, floating or in UTC.
    public var until: DateOrTime?

    /// 0 to 60. There are no leap seconds here: 60 means 59 (RFC 5545 §3.3.12).
    public var seconds: [Int] = []
    /// 0 to 59.
    public var minutes: [Int] = []
    /// 0 to 23.
    public var hours: [Int] = []
    public var weekdays: [WeekdayPosition] = []
    /// 1 to 31, or counted from the month's end: -1 to -31.
    public var monthDays: [Int] = []
    /// 1 to 366, or counted from the year's end.
    public var yearDays: [Int] = []
    /// 1 to 53, or counted from the year's end (ISO 8601's weeks, with `weekStart`).
    public var weekNumbers: [Int] = []
    public var months: [RuleMonth] = []
    /// Which of an interval's occurrences are kept, 1 the first, -1 the last; all where it is empty.
    public var setPositions: [Int] = []
    public var weekStart = Weekday.monday

    /// RSCALE: the calendar whose years and months are counted; Gregorian where the rule names none.
    public var calendar: CalendarSystem?
    public var skip = Skip.omit

    public init(_ frequency: Frequency) {
        self.frequency = frequency
    }

    /// How often, from the shortest interval to the longest.
    public enum Frequency: String, Hashable, Sendable, CaseIterable, Comparable {
        case secondly = "SECONDLY", minutely = "MINUTELY", hourly = "HOURLY"
        case daily = "DAILY", weekly = "WEEKLY", monthly = "MONTHLY", yearly = "YEARLY"

        private var rank: Int {
            switch self {
            case .secondly: 0
            case .minutely: 1
            case .hourly: 2
            case .daily: 3
            case .weekly: 4
            case .monthly: 5
            case .yearly: 6
            }
        }

        public static func < (shorter: Frequency, longer: Frequency) -> Bool { shorter.rank < longer.rank }
    }

    /// What happens to a day or leap month that this month or year does not have (RFC 7529 §4.1).
    public enum Skip: String, Hashable, Sendable, CaseIterable {
        case omit = "OMIT", backward = "BACKWARD", forward = "FORWARD"
    }
}

/// `MO`, `1MO`, `-1SU`: a day of the week, or which one of the month or year.
public struct WeekdayPosition: Hashable, Sendable {
    public var weekday: Weekday
    /// 1 the first, -1 the last, as far as 53; nil for every one.
    public var ordinal: Int?

    public init(_ weekday: Weekday, ordinal: Int? = nil) {
        self.weekday = weekday
        self.ordinal = ordinal
    }
}

/// A month as rules name it: `6`, or `5L` for the leap month after the fifth (RFC 7529 §4.2).
public struct RuleMonth: Hashable, Sendable {
    /// 1 to 13.
    public var number: Int
    public var isLeap: Bool

    public init(_ number: Int, isLeap: Bool = false) {
        self.number = number
        self.isLeap = isLeap
    }
}
