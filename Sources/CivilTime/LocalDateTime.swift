import Text

/// A day and a time without a zone: RFC 5545's "floating" time.
///
/// `TimeZoneRules.resolve(_:)` finds the moments that it means in a zone: none, one or two.
public struct LocalDateTime: Hashable, Sendable {
    public let date: LocalDate
    /// 0 to 23.
    public let hour: Int
    /// 0 to 59; there are no leap seconds.
    public let minute: Int, second: Int

    /// Makes a local time; nil for a time that is not on the clock.
    public init?(date: LocalDate, hour: Int, minute: Int, second: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        self.date = date
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The minutes since midnight, 0 to 1,439.
    public var minuteOfDay: Int { hour * 60 + minute }

    /// Returns the first second of a day.
    public static func midnight(_ date: LocalDate) -> LocalDateTime {
        LocalDateTime(secondsSince1970: Int64(date.daysSince1970) * 86_400)
    }

    /// Makes a local time from the seconds since the local time 1970-01-01T00:00:00.
    init(secondsSince1970 seconds: Int64) {
        let (days, secondOfDay) = flooredDivision(seconds, by: 86_400)
        date = LocalDate(daysSince1970: Int(days))
        hour = Int(secondOfDay / 3_600)
        minute = Int(secondOfDay / 60 % 60)
        second = Int(secondOfDay % 60)
    }

    /// The seconds since the local time 1970-01-01T00:00:00.
    var secondsSince1970: Int64 {
        Int64(date.daysSince1970) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    }
}

extension LocalDateTime: Comparable {
    public static func < (earlier: LocalDateTime, later: LocalDateTime) -> Bool {
        earlier.secondsSince1970 < later.secondsSince1970
    }
}

extension LocalDateTime: CustomStringConvertible {
    /// The hours and minutes: `12:20`.
    public var clock: String { "\(digits(hour, 2)):\(digits(minute, 2))" }

    /// `2026-11-21T12:20:00`, ISO 8601 without a zone.
    public var description: String { "\(date.iso8601)T\(clock):\(digits(second, 2))" }
}
