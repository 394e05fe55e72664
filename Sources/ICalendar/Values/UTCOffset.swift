/// A UTC-OFFSET (RFC 5545 §3.3.14): the difference of a clock from UTC.
public struct UTCOffset: Hashable, Sendable {
    /// Seconds east of UTC, less than a day.
    public let seconds: Int

    /// - Returns: nil if it is a day or more, which no text can hold.
    public init?(seconds: Int) {
        guard (-86_399...86_399).contains(seconds) else { return nil }
        self.seconds = seconds
    }

    /// Reads `+0300`, `-0500`, `+013045`.
    public init(_ text: some StringProtocol, reading: Reading = .lenient) throws(Irregularity) {
        var cursor = Cursor(text)
        var isLoose = false
        if cursor.skipSpace(), reading == .strict { throw .spaceAroundValue }
        let isNegative = cursor.skip(UInt8(ascii: "-"))
        if !isNegative, !cursor.skip(UInt8(ascii: "+")) { isLoose = true }
        guard let hours = cursor.number(digits: 2) else { throw .malformed(.utcOffset) }
        if cursor.skip(colon) { isLoose = true }
        guard let minutes = cursor.number(digits: 2) else { throw .malformed(.utcOffset) }
        if cursor.skip(colon) { isLoose = true }
        let rest = cursor.number(digits: 2) ?? 0
        if cursor.skipSpace(), reading == .strict { throw .spaceAroundValue }
        guard cursor.isAtEnd, hours < 24, minutes < 60, rest < 60 else { throw .malformed(.utcOffset) }
        let magnitude = hours * 3_600 + minutes * 60 + rest
        if isLoose || isNegative && magnitude == 0, reading == .strict { throw .looseOffset }
        seconds = isNegative ? -magnitude : magnitude
    }

    /// The text, as in `+0300`. Seconds are written only if there are any.
    public var text: String {
        let magnitude = abs(seconds)
        let rest = magnitude % 60
        return (seconds < 0 ? "-" : "+") + digits(magnitude / 3_600, 2) + digits(magnitude / 60 % 60, 2)
            + (rest > 0 ? digits(rest, 2) : "")
    }
}
