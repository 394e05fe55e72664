/// Why a text is not a rule (RFC 5545 §3.3.10, RFC 7529 §4).
public enum RecurrenceRuleError: Error, Hashable, Sendable {
    /// Something between two semicolons that is not `NAME=VALUE`, or has a name no standard knows.
    case unknownPart(String)
    case repeatedPart(String)
    /// FREQ is missing.
    case noFrequency
    /// A value that the part cannot have, such as `BYMONTHDAY=32`.
    case badValue(part: String, value: String)
    /// A part that must not stand beside another, or with this FREQ.
    case notAllowed(part: String, with: String)
    /// RSCALE names a calendar that is not known here; RFC 7529 §4.1 has the whole rule refused.
    case unknownCalendar(String)
    /// Longer than any rule that means something: over 64 KiB.
    case tooLong
}

extension RecurrenceRuleError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownPart(let part): "\"\(part)\" is no part of a recurrence rule"
        case .repeatedPart(let name): "\(name) stands there twice"
        case .noFrequency: "FREQ is missing"
        case .badValue(let part, let value): "\(part) cannot be \"\(value)\""
        case .notAllowed(let part, let other): "\(part) is not allowed with \(other)"
        case .unknownCalendar(let name): "the calendar \"\(name)\" is not known"
        case .tooLong: "the rule is longer than 64 KiB"
        }
    }
}

/// Why a series could not be expanded to the end.
public enum RecurrenceError: Error, Hashable, Sendable {
    /// The work allowed by the `WorkBudget` is done, and more would be needed.
    case outOfBudget
}
