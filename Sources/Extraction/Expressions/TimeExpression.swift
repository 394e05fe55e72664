public import CivilTime
public import PrayerTimes

/// Words of a message that mean a time, with the readings that they allow.
public struct TimeExpression: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        case date, time, dateTime = "datetime", dateRange = "daterange", timeRange = "timerange"
        case dateTimeRange = "datetimerange"
        /// A length alone, as in "for two hours".
        case length
        /// A repetition without day and time, as in "every week".
        case repetition
    }

    /// The position in the message, in UTF-8 bytes.
    public var range: Range<Int>
    public var kind: Kind
    /// The readings, the most likely first; never empty. Their weights sum to 1.
    public var readings: [Reading]
    /// True for times that alone are no appointment: past days, "now", "soon" and years.
    public var isVague = false
    /// True for times that are over, as in "last night" and "since Monday".
    public var isPast = false

    public var best: Reading { readings[0] }
}

/// A meaning of a time expression.
public struct Reading: Hashable, Sendable {
    /// The first day; nil for a length or a repetition alone. A time without a day has its next day here.
    public var date: LocalDate?
    /// The minutes after midnight of the start; nil if only days are said.
    public var minute: Int?
    /// The seconds of the start, 0 to 59.
    public var second = 0
    /// The last day of a range, included. For times it is the day on which they end.
    public var endDate: LocalDate?
    /// The minutes after midnight of the end of a range.
    public var endMinute: Int?
    /// The part of the day that the words name.
    public var part: PartOfDay?
    public var anchor: PrayerAnchorReading?
    public var repetition: RepetitionReading?
    /// The length in minutes, if the words say one.
    public var length: Int?
    /// The Hijri date as it was written, with its year.
    public var hijri: HijriDate?
    /// True for "about six".
    public var isApproximate = false
    /// True if the day was not said, and the next one was taken.
    public var isDayImplied = false
    /// True if the half of the day was not said.
    public var isHalfImplied = false
    /// True if only a bound is said, as in "within an hour" and "by Friday".
    public var isBound = false
    /// True if the time is the end of the bound, as in "by Friday" and "until five".
    public var isDeadline = false
    /// −1 for the early half of the part of the day, 1 for its late half.
    public var edge = 0
    /// The zone that was named, by IANA name. The times are those of the customer's zone.
    public var zone: String?
    /// The change of the clocks that skips or repeats the start.
    public var clockChange: ClockChange?
    /// The likelihood, 0 to 1.
    public var weight = 1.0

    public init() {}

    public enum ClockChange: String, Hashable, Sendable {
        /// The time does not exist; it was moved forward.
        case skipped = "nonexistent"
        /// The time comes twice; the first one was taken.
        case repeated = "first"
    }
}

/// A part of the day, in the order of the day.
public enum PartOfDay: String, Hashable, Sendable, CaseIterable {
    case dawn, morning, forenoon, noon, afternoon, evening, night
}

/// A prayer that a time is counted from.
public struct PrayerAnchorReading: Hashable, Sendable {
    public enum Relation: String, Hashable, Sendable {
        case before, at, after, between
    }

    public var prayer: DayEvent
    public var relation: Relation
    /// The minutes after the prayer begins, negative before it; nil if only the relation is said.
    public var minutes: Int?
    /// The prayer at which the time ends, for `between`.
    public var second: DayEvent?
    /// True for the Friday prayer, which is Dhuhr of Friday.
    public var isFriday = false

    public init(prayer: DayEvent, relation: Relation, minutes: Int? = nil, second: DayEvent? = nil) {
        self.prayer = prayer
        self.relation = relation
        self.minutes = minutes
        self.second = second
    }
}

/// A repetition that words say.
public struct RepetitionReading: Hashable, Sendable {
    public enum Unit: String, Hashable, Sendable {
        case minutes, hours, days, weeks, months, years
    }

    /// The units from one time to the next, at least 1.
    public var interval: Int
    public var unit: Unit
    /// The weekdays, for weeks.
    public var weekdays: Set<Weekday> = []
    /// True for each working day.
    public var isWorkingDays = false

    public init(interval: Int, unit: Unit, weekdays: Set<Weekday> = []) {
        self.interval = interval
        self.unit = unit
        self.weekdays = weekdays
    }
}
