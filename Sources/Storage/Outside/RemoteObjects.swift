public import Postgres

/// An object of a calendar elsewhere as it was last read.
public struct RemoteObjectRow: Sendable, RowDecodable, Hashable {
    public var href: String
    /// nil for one that could not be read.
    public var uid: String?
    /// nil for one that is read again.
    public var etag: String?
    /// The tag that the object here had when it was last equal; nil if it is not here.
    public var storedTag: [UInt8]?

    public init(href: String, uid: String?, etag: String?, storedTag: [UInt8]?) {
        self.href = href
        self.uid = uid
        self.etag = etag
        self.storedTag = storedTag
    }

    public init(_ row: Row) throws(PostgresError) {
        href = try row["href"]
        uid = try row["uid"]
        etag = try row["etag"]
        storedTag = try row["stored_tag"]
    }
}

extension Store {
    /// Returns the objects of a calendar elsewhere.
    public func remoteObjects(
        of id: RemoteCalendarID, _ owner: CustomerID
    ) throws(PostgresError) -> [RemoteObjectRow] {
        try connection.rows("""
            SELECT href, uid, etag, stored_tag FROM remote_object WHERE customer_id = \(owner) AND remote_id = \(id)
            """)
    }

    /// Writes objects of a calendar elsewhere. Nothing is written if the calendar is no longer known.
    public func write(
        _ objects: [RemoteObjectRow], of id: RemoteCalendarID, _ owner: CustomerID
    ) throws(PostgresError) {
        guard !objects.isEmpty else { return }
        try connection.execute("""
            INSERT INTO remote_object (customer_id, remote_id, href, uid, etag, stored_tag)
            SELECT r.customer_id, r.id, o.href, nullif(o.uid, ''), nullif(o.etag, ''), nullif(o.tag, ''::bytea)
              FROM remote_calendar r,
                   unnest(\(objects.map(\.href)), \(objects.map { $0.uid ?? "" }), \(objects.map { $0.etag ?? "" }),
                          \(objects.map { $0.storedTag ?? [] })) AS o (href, uid, etag, tag)
             WHERE r.customer_id = \(owner) AND r.id = \(id)
            ON CONFLICT (customer_id, remote_id, href) DO UPDATE
               SET uid = excluded.uid, etag = excluded.etag, stored_tag = excluded.stored_tag
            """)
    }

    /// Deletes objects of a calendar elsewhere.
    public func deleteRemoteObjects(
        _ hrefs: [String], of id: RemoteCalendarID, _ owner: CustomerID
    ) throws(PostgresError) {
        guard !hrefs.isEmpty else { return }
        try connection.execute("""
            DELETE FROM remote_object
             WHERE customer_id = \(owner) AND remote_id = \(id) AND href = ANY (\(hrefs))
            """)
    }

    /// Deletes all objects of a calendar elsewhere.
    func forgetObjects(of id: RemoteCalendarID, _ owner: CustomerID) throws(PostgresError) {
        try connection.execute("DELETE FROM remote_object WHERE customer_id = \(owner) AND remote_id = \(id)")
    }
}
