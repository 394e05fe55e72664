import ICalendar

/// The parts of objects of others that are kept only if the customer wants them.
package struct ForeignOptions: Sendable {
    package var withAlarms = false

    package init() {}
}

extension CalendarHome {
    /// Reads entries of somebody else, so that nothing is ever sent because of them and nothing in them is Jadwal's own.
    package func read(foreign octets: [UInt8], _ options: ForeignOptions) -> ImportFile {
        read(file: octets) { $0.adaptForeign(options) }
    }
}

extension Component {
    /// Removes what has no place in a calendar that is only shown.
    mutating func adaptForeign(_ options: ForeignOptions) {
        components = components.filter { options.withAlarms || $0.name != "VALARM" }.map { part in
            var part = part
            if part.name != "VTIMEZONE" { part.adaptForeign(options) }
            return part
        }
        properties = properties.filter(\.isForeignKept).map { property in
            var property = property
            // Whoever reads this sends nothing to the guests (RFC 6638 §7.1).
            if ["ATTENDEE", "ORGANIZER"].contains(property.name) { property.setParameter("SCHEDULE-AGENT", "NONE") }
            return property
        }
    }
}

extension Property {
    /// False for data in the text, for addresses that no browser opens safely, and for the marks of Jadwal itself.
    fileprivate var isForeignKept: Bool {
        let start = value.prefix(10).lowercased()
        switch name {
        case "ATTACH", "IMAGE": return parameter("VALUE")?.uppercased() != "BINARY" && !start.hasPrefix("data:")
        case "URL": return start.hasPrefix("https://") || start.hasPrefix("http://")
        default: return !name.hasPrefix("X-JADWAL-")
        }
    }
}
