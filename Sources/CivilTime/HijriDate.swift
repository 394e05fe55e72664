/// A day of the Hijri calendar.
public struct HijriDate: Hashable, Sendable {
    /// AH.
    public let year: Int
    /// 1 Muharram to 12 Dhu al-Hijjah; 9 is Ramadan.
    public let month: Int
    /// 1 to 30.
    public let day: Int

    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }
}

extension HijriDate: Comparable {
    public static func < (earlier: HijriDate, later: HijriDate) -> Bool {
        (earlier.year, earlier.month, earlier.day) < (later.year, later.month, later.day)
    }
}

extension HijriDate: CustomStringConvertible {
    /// `1448-06-12`.
    public var description: String { "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))" }
}

/// The day on which somebody decided that a Hijri month begins.
public struct HijriMonthStart: Hashable, Sendable {
    public let year: Int
    /// 1 to 12.
    public let month: Int
    public let firstDay: LocalDate

    public init(year: Int, month: Int, firstDay: LocalDate) {
        self.year = year
        self.month = month
        self.firstDay = firstDay
    }
}
