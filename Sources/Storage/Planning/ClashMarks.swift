public import CivilTime
public import Postgres

/// An object that clashes, and the time of the first occurrence of its conflict.
public struct ClashMarkRow: Sendable, RowDecodable {
    public let calendar: CalendarID
    public let segment: String
    public let start: Instant, end: Instant

    public init(_ row: Row) throws(PostgresError) {
        calendar = try row["collection_id"]
        segment = try row["segment"]
        start = try row["starts_at"]
        end = try row["ends_at"]
    }

    /// The most objects that views mark.
    private static let most = 5_000

    /// Returns the statement for the objects of all live conflicts whose first occurrence is in a window.
    ///
    /// Index: `conflict_live_idx`.
    static func query(_ owner: CustomerID, _ window: ClosedRange<Instant>) -> SQL {
        """
        SELECT o.collection_id, o.segment, x.starts_at, x.ends_at
          FROM conflict x
          JOIN calendar_collection c ON c.customer_id = x.customer_id AND c.deleted_at IS NULL
          JOIN calendar_object o ON o.customer_id = x.customer_id AND o.collection_id = c.id AND o.uid = ANY (x.uids)
         WHERE x.customer_id = \(owner) AND x.state IN ('open', 'kept')
           AND x.starts_at < \(window.upperBound) AND x.ends_at > \(window.lowerBound)
         LIMIT \(most)
        """
    }
}
