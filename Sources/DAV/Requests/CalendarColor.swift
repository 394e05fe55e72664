import Text

/// The colour of a calendar, Apple's `calendar-color`: `#RRGGBB`, or `#RRGGBBAA` from Apple's programs.
public struct CalendarColor: Hashable, Sendable {
    /// The parts, 0 to 255.
    public let red: UInt8, green: UInt8, blue: UInt8
    /// The opacity; nil if it was not written. Programs that write one always write 255.
    public let alpha: UInt8?

    /// - Returns: nil if the text is no such colour. White space around it and the case do not matter.
    public init?(_ text: some StringProtocol) {
        let digits = Array(String(text).trimmed().utf8)
        guard digits.count == 7 || digits.count == 9, digits.first == UInt8(ascii: "#") else { return nil }
        var parts: [UInt8] = []
        for index in stride(from: 1, to: digits.count, by: 2) {
            guard digits[index] != UInt8(ascii: "+"), digits[index] != UInt8(ascii: "-"),
                  let part = UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16)
            else { return nil }
            parts.append(part)
        }
        (red, green, blue) = (parts[0], parts[1], parts[2])
        alpha = parts.count == 4 ? parts[3] : nil
    }

    /// The colour without its opacity: `#FF2968`.
    public var rgb: String { "#" + [red, green, blue].map(hexadecimal).joined() }

    /// The colour as it was written, in capitals: `#FF2968FF`.
    public var text: String { rgb + (alpha.map(hexadecimal) ?? "") }
}

private func hexadecimal(_ part: UInt8) -> String {
    let digits = String(part, radix: 16, uppercase: true)
    return digits.utf8.count == 1 ? "0" + digits : digits
}
