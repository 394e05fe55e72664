/// A DURATION (RFC 5545 §3.3.6): days as a calendar counts them, and seconds as they pass.
///
/// A day is nominal: it is 23 or 25 hours long where clocks are changed. Hours, minutes and seconds
/// are exact. Weeks are seven days. Both parts have the same sign.
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
