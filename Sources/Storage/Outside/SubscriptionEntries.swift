public import Postgres

/// An entry of a subscription as its source last gave it.
public struct SubscriptionEntryRow: Sendable, RowDecodable {
    public let uid: String
    /// Sixteen zeros for an entry that is being stored.
    public let contentDigest: [UInt8]
    public let faceDigest: [UInt8]
    /// The day of a single entry as YYYYMMDD; nil for a series.
    public let lastDay: Int?

    public init(uid: String, contentDigest: [UInt8], faceDigest: [UInt8], lastDay: Int?) {
        self.uid = uid
        self.contentDigest = contentDigest
        self.faceDigest = faceDigest
        self.lastDay = lastDay
    }

    public init(_ row: Row) throws(PostgresError) {
        uid = try row["uid"]
        contentDigest = try row["content_digest"]
        faceDigest = try row["face_digest"]
        lastDay = try row["last_day"]
    }

    /// The digest of an entry that is being stored, which equals no other.
    public static let noDigest = [UInt8](repeating: 0, count: 16)
}

extension Store {
    /// Returns the entries of a calendar.
    public func subscriptionEntries(
        of owner: CustomerID, _ calendar: CalendarID
    ) throws(PostgresError) -> [SubscriptionEntryRow] {
        try connection.rows("""
            SELECT uid, content_digest, face_digest, last_day FROM subscription_entry
             WHERE customer_id = \(owner) AND collection_id = \(calendar)
            """)
    }

    /// Writes entries of a calendar. Nothing is written if its subscription has ended.
    public func write(
        _ entries: [SubscriptionEntryRow], of owner: CustomerID, _ calendar: CalendarID
    ) throws(PostgresError) {
        guard !entries.isEmpty else { return }
        try connection.execute("""
            INSERT INTO subscription_entry (customer_id, collection_id, uid, content_digest, face_digest, last_day)
            SELECT s.customer_id, s.collection_id, e.uid, e.content, e.face, nullif(e.day, 0)::integer
              FROM subscription s,
                   unnest(\(entries.map(\.uid)), \(entries.map(\.contentDigest)), \(entries.map(\.faceDigest)),
                          \(entries.map { Int64($0.lastDay ?? 0) })) AS e (uid, content, face, day)
             WHERE s.customer_id = \(owner) AND s.collection_id = \(calendar)
            ON CONFLICT (customer_id, collection_id, uid) DO UPDATE
               SET content_digest = excluded.content_digest, face_digest = excluded.face_digest,
                   last_day = excluded.last_day
            """)
    }

    /// Deletes entries of a calendar.
    public func deleteSubscriptionEntries(
        _ uids: [String], of owner: CustomerID, _ calendar: CalendarID
    ) throws(PostgresError) {
        guard !uids.isEmpty else { return }
        try connection.execute("""
            DELETE FROM subscription_entry
             WHERE customer_id = \(owner) AND collection_id = \(calendar) AND uid = ANY (\(uids))
            """)
    }

    /// Returns the last parts of the addresses of objects, by their UIDs.
    public func segments(
        ofUIDs uids: [String], of owner: CustomerID, _ calendar: CalendarID
    ) throws(PostgresError) -> [String] {
        guard !uids.isEmpty else { return [] }
        return try connection.rows("""
            SELECT segment FROM calendar_object
             WHERE customer_id = \(owner) AND collection_id = \(calendar) AND uid = ANY (\(uids))
             ORDER BY segment
            """, as: ObjectSegment.self).map(\.segment)
    }
}

private struct ObjectSegment: RowDecodable {
    let segment: String
    init(_ row: Row) throws(PostgresError) { segment = try row["segment"] }
}
