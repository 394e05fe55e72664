import Text

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

/// A month of the Hijri calendar.
public struct HijriMonth: Hashable, Sendable {
    /// AH.
    public let year: Int
    /// 1 Muharram to 12 Dhu al-Hijjah.
    public let month: Int

    public init(year: Int, month: Int) {
        self.year = year
        self.month = month
    }

    /// Reads `1448-09`; nil unless the month is 01 to 12.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 7, bytes[4] == UInt8(ascii: "-"),
              let year = decimal(bytes[0..<4]), let month = decimal(bytes[5..<7]), (1...12).contains(month)
        else { return nil }
        self.init(year: year, month: month)
    }
}

extension HijriMonth: Comparable {
    public static func < (earlier: HijriMonth, later: HijriMonth) -> Bool {
        (earlier.year, earlier.month) < (later.year, later.month)
    }
}

extension HijriMonth: CustomStringConvertible {
    /// `1448-09`.
    public var description: String { "\(digits(year, 4))-\(digits(month, 2))" }
}

/// The first day of a Hijri month by somebody's decision, which replaces the published one.
public struct HijriMonthStart: Hashable, Sendable {
    public let month: HijriMonth
    public let firstDay: LocalDate

    public init(_ month: HijriMonth, firstDay: LocalDate) {
        self.month = month
        self.firstDay = firstDay
    }
}
