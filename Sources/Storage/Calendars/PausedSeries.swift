public import Postgres

/// A series of events that was paused.
public struct PausedSeriesRow: Sendable, RowDecodable {
    public let calendar: CalendarID
    /// The last part of its address.
    public let segment: String
    public let octets: [UInt8]

    public init(_ row: Row) throws(PostgresError) {
        calendar = try row["collection_id"]
        segment = try row["segment"]
        octets = try row["octets"]
    }

    /// The property of a series that was paused.
    public static let property = "X-JADWAL-PAUSED"

    /// The most series that are read.
    static let most = 200
}

extension Store {
    /// Returns the series of events that were paused, also those whose pause is over.
    public func pausedSeries(of owner: CustomerID) throws(PostgresError) -> [PausedSeriesRow] {
        let mark = Array(PausedSeriesRow.property.utf8)
        return try connection.rows("""
            SELECT o.collection_id, o.segment, o.octets
              FROM calendar_collection c
              JOIN calendar_object o ON o.customer_id = c.customer_id AND o.collection_id = c.id
             WHERE c.customer_id = \(owner) AND c.deleted_at IS NULL AND o.kind = 'VEVENT' AND o.is_recurring
               AND position(\(mark)::bytea IN o.octets) > 0
             ORDER BY o.collection_id, o.segment LIMIT \(PausedSeriesRow.most)
            """)
    }
}
