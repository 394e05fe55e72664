public import CivilTime
public import Postgres

/// An address outside, with the state of its fetches.
public struct SourceRow: Sendable, RowDecodable {
    public let id: SourceID
    /// A digest of the address, with a key.
    public let addressDigest: [UInt8]
    /// The address, encrypted.
    public let sealedAddress: [UInt8]
    public let host: String
    public let etag: String?
    public let lastModified: String?
    public let contentDigest: [UInt8]?
    /// The entries of the last answer that was applied.
    public let entryCount: Int
    /// The interval that the last good answer asks for.
    public let refreshSeconds: Int?
    public let nextAt: Instant
    public let goodAt: Instant?
    public let failures: Int
    public let failingSince: Instant?
    public let problem: String?
    public let heldDigest: [UInt8]?
    public let heldSince: Instant?
    public let heldTimes: Int
    public let heldCount: Int
    public let movedDigest: [UInt8]?
    public let movedDays: Int
    /// True if the last redirect to that address was seen today, in UTC.
    public let wasMovedToday: Bool

    public init(_ row: Row) throws(PostgresError) {
        id = try row["source_id"]
        addressDigest = try row["address_digest"]
        sealedAddress = try row["sealed_address"]
        host = try row["host"]
        etag = try row["etag"]
        lastModified = try row["last_modified"]
        contentDigest = try row["content_digest"]
        entryCount = try row["entry_count"]
        refreshSeconds = try row["refresh_seconds"]
        nextAt = try row["next_at"]
        goodAt = try row["good_at"]
        failures = try row["failures"]
        failingSince = try row["failing_since"]
        problem = try row["problem"]
        heldDigest = try row["held_digest"]
        heldSince = try row["held_since"]
        heldTimes = try row["held_times"]
        heldCount = try row["held_count"]
        movedDigest = try row["moved_digest"]
        movedDays = try row["moved_days"]
        wasMovedToday = try row["was_moved_today"]
    }

    /// The columns of `outside_source` AS o.
    static let columns: SQL = """
        o.id AS source_id, o.address_digest, o.sealed_address, o.host, o.etag, o.last_modified, o.content_digest,
        o.entry_count, o.refresh_seconds, o.next_at, o.good_at, o.failures, o.failing_since, o.problem, o.held_digest,
        o.held_since, o.held_times, o.held_count, o.moved_digest, o.moved_days,
        coalesce(o.moved_on = (now() AT TIME ZONE 'UTC')::date, false) AS was_moved_today
        """
}

extension Store {
    /// Returns the source of an address; it is made if there is none.
    ///
    /// - Parameter digests: those of the address with all keys that are valid, the current one first.
    public func source(
        _ digests: [[UInt8]], sealedAddress: [UInt8], host: String
    ) throws(PostgresError) -> SourceID {
        let found: SourceID? = try connection.value(
            "SELECT id FROM outside_source WHERE address_digest = ANY (\(digests)) ORDER BY id LIMIT 1 FOR KEY SHARE")
        if let found { return found }
        let made: SourceID? = try connection.value("""
            INSERT INTO outside_source (address_digest, sealed_address, host)
            VALUES (\(digests[0]), \(sealedAddress), \(host))
            ON CONFLICT (address_digest) DO UPDATE SET host = excluded.host RETURNING id
            """)
        guard let made else { throw .decoding("the new source has no id") }
        return made
    }

    /// Chooses the source that has been due the longest, and leaves it to the caller for some time.
    ///
    /// One host is asked by one worker at a time, and for a limited number of its addresses in a minute. A source
    /// whose calendars are all deleted waits.
    public func claimSource(leaseSeconds: Int, perHostAndMinute: Int) throws -> SourceRow? {
        try transaction {
            // Two workers that choose at one moment would not see each other's host.
            try connection.execute(
                "SELECT pg_advisory_xact_lock(hashtextextended('outside ' || current_schema(), 0))")
            return try connection.row("""
                UPDATE outside_source o
                   SET leased_until = clock_timestamp() + \(leaseSeconds) * interval '1 second',
                       asked_at = clock_timestamp()
                 WHERE o.id = (
                    SELECT n.id FROM outside_source n
                     WHERE n.next_at <= clock_timestamp()
                       AND (n.leased_until IS NULL OR n.leased_until <= clock_timestamp())
                       AND NOT EXISTS (
                            SELECT 1 FROM outside_source b
                             WHERE b.host = n.host AND b.leased_until > clock_timestamp())
                       AND (SELECT count(*) FROM outside_source b
                             WHERE b.host = n.host AND b.asked_at > clock_timestamp() - interval '1 minute')
                           < \(perHostAndMinute)
                       AND EXISTS (
                            SELECT 1 FROM subscription s
                              JOIN calendar_collection c ON c.customer_id = s.customer_id AND c.id = s.collection_id
                             WHERE s.source_id = n.id AND c.deleted_at IS NULL)
                     ORDER BY n.next_at LIMIT 1)
                RETURNING \(SourceRow.columns)
                """)
        }
    }

    /// Makes a source due at once, unless it was asked within the last minute.
    ///
    /// - Returns: false if it was.
    public func lookNow(at source: SourceID) throws(PostgresError) -> Bool {
        let isDue = try connection.execute("""
            UPDATE outside_source SET next_at = now()
             WHERE id = \(source) AND (asked_at IS NULL OR asked_at < now() - interval '1 minute')
            """) == 1
        if isDue { try connection.execute("SELECT pg_notify(\(Self.outsideChannel), '')") }
        return isDue
    }

    /// Returns the hosts that are asked, in alphabetic order, at most `limit` of them.
    public func outsideHosts(limit: Int) throws(PostgresError) -> [String] {
        try connection.rows(
            "SELECT DISTINCT host FROM outside_source ORDER BY host LIMIT \(limit)", as: OutsideHost.self
        ).map(\.host)
    }
}

private struct OutsideHost: RowDecodable {
    let host: String
    init(_ row: Row) throws(PostgresError) { host = try row["host"] }
}

extension Store {
    /// Returns true if a customer who subscribed to a source was here within a week, by a browser, an app or a device.
    public func isVisited(_ source: SourceID) throws(PostgresError) -> Bool {
        try connection.value("""
            SELECT EXISTS (
                SELECT 1 FROM subscription s
                 WHERE s.source_id = \(source)
                   AND (EXISTS (SELECT 1 FROM session t WHERE t.customer_id = s.customer_id
                                   AND t.last_seen_at > now() - interval '7 days')
                     OR EXISTS (SELECT 1 FROM device_password d WHERE d.customer_id = s.customer_id
                                   AND d.last_used_at > now() - interval '7 days')))
            """) ?? false
    }
}
