/// A place in a text that differs from RFC 5545. Strict reading throws the first one, lenient reading lists
/// them.
public struct Problem: Error, Hashable, Sendable {
    public let reason: Irregularity
    /// The number of the line in the text, from 1; nil if the value was not read from a text.
    public let line: Int?
    /// The name of the property or component, as in DTSTART.
    public let name: String?

    public init(_ reason: Irregularity, line: Int? = nil, name: String? = nil) {
        self.reason = reason
        self.line = line
        self.name = name
    }
}

/// The severity of a problem.
public enum Severity: String, Hashable, Sendable {
    /// Different from the standard, but understood.
    case warning
    /// Not understood, or lost.
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
    /// The problems in the order of the lines. Problems of one line keep their order.
    public var byLine: [Problem] {
        let numbered = enumerated().sorted { one, other in
            (one.element.line ?? 0, one.offset) < (other.element.line ?? 0, other.offset)
        }
        return numbered.map(\.element)
    }
}

extension Property {
    /// The texts of a list; none if they cannot be read.
    public var readableTexts: [String] { readable(try texts()) ?? [] }

    /// The dates or times of a list; none if they cannot be read.
    public var readableTimes: [DateOrTime] { readable(try datesOrTimes()) ?? [] }
}

/// Returns a value that need not be readable; nil if it is missing or cannot be read.
@inlinable
public func readable<Value>(_ value: @autoclosure () throws(Problem) -> Value?) -> Value? {
    do throws(Problem) {
        return try value()
    } catch {
        return nil
    }
}
