import Text

/// A day of the calendar, without a place or a time.
///
/// The calendar is the proleptic Gregorian one, with years in astronomical numbering (1 BC is 0). The
/// range is about 300,000 years. Arithmetic stops at its ends and never traps.
public struct LocalDate: Hashable, Sendable {
    /// Days from 1970-01-01, negative before.
    public let daysSince1970: Int

    public init(daysSince1970 days: Int) {
        daysSince1970 = min(max(days, Self.farthestDays.lowerBound), Self.farthestDays.upperBound)
    }

    /// Makes a date; nil for a day that is not in the calendar, such as 30 February.
    public init?(year: Int, month: Int, day: Int) {
        guard (-300_000...300_000).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        let days = CivilTime.daysSince1970(year: year, month: month, day: day)
        // 30 February would be a day of March. Only a real date comes back unchanged.
        guard civil(fromDays: days) == (year, month, day) else { return nil }
        daysSince1970 = days
    }

    /// Reads `2026-11-21` with a year of four digits and nothing before or after it (RFC 3339,
    /// full-date); nil for anything else.
    public init?(iso8601 text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
              let year = decimal(bytes[0..<4]), let month = decimal(bytes[5..<7]), let day = decimal(bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The range of days: more than `Instant` needs, and too small for seconds to overflow.
    private static let farthestDays = -110_000_000...110_000_000
}

extension LocalDate {
    /// The year, the month 1 to 12 and the day 1 to 31. All three cost as much as one of them.
    public var components: (year: Int, month: Int, day: Int) { civil(fromDays: daysSince1970) }
    public var year: Int { components.year }
    public var month: Int { components.month }
    public var day: Int { components.day }
    public var weekday: Weekday { CivilTime.weekday(ofDay: daysSince1970) }

    /// The first day of its month.
    public var startOfMonth: LocalDate { self - (day - 1) }

    /// The first day of the next month.
    public var startOfNextMonth: LocalDate { (startOfMonth + 31).startOfMonth }

    /// Returns the first day of its week.
    ///
    /// - Parameter firstDay: ISO 8601, 1 is Monday.
    public func startOfWeek(_ firstDay: Int) -> LocalDate { self - (weekday.rawValue - firstDay + 7) % 7 }

    /// The date as `2026-11-21`; years outside 0 to 9999 have a sign and six digits.
    public var iso8601: String {
        let (year, month, day) = components
        return "\(yearDigits(year))-\(digits(month, 2))-\(digits(day, 2))"
    }
}

extension LocalDate: Comparable {
    public static func < (earlier: LocalDate, later: LocalDate) -> Bool {
        earlier.daysSince1970 < later.daysSince1970
    }

    public static func + (date: LocalDate, days: Int) -> LocalDate {
        LocalDate(daysSince1970: Int(clamping: Int128(date.daysSince1970) + Int128(days)))
    }

    public static func - (date: LocalDate, days: Int) -> LocalDate {
        LocalDate(daysSince1970: Int(clamping: Int128(date.daysSince1970) - Int128(days)))
    }

    /// Returns the days from `start` to `end`, negative if `end` comes first.
    public static func - (end: LocalDate, start: LocalDate) -> Int {
        end.daysSince1970 - start.daysSince1970
    }
}

extension LocalDate: CustomStringConvertible {
    public var description: String { iso8601 }
}

/// Reads ASCII digits as a number; nil without a digit, with any other byte, or from 10⁹ on.
func decimal(_ digits: some Collection<UInt8>) -> Int? {
    var number = 0
    for byte in digits {
        guard isDigit(byte), number < 100_000_000 else { return nil }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return digits.isEmpty ? nil : number
}
