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

    /// Whether there may be several, with commas between them, where the property permits it (§3.3.4 to §3.3.12).
    var isListable: Bool {
        switch self {
        case .date, .dateTime, .duration, .float, .integer, .period, .text, .time: true
        case .binary, .boolean, .calendarAddress, .recurrence, .uri, .utcOffset: false
        }
    }
}
