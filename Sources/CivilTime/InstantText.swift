import Text

extension Instant {
    /// The moment as in the `Date` field of a mail, in UTC: `Sat, 21 Nov 2026 03:45:37 +0000` (RFC 5322
    /// §3.3).
    ///
    /// The standard has no years before 1900. They are written in the same form.
    public var rfc5322: String {
        let utc = self.utc
        return "\(utc.weekday.rfc5322), \(digits(utc.day, 2)) \(monthNames[utc.month - 1]) "
            + "\(yearDigits(utc.year)) \(utc.clock) +0000"
    }

    /// The moment in UTC, rounded down to the second: `2026-11-21T03:45:37Z` (RFC 3339).
    ///
    /// Years outside 0 to 9999 have a sign and six digits, the expanded form of ISO 8601.
    public var iso8601: String {
        let utc = self.utc
        return "\(yearDigits(utc.year))-\(digits(utc.month, 2))-\(digits(utc.day, 2))T\(utc.clock)Z"
    }
}

extension Instant: CustomStringConvertible {
    public var description: String { iso8601 }
}

extension UTCDateTime {
    fileprivate var clock: String { "\(digits(hour, 2)):\(digits(minute, 2)):\(digits(second, 2))" }
}

extension Weekday {
    /// The English short name, which mail headers have in every language.
    fileprivate var rfc5322: String {
        switch self {
        case .monday: "Mon"
        case .tuesday: "Tue"
        case .wednesday: "Wed"
        case .thursday: "Thu"
        case .friday: "Fri"
        case .saturday: "Sat"
        case .sunday: "Sun"
        }
    }
}

private let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
]

/// Returns a year as four digits; outside 0 to 9999 as a sign and six digits.
func yearDigits(_ year: Int) -> String {
    if (0...9_999).contains(year) { return digits(year, 4) }
    return (year < 0 ? "-" : "+") + digits(abs(year), 6)
}
