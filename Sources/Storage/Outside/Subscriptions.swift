public import CivilTime
public import Postgres

/// A calendar whose content comes from outside.
public struct SubscriptionRow: Sendable, RowDecodable {
    public let owner: CustomerID
    public let calendar: CalendarID
    /// The last part of the calendar's address.
    public let segment: String
    /// nil if its address is one that is never fetched.
    public let source: SourceID?
    /// True if a program made it, and not a page.
    public let isOfProgram: Bool
    public let withAlarms: Bool
    /// The digest of the answer that the calendar holds; nil if it holds none.
    public let appliedDigest: [UInt8]?
    /// The digest of a held answer that the customer believes.
    public let acceptedDigest: [UInt8]?
    public let skippedCount: Int
    public let leftOutCount: Int
    public let createdAt: Instant

    public init(_ row: Row) throws(PostgresError) {
        owner = try row["owner"]
        calendar = try row["collection_id"]
        segment = try row["segment"]
        source = try row["subscribed_source"]
        isOfProgram = try row["is_of_program"]
        withAlarms = try row["with_alarms"]
        appliedDigest = try row["applied_digest"]
        acceptedDigest = try row["accepted_digest"]
        skippedCount = try row["skipped_count"]
        leftOutCount = try row["left_out_count"]
        createdAt = try row["subscribed_at"]
    }

    /// The columns of `subscription` AS s and `calendar_collection` AS c.
    static let columns: SQL = """
        s.customer_id AS owner, s.collection_id, c.segment, s.source_id AS subscribed_source,
        s.program_url IS NOT NULL AS is_of_program, s.with_alarms, s.applied_digest, s.accepted_digest, s.skipped_count,
        s.left_out_count, s.created_at AS subscribed_at
        """

    static let tables: SQL = """
        subscription s JOIN calendar_collection c ON c.customer_id = s.customer_id AND c.id = s.collection_id
        """
}

/// A subscription with the state of its source, as its owner sees it.
public struct SubscriptionState: Sendable, RowDecodable {
    public let subscription: SubscriptionRow
    /// nil if the address is one that is never fetched.
    public let source: SourceRow?

    public init(_ row: Row) throws(PostgresError) {
        subscription = try SubscriptionRow(row)
        source = subscription.source == nil ? nil : try SourceRow(row)
    }
}

/// A calendar that a program made with an address, and that has no subscription for it yet.
public struct UnadoptedCalendar: Sendable, RowDecodable {
    public let owner: CustomerID
    public let calendar: CalendarID
    public let url: String

    public init(_ row: Row) throws(PostgresError) {
        owner = try row["customer_id"]
        calendar = try row["id"]
        url = try row["source_url"]
    }
}

extension Store {
    /// Returns the subscriptions of a customer whose calendars are not deleted, in the order of the calendars.
    public func subscriptions(of owner: CustomerID) throws(PostgresError) -> [SubscriptionState] {
        try connection.rows("""
            SELECT \(SubscriptionRow.columns), \(SourceRow.columns)
              FROM \(SubscriptionRow.tables) LEFT JOIN outside_source o ON o.id = s.source_id
             WHERE s.customer_id = \(owner) AND c.deleted_at IS NULL
             ORDER BY \(Self.calendarOrder)
            """)
    }

    /// Returns the subscriptions of a source whose calendars are not deleted.
    public func subscriptions(to source: SourceID) throws(PostgresError) -> [SubscriptionRow] {
        try connection.rows("""
            SELECT \(SubscriptionRow.columns) FROM \(SubscriptionRow.tables)
             WHERE s.source_id = \(source) AND c.deleted_at IS NULL ORDER BY s.customer_id, s.collection_id
            """)
    }

    /// Subscribes a calendar to a source, and lets nobody else write into it.
    ///
    /// - Parameters:
    ///   - source: nil for an address that is never fetched.
    ///   - programURL: the address as a program set it; nil for a subscription of the pages.
    public func subscribe(
        _ calendar: CalendarID, of owner: CustomerID, to source: SourceID?, programURL: String? = nil,
        withAlarms: Bool = false
    ) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO subscription (customer_id, collection_id, source_id, program_url, with_alarms)
            VALUES (\(owner), \(calendar), \(source), \(programURL), \(withAlarms))
            ON CONFLICT (customer_id, collection_id) DO UPDATE
               SET source_id = excluded.source_id, program_url = excluded.program_url, applied_digest = NULL,
                   accepted_digest = NULL
            """)
        try connection.execute("""
            UPDATE calendar_collection SET is_read_only = true WHERE customer_id = \(owner) AND id = \(calendar)
            """)
        // A calendar that joins has nothing yet, whenever its source was to be fetched.
        try connection.execute("UPDATE outside_source SET next_at = now() WHERE id = \(source)")
        try connection.execute("SELECT pg_notify(\(Self.outsideChannel), '')")
    }

    /// Ends a subscription. Its calendar is the customer's own from then on.
    ///
    /// - Returns: false if there was none.
    public func unsubscribe(_ calendar: CalendarID, of owner: CustomerID) throws(PostgresError) -> Bool {
        let isFound = try connection.execute(
            "DELETE FROM subscription WHERE customer_id = \(owner) AND collection_id = \(calendar)") == 1
        try connection.execute("""
            UPDATE calendar_collection SET is_read_only = false, source_url = NULL
             WHERE customer_id = \(owner) AND id = \(calendar)
            """)
        return isFound
    }

    /// Notes that the customer believes an answer that is held.
    public func accept(
        _ digest: [UInt8], in calendar: CalendarID, of owner: CustomerID
    ) throws(PostgresError) {
        try connection.execute("""
            UPDATE subscription SET accepted_digest = \(digest)
             WHERE customer_id = \(owner) AND collection_id = \(calendar)
            """)
    }

    /// Notes that a calendar holds an answer.
    public func noteApplied(
        _ digest: [UInt8], skipped: Int, leftOut: Int, isRenaming: Bool, in calendar: CalendarID, of owner: CustomerID
    ) throws(PostgresError) {
        try connection.execute("""
            UPDATE subscription
               SET applied_digest = \(digest), accepted_digest = NULL, skipped_count = \(skipped)::integer,
                   left_out_count = \(leftOut)::integer, is_renaming = \(isRenaming), applied_at = clock_timestamp()
             WHERE customer_id = \(owner) AND collection_id = \(calendar)
            """)
    }

    /// Returns calendars that programs made with an address, and that are not subscribed to this address.
    public func unadoptedCalendars(limit: Int) throws(PostgresError) -> [UnadoptedCalendar] {
        try connection.rows("""
            SELECT c.customer_id, c.id, c.source_url FROM calendar_collection c
              LEFT JOIN subscription s ON s.customer_id = c.customer_id AND s.collection_id = c.id
             WHERE c.source_url IS NOT NULL AND c.deleted_at IS NULL
               AND (s.customer_id IS NULL OR s.program_url IS DISTINCT FROM c.source_url)
             LIMIT \(limit)
            """)
    }

    /// Returns the number of a customer's subscriptions, also of deleted calendars.
    public func countSubscriptions(of owner: CustomerID) throws(PostgresError) -> Int {
        try connection.value("SELECT count(*) FROM subscription WHERE customer_id = \(owner)") ?? 0
    }
}
