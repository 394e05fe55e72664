/// A DURATION (RFC 5545 §3.3.6): days of the calendar, and exact seconds.
///
/// A day is nominal: it has 23 or 25 hours when clocks change. Hours, minutes and seconds are exact. A week
/// is seven days. Both parts have the same sign.
public struct NominalDuration: Hashable, Sendable {
    public var days: Int
    public var seconds: Int

    public init(days: Int = 0, seconds: Int = 0) {
        self.days = days
        self.seconds = seconds
    }

    public static let zero = NominalDuration()

    public var isNegative: Bool { days < 0 || seconds < 0 }
    public var isZero: Bool { days == 0 && seconds == 0 }
}
