public import CivilTime
public import Postgres

/// The last known position of a customer.
public struct StoredPosition: Sendable, Hashable, RowDecodable {
    /// Degrees, by three decimals, which is some 100 m.
    public let latitude: Double, longitude: Double
    /// nil if the program gave none.
    public let accuracyMetres: Int?
    /// The moment by the clock of the device, and the moment at which it came.
    public let measuredAt: Instant, receivedAt: Instant

    public init(
        latitude: Double, longitude: Double, accuracyMetres: Int?, measuredAt: Instant, receivedAt: Instant
    ) {
        self.latitude = Self.rounded(latitude)
        self.longitude = Self.rounded(longitude)
        self.accuracyMetres = accuracyMetres
        self.measuredAt = measuredAt
        self.receivedAt = receivedAt
    }

    public init(_ row: Row) throws(PostgresError) {
        latitude = try row["latitude"]
        longitude = try row["longitude"]
        accuracyMetres = try row["accuracy_m"]
        measuredAt = try row["measured_at"]
        receivedAt = try row["received_at"]
    }

    static func query(_ owner: CustomerID) -> SQL {
        """
        SELECT latitude, longitude, accuracy_m, measured_at, received_at FROM last_position
         WHERE customer_id = \(owner)
        """
    }

    private static func rounded(_ degrees: Double) -> Double { (degrees * 1_000).rounded() / 1_000 }
}

extension Store {
    /// Returns the moment at which a customer agreed that the last position is kept; nil without consent.
    public func positionConsent(of owner: CustomerID) throws(PostgresError) -> Instant? {
        try connection.value("SELECT agreed_at FROM position_consent WHERE customer_id = \(owner)")
    }

    /// Notes the consent of a customer. A consent that exists stays.
    public func agreeToPosition(of owner: CustomerID) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO position_consent (customer_id) VALUES (\(owner)) ON CONFLICT DO NOTHING
            """)
    }

    /// Deletes the consent of a customer, and the position with it.
    public func withdrawPositionConsent(of owner: CustomerID) throws(PostgresError) {
        try connection.execute("DELETE FROM position_consent WHERE customer_id = \(owner)")
    }

    /// Returns the last position of a customer, also one that the purge is about to delete.
    public func position(of owner: CustomerID) throws(PostgresError) -> StoredPosition? {
        try connection.row(StoredPosition.query(owner))
    }

    /// Stores a position in place of the one before, if the customer agreed and it is newer.
    ///
    /// Two programs may send at once: the condition is checked in the statement that writes.
    ///
    /// - Parameter pause: the seconds that pass between two positions that are stored.
    /// - Returns: false if nothing was stored.
    public func replace(
        _ position: StoredPosition, of owner: CustomerID, pause: Int
    ) throws(PostgresError) -> Bool {
        try connection.execute("""
            INSERT INTO last_position (customer_id, latitude, longitude, accuracy_m, measured_at, received_at)
            SELECT c.customer_id, \(position.latitude), \(position.longitude), \(position.accuracyMetres)::integer,
                   \(position.measuredAt), \(position.receivedAt)
              FROM position_consent c WHERE c.customer_id = \(owner) FOR KEY SHARE OF c
            ON CONFLICT (customer_id) DO UPDATE
               SET latitude = excluded.latitude, longitude = excluded.longitude, accuracy_m = excluded.accuracy_m,
                   measured_at = excluded.measured_at, received_at = excluded.received_at
             WHERE excluded.measured_at > last_position.measured_at
               AND excluded.received_at >= last_position.received_at + \(pause) * interval '1 second'
            """) == 1
    }

    /// Deletes the last position of a customer.
    ///
    /// - Returns: false if there was none.
    public func deletePosition(of owner: CustomerID) throws(PostgresError) -> Bool {
        try connection.execute("DELETE FROM last_position WHERE customer_id = \(owner)") == 1
    }
}
