/// A date and a time in UTC, in the proleptic Gregorian calendar, without leap seconds.
public struct UTCDateTime: Hashable, Sendable {
    /// Astronomical numbering: 1 BC is 0.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int
    public let hour: Int, minute: Int, second: Int
    /// 0 to 999,999.
    public let microsecond: Int
    public let weekday: Weekday
}

/// A day of the week, numbered as in ISO 8601.
public enum Weekday: Int, Hashable, Sendable, CaseIterable {
    case monday = 1, tuesday, wednesday, thursday, friday, saturday, sunday
}

extension Instant {
    /// The date and time of this moment in UTC.
    public var utc: UTCDateTime {
        let (seconds, microsecond) = flooredDivision(microsecondsSince1970, by: Self.microsecondsPerSecond)
        let (days, secondOfDay) = flooredDivision(seconds, by: 86_400)
        let (year, month, day) = civil(fromDays: Int(days))
        return UTCDateTime(
            year: year, month: month, day: day,
            hour: Int(secondOfDay / 3_600), minute: Int(secondOfDay / 60 % 60), second: Int(secondOfDay % 60),
            microsecond: Int(microsecond), weekday: weekday(ofDay: Int(days)))
    }

    /// Makes the moment of a date and time in UTC.
    ///
    /// - Returns: nil for a day that is not in the calendar, such as 30 February, for a time that is
    ///   not on the clock, such as a leap second, and beyond the range of `Instant`.
    public init?(
        utcYear year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
    ) {
        guard (-300_000...300_000).contains(year), (1...12).contains(month), (1...31).contains(day),
              (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        let days = daysSince1970(year: year, month: month, day: day)
        // 30 February would be a day of March. Only a real date comes back unchanged.
        guard civil(fromDays: days) == (year, month, day) else { return nil }
        let seconds = Int64(days * 86_400 + hour * 3_600 + minute * 60 + second)
        let (microseconds, overflow) = seconds.multipliedReportingOverflow(by: Self.microsecondsPerSecond)
        if overflow { return nil }
        self.init(microsecondsSince1970: microseconds)
    }
}
