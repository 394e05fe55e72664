import ICalendar
import PrayerTimes

/// A field of an event's form: an attribute with a row below, or a part of the times, the rule or the reminders.
package enum EventField: String, Sendable, Hashable, CaseIterable {
    case title, isAllDay, start, end, repetition, repetitionEnd, place, point, mapLink, link, note, reminders, isBusy, status
    case color, priority, categories, visibility
}

/// An attribute of an event: a value of the draft, and the property that holds it.
///
/// `all` is the list of them. Everything that is done with each attribute goes through it: drafts are normalized,
/// checked and compared, take a value from each other, and are read from a component and written into one.
///
/// Start, end and rule have no row. Which properties they change depends on each other, on the zones of the object and
/// on the other events of the series. Reminders have none because each is a component of its own, and an edit leaves
/// those that it does not concern as they are.
struct EventAttribute: Sendable {
    let field: EventField
    /// The name of the property. Two attributes may share one.
    let property: String
    /// Returns true if two drafts have the same value.
    let isSame: @Sendable (EventDraft, EventDraft) -> Bool
    /// Gives the first draft the value of the second.
    let take: @Sendable (inout EventDraft, EventDraft) -> Void
    /// Brings the value into the form in which drafts are compared and stored.
    let normalize: @Sendable (inout EventDraft) -> Void
    /// Returns the reason why an event cannot have the value; nil if it can.
    let problem: @Sendable (EventDraft) -> EventProblem.Reason?
    /// False for a value that a new event has without its property.
    let isWrittenFirst: @Sendable (EventDraft) -> Bool
    /// Takes the value from a component.
    let read: @Sendable (Component, inout EventDraft) -> Void
    /// Writes the value into a component, and leaves its other properties as they are.
    let write: @Sendable (EventDraft, inout Component) -> Void

    /// - Parameters:
    ///   - unwritten: the value that a new event has without the property; nil if each value is written.
    ///   - other: the name of a property that is read too, after the first.
    ///   - read: makes the value of the properties with the name; they may be missing, one, or several.
    ///   - write: makes the value of the property; nil removes it. Its other parameters stay.
    ///   - altRep: makes the parameter ALTREP (RFC 5545 §3.2.1), and nil removes it. Without it the parameter stays.
    private init<Value: Equatable & Sendable>(
        _ field: EventField, _ value: any WritableKeyPath<EventDraft, Value> & Sendable, _ property: String,
        normal: @escaping @Sendable (Value) -> Value = { $0 },
        problem: @escaping @Sendable (Value) -> EventProblem.Reason? = { _ in nil }, unwritten: Value? = nil,
        alsoIn other: String? = nil,
        read: @escaping @Sendable ([Property]) -> Value, write: @escaping @Sendable (EventDraft) -> String?,
        altRep: (@Sendable (EventDraft) -> String?)? = nil
    ) {
        self.field = field
        self.property = property
        isSame = { $0[keyPath: value] == $1[keyPath: value] }
        take = { $0[keyPath: value] = $1[keyPath: value] }
        normalize = { $0[keyPath: value] = normal($0[keyPath: value]) }
        self.problem = { problem($0[keyPath: value]) }
        isWrittenFirst = { $0[keyPath: value] != unwritten }
        self.read = { $1[keyPath: value] = read($0.all(property) + (other.map($0.all) ?? [])) }
        self.write = { draft, component in
            component.setValue(property, write(draft))
            if let altRep { component.setParameter(property, "ALTREP", altRep(draft)) }
        }
    }
}

extension EventAttribute {
    /// Every attribute, in the order in which a new event has the properties.
    static let all: [EventAttribute] = [
        EventAttribute(
            .title, \.title, "SUMMARY", normal: { $0.singleLine },
            problem: { .inText($0, most: EventLimits.title) }, read: { $0.text }, write: { escaped($0.title) }),
        // A map without the name of a place is a place with the name of its address.
        EventAttribute(
            .place, \.place, "LOCATION", normal: { $0.singleLine },
            problem: { .inText($0, most: EventLimits.place) },
            read: { $0.text == $0.altRep ? "" : $0.text }, write: writtenPlace, altRep: writtenMap),
        EventAttribute(
            .point, \.point, "GEO", alsoIn: Component.structuredLocation,
            read: { $0.lazy.compactMap(\.point).first }, write: { $0.point?.geoText }),
        EventAttribute(
            .mapLink, \.mapLink, "LOCATION", normal: { $0.asLink }, problem: { .inLink($0) },
            read: { $0.altRep }, write: writtenPlace, altRep: writtenMap),
        EventAttribute(
            .link, \.link, "URL", normal: { $0.asLink }, problem: { .inLink($0) },
            read: { $0.first?.value ?? "" }, write: { $0.link.isEmpty ? nil : $0.link }),
        // Thunderbird shows ALTREP, another form of the text, instead of the text.
        EventAttribute(
            .note, \.note, "DESCRIPTION", normal: { $0.withPlainLineBreaks },
            problem: { .inText($0, most: EventLimits.note, allowsLines: true) },
            read: { $0.text }, write: { escaped($0.note) }, altRep: { _ in nil }),
        EventAttribute(
            .isBusy, \.isBusy, "TRANSP",
            read: { $0.keyword != "TRANSPARENT" }, write: { $0.isBusy ? "OPAQUE" : "TRANSPARENT" }),
        EventAttribute(
            .status, \.status, "STATUS",
            read: { $0.keyword.flatMap(EventStatus.init) ?? .confirmed }, write: { $0.status.rawValue }),
        EventAttribute(
            .color, \.color, "COLOR",
            read: { $0.first.flatMap { CalendarPalette.named(css: $0.value) } }, write: { $0.color?.css }),
        EventAttribute(
            .priority, \.priority, "PRIORITY",
            read: { EventPriority(number: $0.first.flatMap { Int($0.value) } ?? 0) },
            write: { $0.priority == .none ? nil : String($0.priority.number) }),
        EventAttribute(
            .categories, \.categories, "CATEGORIES", normal: { $0.normalCategories }, problem: { .inCategories($0) },
            read: { $0.flatMap(\.readableTexts) },
            write: { $0.categories.isEmpty ? nil : Property("CATEGORIES", texts: $0.categories).value }),
        EventAttribute(
            .visibility, \.visibility, "CLASS", unwritten: .public,
            read: { $0.keyword.flatMap(EventVisibility.init) ?? .public }, write: { $0.visibility.rawValue }),
    ]

    private static func escaped(_ text: String) -> String? { text.isEmpty ? nil : escapedText(text) }

    private static let writtenPlace: @Sendable (EventDraft) -> String? = { draft in
        escaped(draft.place.isEmpty ? draft.mapLink : draft.place)
    }

    private static let writtenMap: @Sendable (EventDraft) -> String? = { $0.mapLink.isEmpty ? nil : $0.mapLink }
}

extension EventDraft {
    /// Writes the attributes among some fields into a component.
    func write(_ fields: Set<EventField>, into component: inout Component) {
        for attribute in EventAttribute.all where fields.contains(attribute.field) {
            attribute.write(self, &component)
        }
        if !fields.isDisjoint(with: [.place, .point]) { component.dropStructuredLocation(for: point) }
    }
}

extension [Property] {
    /// The text of the first one, as it is written if its escapes are wrong; empty if there is none.
    fileprivate var text: String {
        guard let property = first else { return "" }
        return readable(try property.text()) ?? property.value
    }

    /// The address of another form of the first one (RFC 5545 §3.2.1); empty if it has none.
    fileprivate var altRep: String { first?.parameter("ALTREP") ?? "" }

    fileprivate var keyword: String? { first?.value.uppercased() }
}

extension Component {
    /// Drops the place as Apple's programs write it, which another name or point makes wrong. A point that stood only
    /// there is kept.
    fileprivate mutating func dropStructuredLocation(for point: Coordinates?) {
        guard first(Self.structuredLocation) != nil else { return }
        remove(Self.structuredLocation)
        if let text = point?.geoText, first("GEO")?.point == nil { setValue("GEO", text) }
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
