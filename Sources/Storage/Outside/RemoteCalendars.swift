public import CivilTime
public import Postgres

/// A calendar of an account elsewhere, with the state of its reading.
public struct RemoteCalendarRow: Sendable, RowDecodable {
    public let owner: CustomerID
    public let id: RemoteCalendarID
    public let account: OutsideAccountID
    /// The calendar here; nil for one that is not read.
    public let calendar: CalendarID?
    /// The last part of its address; nil if there is none, or if it is deleted.
    public let segment: String?
    public let href: String
    public let name: String
    public let color: String?
    public let components: [String]
    public let mayWrite: Bool
    public let isWritten: Bool
    public let hasSync: Bool
    public let syncToken: String?
    public let ctag: String?
    public let beganAt: Instant?
    public let checkedAt: Instant?
    public let goodAt: Instant?
    public let skippedCount: Int
    public let goneSince: Instant?
    public let heldDigest: [UInt8]?
    public let heldSince: Instant?
    public let heldTimes: Int
    public let heldCount: Int
    public let acceptedDigest: [UInt8]?

    public init(_ row: Row) throws(PostgresError) {
        owner = try row["customer_id"]
        id = try row["id"]
        account = try row["account_id"]
        calendar = try row["collection_id"]
        segment = try row["segment"]
        href = try row["href"]
        name = try row["name"]
        color = try row["color"]
        components = try row["components"]
        mayWrite = try row["may_write"]
        isWritten = try row["is_written"]
        hasSync = try row["has_sync"]
        syncToken = try row["sync_token"]
        ctag = try row["ctag"]
        beganAt = try row["began_at"]
        checkedAt = try row["checked_at"]
        goodAt = try row["good_at"]
        skippedCount = try row["skipped_count"]
        goneSince = try row["gone_since"]
        heldDigest = try row["held_digest"]
        heldSince = try row["held_since"]
        heldTimes = try row["held_times"]
        heldCount = try row["held_count"]
        acceptedDigest = try row["accepted_digest"]
    }

    /// The columns of `remote_calendar` AS r and `calendar_collection` AS c.
    static let columns: SQL = """
        r.customer_id, r.id, r.account_id, r.collection_id, c.segment, r.href, r.name, r.color, r.components,
        r.may_write, r.is_written, r.has_sync, r.sync_token, r.ctag, r.began_at, r.checked_at, r.good_at, r.skipped_count,
        r.gone_since, r.held_digest, r.held_since, r.held_times, r.held_count, r.accepted_digest
        """

    static let tables: SQL = """
        remote_calendar r LEFT JOIN calendar_collection c
            ON c.customer_id = r.customer_id AND c.id = r.collection_id AND c.deleted_at IS NULL
        """
}

/// A calendar as an account lists it.
public struct ListedCalendar: Sendable, Hashable {
    public var href: String
    public var name: String
    public var color: String?
    public var components: [String]
    public var mayWrite: Bool
    public var hasSync: Bool

    public init(
        href: String, name: String, color: String?, components: [String], mayWrite: Bool, hasSync: Bool
    ) {
        self.href = href
        self.name = name
        self.color = color
        self.components = components
        self.mayWrite = mayWrite
        self.hasSync = hasSync
    }
}

extension Store {
    /// Returns all calendars of a customer's accounts, by account, in alphabetic order.
    public func remoteCalendars(of owner: CustomerID) throws(PostgresError) -> [RemoteCalendarRow] {
        try connection.rows("""
            SELECT \(RemoteCalendarRow.columns) FROM \(RemoteCalendarRow.tables)
             WHERE r.customer_id = \(owner) ORDER BY r.account_id, lower(r.name), r.id
            """)
    }

    /// Returns the calendars of an account that are read.
    public func readCalendars(
        of account: OutsideAccountID, _ owner: CustomerID
    ) throws(PostgresError) -> [RemoteCalendarRow] {
        try connection.rows("""
            SELECT \(RemoteCalendarRow.columns) FROM \(RemoteCalendarRow.tables)
             WHERE r.customer_id = \(owner) AND r.account_id = \(account) AND c.id IS NOT NULL ORDER BY r.id
            """)
    }

    /// Writes the list of an account's calendars. One that is no longer listed is forgotten, unless it is read.
    public func write(
        _ list: [ListedCalendar], of account: OutsideAccountID, _ owner: CustomerID
    ) throws(PostgresError) {
        for one in list {
            try connection.execute("""
                INSERT INTO remote_calendar
                       (customer_id, account_id, href, name, color, components, may_write, has_sync)
                VALUES (\(owner), \(account), \(one.href), \(one.name), \(one.color), \(one.components),
                        \(one.mayWrite), \(one.hasSync))
                ON CONFLICT (customer_id, account_id, href) DO UPDATE
                   SET name = excluded.name, color = excluded.color, components = excluded.components,
                       may_write = excluded.may_write, has_sync = excluded.has_sync
                """)
        }
        try connection.execute("""
            DELETE FROM remote_calendar
             WHERE customer_id = \(owner) AND account_id = \(account) AND collection_id IS NULL
               AND href <> ALL (\(list.map(\.href)))
            """)
    }

    /// Reads a calendar of an account into one here. What was known of its objects is forgotten.
    public func read(
        _ id: RemoteCalendarID, of owner: CustomerID, into calendar: CalendarID
    ) throws(PostgresError) {
        try forgetObjects(of: id, owner)
        try connection.execute("""
            UPDATE remote_calendar
               SET collection_id = \(calendar), sync_token = NULL, ctag = NULL, began_at = NULL, checked_at = NULL,
                   good_at = NULL, gone_since = NULL, held_digest = NULL, held_since = NULL, held_times = 0,
                   held_count = 0, accepted_digest = NULL
             WHERE customer_id = \(owner) AND id = \(id)
            """)
        try connection.execute("""
            UPDATE calendar_collection SET is_read_only = true WHERE customer_id = \(owner) AND id = \(calendar)
            """)
    }

    /// Ends the reading of a calendar. The one here is the customer's own from then on.
    public func stopReading(_ id: RemoteCalendarID, of owner: CustomerID) throws(PostgresError) {
        try forgetObjects(of: id, owner)
        try connection.execute("""
            UPDATE calendar_collection c SET is_read_only = false
              FROM remote_calendar r
             WHERE r.customer_id = \(owner) AND r.id = \(id) AND c.customer_id = r.customer_id
               AND c.id = r.collection_id
            """)
        try connection.execute("""
            UPDATE remote_calendar SET collection_id = NULL, is_written = false
             WHERE customer_id = \(owner) AND id = \(id)
            """)
    }

    /// Notes that the customer chose the calendars of an account.
    public func noteChosen(account id: OutsideAccountID, of owner: CustomerID) throws(PostgresError) {
        try connection.execute("""
            UPDATE outside_account SET state = 'joined', next_at = now()
             WHERE customer_id = \(owner) AND id = \(id) AND state IN ('found', 'joined')
            """)
        try connection.execute("SELECT pg_notify(\(Self.outsideChannel), '')")
    }
}
