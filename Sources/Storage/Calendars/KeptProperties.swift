public import Postgres

/// A property that a program set and Jadwal only keeps (a dead property, RFC 4918 §4).
public struct KeptProperty: Sendable, Hashable, RowDecodable {
    public let namespace: String
    public let name: String
    /// The whole element as XML.
    public let value: [UInt8]

    public init(namespace: String, name: String, value: [UInt8]) {
        self.namespace = namespace
        self.name = name
        self.value = value
    }

    public init(_ row: Row) throws(PostgresError) {
        namespace = try row["namespace"]
        name = try row["name"]
        value = try row["value"]
    }

    /// Returns the statement that finds the properties of a calendar by its address.
    static func query(_ owner: CustomerID, _ calendar: String) -> SQL {
        """
        SELECT p.namespace, p.name, p.value
          FROM calendar_collection c
          JOIN calendar_property p ON p.customer_id = c.customer_id AND p.collection_id = c.id
         WHERE c.customer_id = \(owner) AND c.segment = \(calendar) AND c.deleted_at IS NULL
           AND p.customer_id = \(owner)
         ORDER BY p.namespace, p.name
        """
    }
}

/// The resource that a property belongs to.
public enum PropertyPlace: Sendable, Hashable {
    case principal, home
    case calendar(CalendarID)

    var name: String {
        switch self {
        case .principal: "principal"
        case .home: "home"
        case .calendar: "calendar"
        }
    }

    var calendar: CalendarID? {
        if case .calendar(let id) = self { id } else { nil }
    }
}

/// A kept property and the calendar it belongs to.
public struct PlacedProperty: Sendable, RowDecodable {
    public let property: KeptProperty
    public let place: PropertyPlace

    public init(_ row: Row) throws(PostgresError) {
        property = try KeptProperty(row)
        let calendar: CalendarID? = try row["collection_id"]
        let place: String = try row["place"]
        self.place = calendar.map { .calendar($0) } ?? (place == "home" ? .home : .principal)
    }
}

extension Store {
    /// Returns all kept properties of a customer's resources.
    public func keptProperties(of owner: CustomerID) throws(PostgresError) -> [PlacedProperty] {
        try connection.rows(keptPropertiesQuery(owner))
    }

    func keptPropertiesQuery(_ owner: CustomerID) -> SQL {
        """
        SELECT namespace, name, value, place, collection_id FROM calendar_property p
         WHERE customer_id = \(owner)
           AND NOT EXISTS (SELECT 1 FROM calendar_collection c
                            WHERE c.customer_id = \(owner) AND c.id = p.collection_id AND c.deleted_at IS NOT NULL)
         ORDER BY place, collection_id, namespace, name
        """
    }

    /// Returns a customer's calendars, all kept properties, and the octets of all objects, in one round trip.
    public func calendarsAndProperties(
        of owner: CustomerID
    ) throws(PostgresError) -> (calendars: [CalendarRow], kept: [PlacedProperty], usedOctets: Int) {
        let (calendars, kept, octets) = try connection.pipeline { pipeline in
            (
                pipeline.rows(calendarsQuery(owner), as: CalendarRow.self),
                pipeline.rows(keptPropertiesQuery(owner), as: PlacedProperty.self),
                pipeline.value(Self.usedOctetsQuery(owner), as: Int.self)
            )
        }
        return (try calendars.get(), try kept.get(), try octets.get() ?? 0)
    }

    /// Keeps a property, in place of one with the same name.
    public func keep(
        _ property: KeptProperty, at place: PropertyPlace, of owner: CustomerID
    ) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO calendar_property (customer_id, place, collection_id, namespace, name, value)
            VALUES (\(owner), \(place.name), \(place.calendar), \(property.namespace), \(property.name),
                    \(property.value))
            ON CONFLICT (customer_id, place, collection_id, namespace, name) DO UPDATE SET value = excluded.value
            """)
    }

    /// Deletes a kept property; does nothing if there is none.
    public func deleteProperty(
        _ namespace: String, _ name: String, at place: PropertyPlace, of owner: CustomerID
    ) throws(PostgresError) {
        try connection.execute("""
            DELETE FROM calendar_property
             WHERE customer_id = \(owner) AND place = \(place.name)
               AND collection_id IS NOT DISTINCT FROM \(place.calendar)
               AND namespace = \(namespace) AND name = \(name)
            """)
    }

    /// Returns the octets of the properties kept at a place, with 1,000 for each.
    public func keptPropertyOctets(at place: PropertyPlace, of owner: CustomerID) throws(PostgresError) -> Int {
        try connection.value("""
            SELECT coalesce(sum(1000 + octet_length(value)), 0)::bigint FROM calendar_property
             WHERE customer_id = \(owner) AND place = \(place.name)
               AND collection_id IS NOT DISTINCT FROM \(place.calendar)
            """) ?? 0
    }
}
