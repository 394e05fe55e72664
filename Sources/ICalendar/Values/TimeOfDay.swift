/// A TIME (RFC 5545 §3.3.12): a reading of a clock on no particular day. No property of the standards has
/// this type; a program's own may.
public struct TimeOfDay: Hashable, Sendable {
    /// Hours 0 to 23, minutes 0 to 59, seconds 0 to 60, for a leap second.
    public let hour: Int, minute: Int, second: Int
    public let isUTC: Bool

    /// Reads `230000` or `230000Z`.
    /// - Throws: `.malformed(.time)` for anything else.
    public init(_ text: some StringProtocol) throws(Irregularity) {
        var cursor = Cursor(text)
        guard let hour = cursor.number(digits: 2), let minute = cursor.number(digits: 2),
              let second = cursor.number(digits: 2), hour < 24, minute < 60, second <= 60
        else { throw .malformed(.time) }
        isUTC = cursor.skip(UInt8(ascii: "Z"))
        guard cursor.isAtEnd else { throw .malformed(.time) }
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    /// The text of jCal, `23:00:00` or `23:00:00Z` (RFC 7265 §3.6.11).
    var extendedText: String {
        "\(digits(hour, 2)):\(digits(minute, 2)):\(digits(second, 2))" + (isUTC ? "Z" : "")
    }
}
