public import CivilTime
public import Postgres

/// The secret address at which anybody may read a calendar.
public struct CalendarFeedRow: Sendable, RowDecodable {
    public let calendar: CalendarID
    /// SHA-256 of the secret part.
    public let tokenDigest: [UInt8]
    /// The random octets from which a key derives the secret part.
    public let nonce: [UInt8]
    public let createdAt: Instant

    public init(_ row: Row) throws(PostgresError) {
        calendar = try row["collection_id"]
        tokenDigest = try row["token_digest"]
        nonce = try row["nonce"]
        createdAt = try row["created_at"]
    }
}

extension Store {
    /// Returns the calendar that an address opens; nil if none does, or it is deleted.
    public func feedCalendar(tokenDigest: [UInt8]) throws(PostgresError) -> CalendarRow? {
        try connection.row("""
            SELECT \(CalendarRow.columns)
              FROM calendar_feed f
              JOIN calendar_collection c ON f.customer_id = c.customer_id AND f.collection_id = c.id
             WHERE f.token_digest = \(tokenDigest) AND c.deleted_at IS NULL
            """)
    }

    /// Returns the address of a calendar; nil if it has none.
    public func calendarFeed(
        of owner: CustomerID, _ calendar: CalendarID
    ) throws(PostgresError) -> CalendarFeedRow? {
        try connection.row("""
            SELECT collection_id, token_digest, nonce, created_at FROM calendar_feed
             WHERE customer_id = \(owner) AND collection_id = \(calendar)
            """)
    }

    /// Gives a calendar an address, in place of the one it had.
    public func replaceCalendarFeed(
        of owner: CustomerID, _ calendar: CalendarID, tokenDigest: [UInt8], nonce: [UInt8]
    ) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO calendar_feed (customer_id, collection_id, token_digest, nonce)
            VALUES (\(owner), \(calendar), \(tokenDigest), \(nonce))
            ON CONFLICT (customer_id, collection_id) DO UPDATE
               SET token_digest = excluded.token_digest, nonce = excluded.nonce, created_at = now()
            """)
    }

    /// Ends the address of a calendar; does nothing if it has none.
    public func deleteCalendarFeed(of owner: CustomerID, _ calendar: CalendarID) throws(PostgresError) {
        try connection.execute("""
            DELETE FROM calendar_feed WHERE customer_id = \(owner) AND collection_id = \(calendar)
            """)
    }
}
