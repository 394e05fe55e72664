public import Postgres

/// The outcome of a good fetch.
public struct GoodFetch: Sendable {
    public var etag: String?
    public var lastModified: String?
    public var contentDigest: [UInt8]?
    public var entryCount: Int
    public var refreshSeconds: Int?

    public init(
        etag: String?, lastModified: String?, contentDigest: [UInt8]?, entryCount: Int, refreshSeconds: Int?
    ) {
        self.etag = etag
        self.lastModified = lastModified
        self.contentDigest = contentDigest
        self.entryCount = entryCount
        self.refreshSeconds = refreshSeconds
    }
}

extension Store {
    /// Notes that a source answered, and that all its calendars hold the answer.
    public func note(
        _ good: GoodFetch, of source: SourceID, nextAfterSeconds seconds: Int
    ) throws(PostgresError) {
        try connection.execute("""
            UPDATE outside_source
               SET etag = \(good.etag), last_modified = \(good.lastModified), content_digest = \(good.contentDigest),
                   entry_count = \(good.entryCount)::integer, refresh_seconds = \(good.refreshSeconds)::integer,
                   good_at = clock_timestamp(), leased_until = NULL, failures = 0, failing_since = NULL, problem = NULL,
                   held_digest = NULL, held_since = NULL, held_times = 0, held_count = 0,
                   next_at = clock_timestamp() + \(seconds) * interval '1 second'
             WHERE id = \(source)
            """)
    }

    /// Notes that a source answered as before.
    public func noteUnchanged(_ source: SourceID, nextAfterSeconds seconds: Int) throws(PostgresError) {
        try connection.execute("""
            UPDATE outside_source
               SET good_at = clock_timestamp(), leased_until = NULL, failures = 0, failing_since = NULL, problem = NULL,
                   next_at = clock_timestamp() + \(seconds) * interval '1 second'
             WHERE id = \(source)
            """)
    }

    /// Notes an answer that is not believed yet. The same answer again counts up; another one begins to count.
    public func noteHeld(
        _ digest: [UInt8], entries: Int, of source: SourceID, nextAfterSeconds seconds: Int
    ) throws(PostgresError) {
        try connection.execute("""
            UPDATE outside_source
               SET held_since = CASE WHEN held_digest = \(digest) THEN held_since ELSE clock_timestamp() END,
                   held_times = CASE WHEN held_digest = \(digest) THEN held_times + 1 ELSE 1 END,
                   held_digest = \(digest), held_count = \(entries)::integer, leased_until = NULL, failures = 0,
                   failing_since = NULL, problem = NULL,
                   next_at = clock_timestamp() + \(seconds) * interval '1 second'
             WHERE id = \(source)
            """)
    }

    /// Notes a failure. What the calendars hold stays.
    ///
    /// - Parameter problem: the reason, as a word.
    public func noteFailure(
        _ problem: String, of source: SourceID, nextAfterSeconds seconds: Int
    ) throws(PostgresError) {
        try connection.execute("""
            UPDATE outside_source
               SET problem = \(problem), failures = failures + 1, leased_until = NULL,
                   failing_since = coalesce(failing_since, clock_timestamp()),
                   next_at = clock_timestamp() + \(seconds) * interval '1 second'
             WHERE id = \(source)
            """)
    }

    /// Gives a source back that was not fetched.
    public func putOff(_ source: SourceID, seconds: Int) throws(PostgresError) {
        try connection.execute("""
            UPDATE outside_source
               SET leased_until = NULL, next_at = clock_timestamp() + \(seconds) * interval '1 second'
             WHERE id = \(source)
            """)
    }

    /// Notes that permanent redirects lead to another address, once a day; nil that they do not.
    public func noteMoved(_ digest: [UInt8]?, of source: SourceID) throws(PostgresError) {
        try connection.execute("""
            UPDATE outside_source
               SET moved_days = CASE WHEN \(digest)::bytea IS NULL THEN 0 WHEN moved_digest = \(digest)
                                     THEN moved_days + (moved_on < (now() AT TIME ZONE 'UTC')::date)::integer ELSE 1 END,
                   moved_on = CASE WHEN \(digest)::bytea IS NULL THEN NULL ELSE (now() AT TIME ZONE 'UTC')::date END,
                   moved_digest = \(digest)
             WHERE id = \(source)
            """)
    }

    /// Gives all subscriptions of a source to another one.
    public func moveSubscriptions(from source: SourceID, to other: SourceID) throws(PostgresError) {
        try connection.execute("UPDATE subscription SET source_id = \(other) WHERE source_id = \(source)")
    }
}
