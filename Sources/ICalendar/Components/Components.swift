// Components and properties (RFC 5545 §3.4 to §3.6): the tree of a text, and typed views of it.
//
// - `CalendarStream` reads a text to components and writes them.
// - `Component`, `Property`, `Parameter`: the tree, without interpretation.
// - `ComponentView` and its types (`VCalendar`, `Event`, `ToDo`, `Journal`, `Alarm`, …) interpret a component.
// - `Person`, `Attachment`, `Relation`, `Conference`, `RequestStatus` interpret a property.
// - `ComponentReader` builds the tree; `ComponentNesting` is the table for components without END.

/// A component as it was written: `BEGIN:NAME`, its properties, its components, `END:NAME` (RFC 5545 §3.6).
///
/// Nothing is interpreted and nothing is lost. Unknown names, the order and the parameters are written as
/// they were read. The typed views (`Event`, `ToDo`, …) interpret it.
public struct Component: Hashable, Sendable {
    /// Upper case, as in VEVENT.
    public var name: String
    public var properties: [Property]
    public var components: [Component]

    public init(_ name: String, properties: [Property] = [], components: [Component] = []) {
        self.name = name
        self.properties = properties
        self.components = components
    }
}

extension Component {
    /// Returns the first property of a name in upper case.
    public func first(_ name: String) -> Property? {
        properties.first { $0.name == name }
    }

    /// Returns the properties of a name in upper case, in their order.
    public func all(_ name: String) -> [Property] {
        properties.filter { $0.name == name }
    }

    /// Returns a date or time; nil if it is missing or cannot be read.
    public func date(_ name: String) -> DateOrTime? {
        readable(try first(name)?.dateOrTime())
    }

    /// The line of its first property; nil if it was not read from a text.
    var firstLine: Int? { properties.lazy.compactMap(\.line).first }

    /// Part of a VTIMEZONE, where times are the zone's own.
    var isObservance: Bool { name == "STANDARD" || name == "DAYLIGHT" }

    /// The components that have occurrences.
    static let recurring: Set<String> = ["VEVENT", "VTODO", "VJOURNAL"]

    /// The properties that give further occurrences, or take some away.
    static let recurrenceNames = ["RRULE", "RDATE", "EXRULE", "EXDATE"]

    /// The name of the property that holds its end.
    var endName: String { name == "VTODO" ? "DUE" : "DTEND" }

    /// SEQUENCE; 0 if it is missing or cannot be read (RFC 5545 §3.8.7.4).
    var sequence: Int {
        max(0, readable(try first("SEQUENCE")?.integer()) ?? 0)
    }

    /// True for a component without RECURRENCE-ID: a series or a single entry, and not a change of one occurrence.
    public var isMaster: Bool { first("RECURRENCE-ID") == nil }

    /// True for an override that also holds for all later occurrences.
    var isThisAndFuture: Bool { first("RECURRENCE-ID")?.isThisAndFuture ?? false }

    /// Replaces the first property of this name and removes the others. Appends the property if there is
    /// none.
    public mutating func set(_ property: Property) {
        guard let index = properties.firstIndex(where: { $0.name == property.name }) else {
            properties.append(property)
            return
        }
        properties[index] = property
        let rest = properties[(index + 1)...].filter { $0.name != property.name }
        properties.replaceSubrange((index + 1)..., with: rest)
    }

    /// Removes every property of a name.
    public mutating func remove(_ name: String) {
        properties.removeAll { $0.name == name }
    }
}
