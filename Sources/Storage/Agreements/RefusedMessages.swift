public import CivilTime
public import Postgres

/// A delivery that was no message.
public struct RefusedMessageRow: Sendable, RowDecodable {
    public let digest: [UInt8]
    /// queue or ingest.
    public let door: String
    public let reason: String
    public let refusedAt: Instant

    public init(_ row: Row) throws(PostgresError) {
        digest = try row["digest"]
        door = try row["door"]
        reason = try row["reason"]
        refusedAt = try row["refused_at"]
    }
}

extension Store {
    /// Records a delivery that could not be read.
    public func recordRefused(digest: [UInt8], door: String, reason: String) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO refused_message (digest, door, reason) VALUES (\(digest), \(door), left(\(reason), 200))
            """)
    }

    /// Returns the last deliveries that were no messages.
    public func refusedMessages(limit: Int) throws(PostgresError) -> [RefusedMessageRow] {
        try connection.rows("""
            SELECT digest, door, reason, refused_at FROM refused_message ORDER BY id DESC LIMIT \(limit)
            """)
    }

    /// Deletes the notes of deliveries that were no messages.
    ///
    /// - Returns: their number.
    public func deleteRefusedMessages() throws(PostgresError) -> Int {
        try connection.execute("DELETE FROM refused_message")
    }
}
