public import CivilTime
public import PrayerTimes

/// The circumstances in which a message was written. They decide the meaning of its times.
public struct ReadingContext: Sendable {
    /// The local time of the message.
    public var reference: LocalDateTime
    public var timeZone: TimeZoneRules
    /// Zones by IANA name, for words such as "London time".
    public var zones: @Sendable (String) -> TimeZoneRules? = { _ in nil }
    /// True if `10/11` is 11 October.
    public var isMonthFirst = false
    /// The first day of the week.
    public var firstDay = Weekday.sunday
    /// The first of the two days of the weekend.
    public var weekend = Weekday.friday
    public var hijri = HijriCalendar.ummAlQura
    /// The minutes after midnight of a day's prayers; nil if they are unknown.
    public var prayerTimes: @Sendable (LocalDate) -> PerEvent<Int>? = { _ in nil }
    /// The time that was spoken of before, for "same time next week".
    public var previous: LocalDateTime?
    /// The activity that is planned. It decides the half of the day of an hour such as "at 8".
    public var activity: Activity?

    public init(reference: LocalDateTime, timeZone: TimeZoneRules) {
        self.reference = reference
        self.timeZone = timeZone
    }
}

/// A kind of activity with usual hours.
public enum Activity: String, Hashable, Sendable, CaseIterable {
    /// Breakfast and suhoor: 3 to 11 in the morning.
    case breakfast
    /// Lunch: 11 to 5.
    case lunch
    /// Dinner, cinema, parties: 5 to 12 in the evening.
    case evening
    /// Meetings and appointments: 7 to 12 before noon, 1 to 6 after noon.
    case meeting
}
