public import Postgres

/// The facts about a customer that the form of an event shows beside the event.
public struct EventFormRow: Sendable, RowDecodable {
    /// True if some device of the customer could remind them.
    public let hasDevice: Bool
    /// The names of the saved places, in order.
    public let places: [String]

    public init(_ row: Row) throws(PostgresError) {
        hasDevice = try row["has_device"]
        places = try row["places"]
    }
}

extension Store {
    /// Returns what the form of an event shows beside the event, in one statement.
    public func eventFormRow(of owner: CustomerID) throws(PostgresError) -> EventFormRow? {
        try connection.row("""
            SELECT EXISTS (SELECT 1 FROM device_password WHERE customer_id = \(owner) AND \(Self.isLive)) AS has_device,
                   ARRAY(SELECT name FROM saved_place WHERE customer_id = \(owner) ORDER BY name, id) AS places
            """)
    }
}
