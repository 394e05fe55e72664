/// A CALDAV:comp of CALDAV:calendar-data: the parts of a component to return (RFC 4791 §9.6.1).
public struct ComponentSelection: Hashable, Sendable {
    /// Upper case, as in VEVENT.
    public var name: String
    /// The properties by their names in upper case, with true if the value is left out; nil for all.
    public var properties: [String: Bool]?
    /// The components inside; nil for all of them, with everything in them.
    public var components: [ComponentSelection]?

    /// Selects everything.
    public init(_ name: String) {
        self.name = name
    }

    /// Returns the component with the selected parts only. A selection for another name selects nothing.
    public func applied(to component: Component) -> Component {
        var selected = Component(component.name)
        guard component.name == name else { return selected }
        selected.properties = component.properties.compactMap { property in
            guard let properties else { return property }
            guard let isValueLeftOut = properties[property.name] else { return nil }
            return isValueLeftOut ? Property(property.name, parameters: property.parameters, value: "") : property
        }
        selected.components = component.components.compactMap { inner in
            guard let components else { return inner }
            return components.first { $0.name == inner.name }.map { $0.applied(to: inner) }
        }
        return selected
    }
}
