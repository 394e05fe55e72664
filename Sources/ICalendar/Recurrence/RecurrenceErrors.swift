/// The reason why a text is not a rule (RFC 5545 §3.3.10, RFC 7529 §4).
public enum RecurrenceRuleError: Error, Hashable, Sendable {
    /// A part that is not `NAME=VALUE`, or whose name no standard defines.
    case unknownPart(String)
    case repeatedPart(String)
    /// FREQ is missing.
    case noFrequency
    /// A value that the part does not allow, such as `BYMONTHDAY=32`.
    case badValue(part: String, value: String)
    /// A part that is not allowed beside another, or with this FREQ.
    case notAllowed(part: String, with: String)
    /// RSCALE names an unknown calendar; RFC 7529 §4.1 then requires that the whole rule is refused.
    case unknownCalendar(String)
    /// More than 64 KiB, longer than any real rule.
    case tooLong
}

extension RecurrenceRuleError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownPart(let part): "\"\(part)\" is not part of a recurrence rule"
        case .repeatedPart(let name): "\(name) is given twice"
        case .noFrequency: "FREQ is missing"
        case .badValue(let part, let value): "\(part) cannot be \"\(value)\""
        case .notAllowed(let part, let other): "\(part) is not allowed with \(other)"
        case .unknownCalendar(let name): "the calendar \"\(name)\" is unknown"
        case .tooLong: "the rule is longer than 64 KiB"
        }
    }
}

/// The reason why an expansion stopped early.
public enum RecurrenceError: Error, Hashable, Sendable {
    /// The `WorkBudget` is used up, and more work is necessary.
    case outOfBudget
}
