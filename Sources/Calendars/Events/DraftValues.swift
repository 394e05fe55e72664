import ICalendar

// The values of a draft in a component: all but times and alarms. A property keeps its other parameters.

extension EventDraft {
    /// Writes some fields into a component.
    func write(_ fields: Set<EventField>, into component: inout Component) {
        if fields.contains(.title) { component.setText("SUMMARY", title) }
        if !fields.isDisjoint(with: [.place, .mapLink]) { writePlace(into: &component) }
        if fields.contains(.link) { component.setValue("URL", link.isEmpty ? nil : link) }
        if fields.contains(.note) {
            component.setText("DESCRIPTION", note)
            // Thunderbird shows this other form of the text instead of the text.
            component.setParameter("DESCRIPTION", "ALTREP", nil)
        }
        if fields.contains(.isBusy) { component.setValue("TRANSP", isBusy ? "OPAQUE" : "TRANSPARENT") }
        if fields.contains(.status) { component.setValue("STATUS", status.rawValue) }
        if fields.contains(.color) { component.setValue("COLOR", color?.css) }
        if fields.contains(.priority) {
            component.setValue("PRIORITY", priority == .none ? nil : String(priority.number))
        }
        if fields.contains(.categories) {
            component.setValue("CATEGORIES", categories.isEmpty ? nil : Property("CATEGORIES", texts: categories).value)
        }
        if fields.contains(.visibility) { component.setValue("CLASS", visibility.rawValue) }
    }

    /// Writes LOCATION. A map without the name of a place is a place with the name of its address.
    private func writePlace(into component: inout Component) {
        component.setText("LOCATION", place.isEmpty ? mapLink : place)
        component.setParameter("LOCATION", "ALTREP", mapLink.isEmpty ? nil : mapLink)
    }
}

extension Component {
    /// Sets a property of TEXT; an empty text removes it.
    fileprivate mutating func setText(_ name: String, _ text: String) {
        setValue(name, text.isEmpty ? nil : escapedText(text))
    }

    /// Sets the value of a property and keeps its parameters; nil removes it.
    fileprivate mutating func setValue(_ name: String, _ value: String?) {
        guard let value else { return remove(name) }
        var property = first(name) ?? Property(name, value: value)
        property.value = value
        set(property)
    }

    fileprivate mutating func setParameter(_ name: String, _ parameter: String, _ value: String?) {
        guard var property = first(name) else { return }
        property.setParameter(parameter, value)
        set(property)
    }
}
