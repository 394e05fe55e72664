/// What a calendar and a clock show in UTC: the proleptic Gregorian calendar, no leap seconds.
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
    /// The calendar's and the clock's view of this moment in UTC.
    public var utc: UTCDateTime {
        let (seconds, microsecond) = flooredDivision(microsecondsSince1970, by: Self.microsecondsPerSecond)
        let (days, secondOfDay) = flooredDivision(seconds, by: 86_400)
        let (year, month, day) = civil(fromDays: Int(days))
        return UTCDateTime(
            year: year, month: month, day: day,
            hour: Int(secondOfDay / 3_600), minute: Int(secondOfDay / 60 % 60), second: Int(secondOfDay % 60),
            microsecond: Int(microsecond), weekday: weekday(ofDay: Int(days)))
    }

    /// The moment at which a calendar and a clock in UTC show these numbers.
    ///
    /// - Returns: `nil` for a day that is not in the calendar, such as 30 February, for a time
    ///   that is not on the clock (a leap second is not), and beyond the range of `Instant`.
    public init?(
        utcYear year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
    ) {
        guard (-300_000...300_000).contains(year), (1...12).contains(month), (1...31).contains(day),
              (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        let days = daysSince1970(year: year, month: month, day: day)
        // 30 February counts on into March; only a real date comes back as itself.
        guard civil(fromDays: days) == (year, month, day) else { return nil }
        let seconds = Int64(days * 86_400 + hour * 3_600 + minute * 60 + second)
        let (microseconds, overflow) = seconds.multipliedReportingOverflow(by: Self.microsecondsPerSecond)
        if overflow { return nil }
        self.init(microsecondsSince1970: microseconds)
    }
}

// The calendar counts in eras of 400 years, which always have 146,097 days, and lets the year
// begin in March so that the leap day comes last.
// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms",
// https://howardhinnant.github.io/date_algorithms.html, days_from_civil and civil_from_days.

/// Days from 1970-01-01 to a date, negative before.
private func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400                                    // 0...399
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1  // 0...365
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear   // 0...146096
    return era * 146_097 + dayOfEra - 719_468
}

/// The date that many days after 1970-01-01.
private func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468                                             // from 0000-03-01
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153                               // 0 is March
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
}

/// 1970-01-01, day 0, was a Thursday.
private func weekday(ofDay days: Int) -> Weekday {
    switch flooredDivision(Int64(days), by: 7).remainder {
    case 0: .thursday
    case 1: .friday
    case 2: .saturday
    case 3: .sunday
    case 4: .monday
    case 5: .tuesday
    default: .wednesday
    }
}
