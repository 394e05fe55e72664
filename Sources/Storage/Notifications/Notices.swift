public import CivilTime
public import Postgres

/// Something that a customer is to know.
public struct NoticeRow: Sendable, RowDecodable {
    public let id: NoticeID
    public let customer: CustomerID
    /// The kind's name, as in `event.found`.
    public let kind: String
    /// The thing that it is about. A later notice of it replaces the shown one.
    public let collapseKey: String
    /// JSON, read by the service.
    public let content: String
    /// The path and query of the page that it opens.
    public let path: String
    public let createdAt: Instant
    public let dueAt: Instant
    public let usefulUntil: Instant
    public let readAt: Instant?

    public init(_ row: Row) throws(PostgresError) {
        id = try row["notification_id"]
        customer = try row["customer_id"]
        kind = try row["kind"]
        collapseKey = try row["collapse_key"]
        content = try row["content"]
        path = try row["path"]
        createdAt = try row["created_at"]
        dueAt = try row["due_at"]
        usefulUntil = try row["useful_until"]
        readAt = try row["read_at"]
    }

    /// The columns of `notification` AS n.
    static let columns: SQL = """
        n.id AS notification_id, n.customer_id, n.kind, n.collapse_key, n.content, n.path, n.created_at, n.due_at,
        n.useful_until, n.read_at
        """
}

/// A notice that is not stored yet.
public struct NewNotice: Sendable {
    public let customer: CustomerID
    public let kind: String
    public let collapseKey: String
    public let version: String
    public let content: String
    public let path: String
    public let createdAt: Instant
    public let dueAt: Instant
    public let usefulUntil: Instant
    /// The moment at which the worker decides what is sent; nil if it is for the list only.
    public let lookAt: Instant?

    public init(
        customer: CustomerID, kind: String, collapseKey: String, version: String, content: String, path: String,
        createdAt: Instant, dueAt: Instant, usefulUntil: Instant, lookAt: Instant?
    ) {
        self.customer = customer
        self.kind = kind
        self.collapseKey = collapseKey
        self.version = version
        self.content = content
        self.path = path
        self.createdAt = createdAt
        self.dueAt = dueAt
        self.usefulUntil = usefulUntil
        self.lookAt = lookAt
    }
}

extension Store {
    /// The channel that wakes the threads that send notices.
    public static let noticeChannel = "jadwal_notice"

    /// The condition that a notice is in the list: a summary points there, and a test says nothing.
    private static let isListed: SQL = "n.kind NOT IN ('summary', 'test')"

    /// Inserts a notice and wakes a worker when the transaction is committed.
    ///
    /// - Returns: nil if that state of the thing was announced already.
    public func insert(_ new: NewNotice) throws(PostgresError) -> NoticeID? {
        let id: NoticeID? = try connection.value("""
            INSERT INTO notification (customer_id, kind, collapse_key, version, content, path, created_at, due_at,
                                      useful_until, look_at)
            VALUES (\(new.customer), \(new.kind), \(new.collapseKey), \(new.version), \(new.content), \(new.path),
                    \(new.createdAt), \(new.dueAt), \(new.usefulUntil), \(new.lookAt))
            ON CONFLICT DO NOTHING
            RETURNING id
            """)
        if id != nil, new.lookAt != nil { try connection.execute("SELECT pg_notify(\(Self.noticeChannel), '')") }
        return id
    }

    /// Ends what waits to be sent about a thing. Notices that are due stay in the list, as read; others are deleted.
    ///
    /// - Parameter kind: nil for every kind.
    public func withdrawNotices(
        of customer: CustomerID, kind: String?, collapseKey: String, at now: Instant
    ) throws(PostgresError) {
        let isMeant: SQL = """
            n.customer_id = \(customer) AND n.collapse_key = \(collapseKey)
            AND (\(kind)::text IS NULL OR n.kind = \(kind))
            """
        try connection.execute("""
            UPDATE delivery d SET state = 'dropped', ended_at = \(now), last_reason = 'withdrawn'
              FROM notification n
             WHERE d.customer_id = n.customer_id AND d.notification_id = n.id AND d.state = 'queued' AND \(isMeant)
            """)
        try connection.execute("DELETE FROM notification n WHERE \(isMeant) AND n.due_at > \(now)")
        try connection.execute("""
            UPDATE notification n SET look_at = NULL, read_at = coalesce(n.read_at, \(now))
             WHERE \(isMeant) AND (n.look_at IS NOT NULL OR n.read_at IS NULL)
            """)
    }

    /// Returns the notices of a customer that are due, the newest first.
    ///
    /// - Parameter before: the last one of the page before; nil for the first page.
    public func notices(
        of customer: CustomerID, at now: Instant, before: NoticeRow? = nil, limit: Int
    ) throws(PostgresError) -> [NoticeRow] {
        let rest: SQL = before.map { "AND (n.due_at, n.id) < (\($0.dueAt), \($0.id))" } ?? ""
        return try connection.rows("""
            SELECT \(NoticeRow.columns) FROM notification n
             WHERE n.customer_id = \(customer) AND n.due_at <= \(now) AND \(Self.isListed) \(rest)
             ORDER BY n.due_at DESC, n.id DESC LIMIT \(limit)
            """)
    }

    /// Returns the number of due notices that a customer has not opened.
    public func unreadNotices(of customer: CustomerID, at now: Instant) throws(PostgresError) -> Int {
        try connection.value("""
            SELECT count(*) FROM notification n
             WHERE n.customer_id = \(customer) AND n.due_at <= \(now) AND \(Self.isListed) AND n.read_at IS NULL
            """) ?? 0
    }

    /// Returns a notice of a customer; nil if there is no such notice.
    public func notice(of customer: CustomerID, _ id: NoticeID) throws(PostgresError) -> NoticeRow? {
        try connection.row("""
            SELECT \(NoticeRow.columns) FROM notification n WHERE n.customer_id = \(customer) AND n.id = \(id)
            """)
    }

    /// Records that a customer has seen notices. What waits to be sent about them is dropped.
    ///
    /// - Parameter id: nil for all that are due.
    public func recordRead(of customer: CustomerID, _ id: NoticeID?, at now: Instant) throws(PostgresError) {
        try connection.execute("""
            WITH seen AS (
                UPDATE notification SET read_at = \(now), look_at = NULL
                 WHERE customer_id = \(customer) AND read_at IS NULL AND due_at <= \(now)
                   AND (\(id)::bigint IS NULL OR id = \(id))
                RETURNING id)
            UPDATE delivery d SET state = 'dropped', ended_at = \(now), last_reason = 'read'
              FROM seen
             WHERE d.customer_id = \(customer) AND d.notification_id = seen.id AND d.state = 'queued'
            """)
    }

    /// Locks the notice whose decision has been due the longest. Call it in a transaction.
    public func lockDueNotice(at now: Instant) throws(PostgresError) -> NoticeRow? {
        try connection.row("""
            SELECT \(NoticeRow.columns) FROM notification n
             WHERE n.look_at <= \(now) ORDER BY n.look_at LIMIT 1 FOR UPDATE SKIP LOCKED
            """)
    }

    /// Locks the other notices of a customer whose decision is due.
    public func lockDueNotices(
        of customer: CustomerID, besides notice: NoticeID, at now: Instant, limit: Int
    ) throws(PostgresError) -> [NoticeRow] {
        try connection.rows("""
            SELECT \(NoticeRow.columns) FROM notification n
             WHERE n.customer_id = \(customer) AND n.id <> \(notice) AND n.look_at <= \(now)
             ORDER BY n.look_at LIMIT \(limit) FOR UPDATE SKIP LOCKED
            """)
    }

    /// Sets the next moment at which a notice is looked at; nil if everything is decided.
    public func setLook(_ notice: NoticeRow, _ moment: Instant?) throws(PostgresError) {
        try connection.execute("""
            UPDATE notification SET look_at = \(moment) WHERE customer_id = \(notice.customer) AND id = \(notice.id)
            """)
    }

    /// Sets the moments at which some notices are looked at next.
    public func setLooks(
        _ looks: [(notice: NoticeID, moment: Instant)], of customer: CustomerID
    ) throws(PostgresError) {
        guard !looks.isEmpty else { return }
        let ids = looks.map(\.notice.number), moments = looks.map(\.moment.microsecondsSince1970)
        try connection.execute("""
            UPDATE notification n SET look_at = timestamptz 'epoch' + u.moment * interval '1 microsecond'
              FROM unnest(\(ids), \(moments)) AS u (id, moment)
             WHERE n.customer_id = \(customer) AND n.id = u.id
            """)
    }

    /// Records that everything about some notices is decided.
    public func recordDecision(about notices: [NoticeID], of customer: CustomerID) throws(PostgresError) {
        guard !notices.isEmpty else { return }
        try connection.execute("""
            UPDATE notification SET look_at = NULL
             WHERE customer_id = \(customer) AND id = ANY (\(notices.map(\.number)))
            """)
    }

    /// Deletes a notice with its deliveries.
    public func delete(_ notice: NoticeRow) throws(PostgresError) {
        try connection.execute("""
            DELETE FROM notification WHERE customer_id = \(notice.customer) AND id = \(notice.id)
            """)
    }

    /// Deletes the notice of a state of a thing if nothing is decided about it yet, so that a newer one takes its
    /// place.
    public func deleteUndecided(
        of customer: CustomerID, kind: String, collapseKey: String, version: String
    ) throws(PostgresError) {
        try connection.execute("""
            DELETE FROM notification
             WHERE customer_id = \(customer) AND kind = \(kind) AND collapse_key = \(collapseKey)
               AND version = \(version) AND look_at IS NOT NULL
            """)
    }

    /// Makes the worker decide again about everything of a customer that waits, since quiet hours, place or devices
    /// changed.
    public func lookAgain(of customer: CustomerID, at now: Instant) throws(PostgresError) {
        try connection.execute("""
            UPDATE notification SET look_at = \(now) WHERE customer_id = \(customer) AND look_at > \(now)
            """)
        try connection.execute("SELECT pg_notify(\(Self.noticeChannel), '')")
    }

    /// Returns the moment of the next decision or push; nil if none waits. For that of the next alarm see
    /// `nextReminder`.
    public func nextNoticeWork() throws(PostgresError) -> Instant? {
        try connection.value("""
            SELECT least((SELECT min(look_at) FROM notification WHERE look_at IS NOT NULL),
                         (SELECT min(next_at) FROM delivery WHERE state = 'queued' AND channel = 'push'))
            """)
    }

    /// Returns every notice of a customer, the newest first; for the export.
    public func allNotices(of customer: CustomerID) throws(PostgresError) -> [NoticeRow] {
        try connection.rows("""
            SELECT \(NoticeRow.columns) FROM notification n WHERE n.customer_id = \(customer)
             ORDER BY n.due_at DESC, n.id DESC
            """)
    }
}
