public import Postgres

/// A limit on the number of events for one subject in a window of time.
public struct Throttle: Sendable {
    /// The kind of event that is counted, as in `mail.address`.
    public let kind: String
    /// The keyed digest of the subject, 32 bytes.
    public let subject: [UInt8]
    public let limit: Int
    public let windowSeconds: Int

    public init(kind: String, subject: [UInt8], limit: Int, windowSeconds: Int) {
        self.kind = kind
        self.subject = subject
        self.limit = limit
        self.windowSeconds = windowSeconds
    }
}

extension Store {
    /// Counts one event against each throttle, or against none of them if one is full.
    ///
    /// Call it in a transaction: it holds a lock per subject until the transaction ends. So responders that
    /// count at the same moment see each other's events.
    ///
    /// - Returns: the seconds until every throttle allows one more event; nil if the event was counted.
    public func take(_ throttles: [Throttle]) throws(PostgresError) -> Int? {
        var wait: Int?
        // In one order everywhere, so that two requests never wait for each other.
        let ordered = throttles.sorted {
            $0.kind == $1.kind ? $0.subject.lexicographicallyPrecedes($1.subject) : $0.kind < $1.kind
        }
        for throttle in ordered {
            try connection.execute("""
                SELECT pg_advisory_xact_lock(hashtextextended(\(throttle.kind) || encode(\(throttle.subject), 'hex'), 0))
                """)
            if let seconds = try secondsUntilFree(throttle) { wait = max(wait ?? 0, seconds) }
        }
        guard wait == nil else { return wait }
        for throttle in throttles { try record(throttle) }
        return nil
    }

    /// Returns the seconds until a throttle allows one more event; nil if it allows one now.
    public func secondsUntilFree(_ throttle: Throttle) throws(PostgresError) -> Int? {
        try connection.value("""
            SELECT greatest(1, ceil(extract(epoch FROM
                       happened_at + \(throttle.windowSeconds) * interval '1 second' - now())))::bigint
              FROM throttle_event
             WHERE kind = \(throttle.kind) AND subject = \(throttle.subject)
               AND happened_at > now() - \(throttle.windowSeconds) * interval '1 second'
             ORDER BY happened_at DESC
            OFFSET \(max(0, throttle.limit - 1)) LIMIT 1
            """)
    }

    /// Returns the number of events that count against a throttle now.
    public func count(_ throttle: Throttle) throws(PostgresError) -> Int {
        try connection.value("""
            SELECT count(*) FROM throttle_event
             WHERE kind = \(throttle.kind) AND subject = \(throttle.subject)
               AND happened_at > now() - \(throttle.windowSeconds) * interval '1 second'
            """) ?? 0
    }

    /// Deletes the events that were counted for one subject.
    public func forget(_ throttle: Throttle) throws(PostgresError) {
        try connection.execute("DELETE FROM throttle_event WHERE kind = \(throttle.kind) AND subject = \(throttle.subject)")
    }

    /// Counts one event, even if the throttle is full.
    public func record(_ throttle: Throttle) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO throttle_event (kind, subject) VALUES (\(throttle.kind), \(throttle.subject))
            """)
    }
}
