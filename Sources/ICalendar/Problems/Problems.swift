/// Something in a text that is not as RFC 5545 wants it, and where: thrown by strict reading, listed by
/// lenient reading.
public struct Problem: Error, Hashable, Sendable {
    public let reason: Irregularity
    /// The number of the line in the text, from 1; nil for what was not read from a text.
    public let line: Int?
    /// The property or component it is about, as in DTSTART.
    public let name: String?

    public init(_ reason: Irregularity, line: Int? = nil, name: String? = nil) {
        self.reason = reason
        self.line = line
        self.name = name
    }
}

/// How bad a problem is.
public enum Severity: String, Hashable, Sendable {
    /// Not as the standard wants it, and understood all the same.
    case warning
    /// Something could not be understood, or is lost.
    case error
}

extension Problem: CustomStringConvertible {
    /// `line 12: error: DTSTART: …`
    public var description: String {
        let place = line.map { "line \($0): " } ?? ""
        let subject = name.map { "\($0): " } ?? ""
        return "\(place)\(reason.severity.rawValue): \(subject)\(reason)"
    }
}

extension [Problem] {
    /// In the order of the text; those of one line stay as they were found.
    public var byLine: [Problem] {
        let numbered = enumerated().sorted { one, other in
            (one.element.line ?? 0, one.offset) < (other.element.line ?? 0, other.offset)
        }
        return numbered.map(\.element)
    }
}
