// Values of properties (RFC 5545 §3.3), read from text and written as text.
//
// - `ValueType` and `PropertyType`: the types, and the type of each property of the standards.
// - PropertyValues.swift and PropertyDates.swift read a property's value as a type.
// - PropertyWriting.swift makes properties from values.
// - `DateOrTime`, `NominalDuration`, `Period`, `TimeOfDay`, `UTCOffset`, `Geo`: values with types of their own.
// - TextValue.swift, Base64.swift and Geo.swift read and write TEXT, BINARY and numbers.

/// The types of values (RFC 5545 §3.3), by their names in the VALUE parameter.
public enum ValueType: String, Hashable, Sendable, CaseIterable {
    case binary = "BINARY"
    case boolean = "BOOLEAN"
    case calendarAddress = "CAL-ADDRESS"
    case date = "DATE"
    case dateTime = "DATE-TIME"
    case duration = "DURATION"
    case float = "FLOAT"
    case integer = "INTEGER"
    case period = "PERIOD"
    case recurrence = "RECUR"
    case text = "TEXT"
    case time = "TIME"
    case uri = "URI"
    case utcOffset = "UTC-OFFSET"

    /// True if a property of this type may have several values between commas (§3.3.4 to §3.3.12).
    var isListable: Bool {
        switch self {
        case .date, .dateTime, .duration, .float, .integer, .period, .text, .time: true
        case .binary, .boolean, .calendarAddress, .recurrence, .uri, .utcOffset: false
        }
    }
}
