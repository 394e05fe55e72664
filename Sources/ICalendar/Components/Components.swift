/// A component as it was written: `BEGIN:NAME`, its properties, its components, `END:NAME`
/// (RFC 5545 §3.6).
///
/// Nothing is interpreted and nothing is lost: unknown names, their order and their parameters come
/// out of the writer as they went into the parser. The typed views (`Event`, `ToDo`, …) read it.
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
    /// The first property of a name, which is given in upper case.
    public func first(_ name: String) -> Property? {
        properties.first { $0.name == name }
    }

    /// The properties of a name in their order; the name is given in upper case.
    public func all(_ name: String) -> [Property] {
        properties.filter { $0.name == name }
    }

    /// A date or time; nil where there is none, and where it cannot be read.
    func date(_ name: String) -> DateOrTime? {
        guard let property = first(name) else { return nil }
        do throws(Problem) {
            return try property.dateOrTime()
        } catch {
            return nil
        }
    }

    /// The line on which its first property stands; nil for what was not read from a text.
    var firstLine: Int? { properties.lazy.compactMap(\.line).first }

    /// Part of a VTIMEZONE, where times are the zone's own.
    var isObservance: Bool { name == "STANDARD" || name == "DAYLIGHT" }

    /// What has occurrences.
    static let recurring: Set<String> = ["VEVENT", "VTODO", "VJOURNAL"]

    /// What says when there are more occurrences.
    static let recurrenceNames = ["RRULE", "RDATE", "EXRULE", "EXDATE"]

    /// The name of the property that says when it ends.
    var endName: String { name == "VTODO" ? "DUE" : "DTEND" }

    /// SEQUENCE; 0 where it is not said, or cannot be read (RFC 5545 §3.8.7.4).
    var sequence: Int {
        guard let property = first("SEQUENCE") else { return 0 }
        do throws(Problem) {
            return max(0, try property.integer())
        } catch {
            return 0
        }
    }

    /// Whether it is an override that is about what follows, too.
    var isThisAndFuture: Bool { first("RECURRENCE-ID")?.isThisAndFuture ?? false }

    /// Sets the first property of this one's name, takes the others of that name away, and appends it
    /// where there is none.
    public mutating func set(_ property: Property) {
        guard let index = properties.firstIndex(where: { $0.name == property.name }) else {
            properties.append(property)
            return
        }
        properties[index] = property
        let rest = properties[(index + 1)...].filter { $0.name != property.name }
        properties.replaceSubrange((index + 1)..., with: rest)
    }

    /// Takes every property of a name away.
    public mutating func remove(_ name: String) {
        properties.removeAll { $0.name == name }
    }
}
