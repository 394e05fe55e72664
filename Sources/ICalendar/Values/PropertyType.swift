/// The type of a property's value without a VALUE parameter, and its separators.
///
/// RFC 5545 §3.7 and §3.8, RFC 7529 §4, RFC 7953 §3.2, RFC 7986 §5, RFC 9073 §6, RFC 9074 §8, RFC 9253.
public struct PropertyType: Hashable, Sendable {
    public var value: ValueType
    /// True if the value is a list of this type, separated by commas.
    public var isList = false
    /// True if the value has parts between semicolons, as in GEO and REQUEST-STATUS.
    public var isStructured = false
    /// The other types that a VALUE parameter may name.
    public var alternatives: [ValueType] = []

    /// Returns the type of a property.
    ///
    /// - Returns: nil if no standard here defines the name.
    public static func of(_ name: String) -> PropertyType? { table[name] }

    /// The properties that must have a VALUE parameter (RFC 7986 §5). The type in the table is the usual one.
    static let untyped: Set<String> = ["REFRESH-INTERVAL", "SOURCE", "CONFERENCE", "IMAGE"]

    private static let table: [String: PropertyType] = {
        var table: [String: PropertyType] = [:]
        func add(
            _ value: ValueType, _ names: String,
            isList: Bool = false, isStructured: Bool = false, or alternatives: ValueType...
        ) {
            for name in names.split(separator: " ") {
                table[String(name)] = PropertyType(
                    value: value, isList: isList, isStructured: isStructured, alternatives: alternatives)
            }
        }
        add(.text, "ACTION BUSYTYPE CALSCALE CLASS COLOR COMMENT CONTACT DESCRIPTION LOCATION METHOD NAME")
        add(.text, "PARTICIPANT-TYPE PRODID PROXIMITY RESOURCE-TYPE STATUS SUMMARY")
        add(.text, "RELATED-TO STYLED-DESCRIPTION", or: .uri)
        add(.text, "TRANSP TZID TZNAME UID VERSION REFID")
        add(.text, "CATEGORIES LOCATION-TYPE RESOURCES", isList: true)
        add(.text, "REQUEST-STATUS", isStructured: true)
        add(.float, "GEO", isStructured: true)
        add(.uri, "CONCEPT CONFERENCE SOURCE TZURL URL")
        add(.uri, "ATTACH IMAGE", or: .binary)
        add(.uri, "STRUCTURED-DATA", or: .text, .binary)
        add(.uri, "LINK", or: .text)
        add(.calendarAddress, "ATTENDEE ORGANIZER CALENDAR-ADDRESS")
        add(.dateTime, "ACKNOWLEDGED COMPLETED CREATED DTSTAMP LAST-MODIFIED TZUNTIL")
        add(.dateTime, "DTEND DTSTART DUE RECURRENCE-ID", or: .date)
        add(.dateTime, "EXDATE", isList: true, or: .date)
        add(.dateTime, "RDATE", isList: true, or: .date, .period)
        add(.duration, "DURATION REFRESH-INTERVAL")
        add(.duration, "TRIGGER", or: .dateTime)
        add(.period, "FREEBUSY", isList: true)
        add(.recurrence, "RRULE EXRULE")
        add(.utcOffset, "TZOFFSETFROM TZOFFSETTO")
        add(.integer, "PERCENT-COMPLETE PRIORITY REPEAT SEQUENCE")
        return table
    }()
}

extension Property {
    /// The type of the value, from the VALUE parameter, else from the name. Nil if no standard here defines
    /// that type or name: the value is opaque then.
    public var valueType: ValueType? {
        if let declared = parameter("VALUE") { return ValueType(rawValue: upperCased(declared.utf8)) }
        return PropertyType.of(name)?.value
    }

    /// Returns true if the value may be a list of this type. A property that no standard here defines may be
    /// one.
    func mayHaveList(of type: ValueType) -> Bool { PropertyType.of(name)?.isList ?? type.isListable }
}
