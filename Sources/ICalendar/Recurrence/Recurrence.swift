public import CivilTime

// Recurrence (RFC 5545 §3.8.5, RFC 7529): the starts that a component's rules and dates give.
//
// - `RecurrenceRule` is the value of RRULE; RecurrenceRuleReader.swift and RecurrenceRuleText.swift read and write it.
// - `LocalTimes` are the wall-clock times of one rule: `RulePlan` prepares it, `RuleIntervals` steps through its
//   intervals, RuleDays.swift and `RuleLimits` find the days in them.
// - `RecurrenceSet` is everything that repeats a component; `RecurrenceStarts` merges its starts.
// - `SeriesClock` turns wall-clock times into moments.
// - Calendars: the calendar systems in which a rule may count.

/// A recurrence rule: the value of RRULE (RFC 5545 §3.3.10, RFC 7529 §4).
///
/// A rule is counted from the DTSTART of its component. DTSTART also gives what the rule leaves open, as the
/// hour of a weekly meeting. See `localTimes(from:)`.
public struct RecurrenceRule: Hashable, Sendable {
    public var frequency: Frequency
    /// The number of years, months… from one interval to the next; at least 1.
    public var interval = 1
    /// The number of occurrences, the first included; at least 1. Nil if the rule has no COUNT.
    public var count: Int?
    /// UNTIL: the last possible start; a DATE, floating or in UTC.
    public var until: DateOrTime?

    /// BYSECOND, 0 to 60. There are no leap seconds here: 60 means 59 (RFC 5545 §3.3.12).
    public var seconds: [Int] = []
    /// BYMINUTE, 0 to 59.
    public var minutes: [Int] = []
    /// BYHOUR, 0 to 23.
    public var hours: [Int] = []
    public var weekdays: [WeekdayPosition] = []
    /// BYMONTHDAY, 1 to 31, or -1 to -31 from the month's end.
    public var monthDays: [Int] = []
    /// BYYEARDAY, 1 to 366, or negative from the year's end.
    public var yearDays: [Int] = []
    /// BYWEEKNO, 1 to 53, or negative from the year's end (ISO 8601's weeks, with `weekStart`).
    public var weekNumbers: [Int] = []
    public var months: [RuleMonth] = []
    /// BYSETPOS: the positions that are kept of an interval's occurrences, 1 the first, -1 the last. Empty
    /// keeps all.
    public var setPositions: [Int] = []
    public var weekStart = Weekday.monday

    /// RSCALE: the calendar whose years and months are counted; nil means Gregorian.
    public var calendar: CalendarSystem?
    public var skip = Skip.omit

    public init(_ frequency: Frequency) {
        self.frequency = frequency
    }

    /// The unit of an interval, from the shortest to the longest.
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

    /// SKIP: the treatment of a day or leap month that a month or year does not have (RFC 7529 §4.1).
    public enum Skip: String, Hashable, Sendable, CaseIterable {
        case omit = "OMIT", backward = "BACKWARD", forward = "FORWARD"
    }
}

/// A day of the week, as `MO`, or its number in the month or year, as `1MO` and `-1SU`.
public struct WeekdayPosition: Hashable, Sendable {
    public var weekday: Weekday
    /// 1 the first, -1 the last, at most 53; nil means all of them.
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
