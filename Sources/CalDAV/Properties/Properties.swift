import Calendars
import DAV
import ICalendar
import Storage
import XML

// The values of properties.
//
// - Properties.swift: `LiveProperty`, a property that Jadwal computes. PropertyTable.swift: a row for each of them.
// - Resource.swift: a resource with everything its properties come from.
// - PropertyWriter.swift: the values of any resource. MemberWriter.swift: those of the objects of a list, where most
//   of the time goes.
// - ResponseWriter.swift: a resource's properties by status.

/// A property that Jadwal computes (a live property, RFC 4918 §4), with everything that is known about it.
struct LiveProperty: Sendable {
    /// Writes the value of a resource, or nothing if this one has none.
    typealias Value = @Sendable (Resource, PropertyWriter, inout XMLWriter) -> Void
    /// Writes the value of an object of a calendar, or nothing if this one has none.
    typealias ObjectValue = @Sendable (MemberRow, CalendarRow, inout XMLWriter) -> Void

    let name: XMLName
    /// The kinds of resources that have it, if only sometimes.
    let kinds: [Resource.Kind]
    /// True if it is among "all" properties: those of RFC 4918 only (RFC 4791 §5.2, RFC 3744 §5).
    let isInAll: Bool
    let value: Value
    /// The value of each object; nil if all objects of a calendar have the same.
    let objectValue: ObjectValue?
    /// The changes by programs; nil if they cannot change it.
    let change: Change?

    /// The changes of a calendar's property by programs.
    struct Change: Sendable {
        /// Sets it, or throws the reason why it cannot be set.
        typealias Setter =
            @Sendable (XMLElement, inout CalendarValues, @escaping ZoneResolver.Database) throws(DAVError) -> Void
        typealias Remover = @Sendable (inout CalendarValues) -> Void

        let set: Setter
        /// nil if it cannot be removed.
        let remove: Remover?
        /// True if it is only set when a calendar is made.
        let isForNewCalendars: Bool

        init(isForNewCalendars: Bool = false, set: @escaping Setter, remove: Remover? = nil) {
            self.isForNewCalendars = isForNewCalendars
            self.set = set
            self.remove = remove
        }
    }
}

extension LiveProperty {
    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// - Returns: nil for a property that Jadwal does not compute. A program may keep one of that name.
    init?(_ name: XMLName) {
        guard let property = Self.byName[name] else { return nil }
        self = property
    }

    /// Returns true if a resource of this kind has the property, if only sometimes.
    func belongs(to kind: Resource.Kind) -> Bool { kinds.contains(kind) }

    /// Sets it on a calendar.
    ///
    /// - Parameter isNew: true if the calendar is being made.
    /// - Throws: the reason why it cannot be set.
    func set(
        _ element: XMLElement, on values: inout CalendarValues, isNew: Bool = false,
        _ database: @escaping ZoneResolver.Database
    ) throws(DAVError) {
        guard let change, isNew || !change.isForNewCalendars else { throw .unsettable }
        try change.set(element, &values, database)
    }

    /// Removes it from a calendar.
    func remove(from values: inout CalendarValues) throws(DAVError) {
        guard let remove = change?.remove
        else { throw DAVError(.cannotModifyProtectedProperty, "this property cannot be removed") }
        remove(&values)
    }
}

extension DAVError {
    static let unsettable = DAVError(.cannotModifyProtectedProperty, "this property cannot be set")
}

// The kinds of rows.

extension LiveProperty {
    /// Makes a property that all objects of a calendar have with the same value, if they have it.
    init(
        _ name: XMLName, of kinds: [Resource.Kind], isInAll: Bool = false, change: Change? = nil,
        _ value: @escaping Value
    ) {
        self.name = name
        self.kinds = kinds
        self.isInAll = isInAll
        self.value = value
        objectValue = nil
        self.change = change
    }

    /// Makes a property of the customer.
    static func principal(
        _ name: XMLName, _ value: @escaping @Sendable (PropertyWriter, inout XMLWriter) -> Void
    ) -> LiveProperty {
        LiveProperty(name, of: [.principal]) { _, properties, writer in value(properties, &writer) }
    }

    /// Makes a property of calendars.
    static func calendar(
        _ name: XMLName, change: Change? = nil, _ value: @escaping @Sendable (CalendarRow, inout XMLWriter) -> Void
    ) -> LiveProperty {
        LiveProperty(name, of: [.calendar], change: change) { resource, _, writer in
            if let calendar = resource.calendar { value(calendar, &writer) }
        }
    }

    /// Makes a property that each object has with its own value.
    ///
    /// - Parameter calendar: the value of a calendar; nil if only objects have the property.
    static func object(
        _ name: XMLName, isInAll: Bool = false, _ value: @escaping ObjectValue,
        calendar: (@Sendable (CalendarRow, inout XMLWriter) -> Void)? = nil
    ) -> LiveProperty {
        LiveProperty(
            name: name, kinds: calendar == nil ? [.object] : [.calendar, .object], isInAll: isInAll,
            value: { resource, _, writer in
                guard let row = resource.calendar else { return }
                if let member = resource.member {
                    value(member, row, &writer)
                } else {
                    calendar?(row, &writer)
                }
            },
            objectValue: value, change: nil)
    }
}
