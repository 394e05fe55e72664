import Text

/// A code that links a phone: eight letters or digits. Printing one shows dots.
public struct LinkingCode: Hashable, Sendable {
    /// The eight letters and digits, in upper case.
    public let text: String

    /// Reads `ABCD1234` and `ABCD-1234`; nil for any other text.
    public init?(_ text: String) {
        var bytes = Array(text.utf8)
        if bytes.count == 9, bytes[4] == UInt8(ascii: "-") { bytes.remove(at: 4) }
        guard bytes.count == 8, bytes.allSatisfy({ isLetter($0) || isDigit($0) }) else { return nil }
        self.text = String(decoding: bytes, as: UTF8.self).uppercased()
    }

    /// The two halves, as WhatsApp shows them on the phone.
    public var halves: (first: String, second: String) { (String(text.prefix(4)), String(text.suffix(4))) }
}

extension LinkingCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "••••-••••" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
