public import CivilTime
public import Postgres

/// The state of a conflict.
public enum ConflictState: String, Sendable, Hashable, CaseIterable, SQLConvertible {
    /// It waits for the customer.
    case open
    /// The customer keeps all of its events as they are.
    case kept
    /// The customer moved or cancelled the event, or moved the other one.
    case moved, cancelled
    case otherMoved = "other-moved"
    /// Its cause went away without an answer.
    case gone
    /// Everything in it is over.
    case expired

    /// True while its events clash.
    public var isLive: Bool { self == .open || self == .kept }
}

/// The facts of a conflict, as they were found.
public struct ConflictFacts: Sendable, Hashable {
    /// The UID of the event that was new or changed.
    public var uid: String
    /// The causes, in order: `overlap` or `tight` and a UID, or `prayer` and its name.
    public var clashes: [String]
    /// The UIDs of all events of the conflict.
    public var uids: [String]
    /// The first occurrence that clashes, as addresses name it; nil for a single event.
    public var recurrenceID: String?
    /// The start and the end of the first occurrence that clashes.
    public var start: Instant, end: Instant
    /// The end of the last occurrence that clashes.
    public var lastEnd: Instant
    /// The number of occurrences that clash.
    public var count: Int

    public init(
        uid: String, clashes: [String], uids: [String], recurrenceID: String?, start: Instant, end: Instant,
        lastEnd: Instant, count: Int
    ) {
        self.uid = uid
        self.clashes = clashes
        self.uids = uids
        self.recurrenceID = recurrenceID
        self.start = start
        self.end = end
        self.lastEnd = lastEnd
        self.count = count
    }
}

/// A conflict: an event that clashes with other events or with prayers.
public struct ConflictRow: Sendable, Hashable, RowDecodable {
    public let id: ConflictID
    public let state: ConflictState
    public let facts: ConflictFacts
    public let foundAt: Instant
    /// nil while it waits.
    public let decidedAt: Instant?

    public init(_ row: Row) throws(PostgresError) {
        id = try row["id"]
        state = try row["state"]
        facts = ConflictFacts(
            uid: try row["uid"], clashes: try row["clashes"], uids: try row["uids"],
            recurrenceID: try row["recurrence_id"], start: try row["starts_at"], end: try row["ends_at"],
            lastEnd: try row["last_end"], count: try row["count"])
        foundAt = try row["found_at"]
        decidedAt = try row["decided_at"]
    }

    fileprivate static let columns: SQL = """
        id, uid, state, clashes, uids, recurrence_id, starts_at, ends_at, last_end, count::bigint AS count, found_at,
        decided_at
        """
}

extension Store {
    /// Locks the conflicts of a customer until the transaction ends. Everything that writes them from what it has read
    /// takes the lock first; else two comparisons at once name two events twice, or an answer is overwritten.
    public func lockConflicts(of owner: CustomerID) throws(PostgresError) {
        try connection.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended('conflicts ' || \(owner)::text, 0))")
    }

    /// Returns the conflicts of a customer with some states, the earliest first.
    public func conflicts(
        of owner: CustomerID, _ states: [ConflictState] = [.open], limit: Int = 1_000
    ) throws(PostgresError) -> [ConflictRow] {
        try connection.rows("""
            SELECT \(ConflictRow.columns) FROM conflict
             WHERE customer_id = \(owner) AND state = ANY (\(states.map(\.rawValue)))
             ORDER BY starts_at, id LIMIT \(limit)
            """)
    }

    /// Returns the live conflicts that may have changed: those that have one of these events, those of a way near which
    /// one of them lies, and those of which an event is no longer in any calendar.
    public func conflicts(
        of owner: CustomerID, touchedBy uids: [String]
    ) throws(PostgresError) -> [ConflictRow] {
        try connection.rows("""
            SELECT \(ConflictRow.columns) FROM conflict
             WHERE customer_id = \(owner) AND state IN ('open', 'kept')
               AND (uids && \(uids)
                    OR EXISTS (SELECT 1 FROM unnest(clashes) AS k (cause) WHERE starts_with(k.cause, 'tight '))
                       AND EXISTS (SELECT 1 FROM calendar_object o
                                    WHERE o.customer_id = \(owner) AND o.uid = ANY (\(uids))
                                      AND o.first_start < ends_at + interval '3 hours'
                                      AND (o.last_end IS NULL OR o.last_end > starts_at - interval '3 hours'))
                    OR EXISTS (SELECT 1 FROM unnest(uids) AS u (uid)
                                WHERE NOT EXISTS (
                                      SELECT 1 FROM calendar_collection c
                                        JOIN calendar_object o ON o.customer_id = c.customer_id
                                                              AND o.collection_id = c.id
                                       WHERE c.customer_id = \(owner) AND c.deleted_at IS NULL AND o.uid = u.uid)))
             ORDER BY id
            """)
    }

    /// Returns the conflicts of events, whatever their states.
    public func conflicts(of owner: CustomerID, uids: [String]) throws(PostgresError) -> [ConflictRow] {
        try connection.rows("""
            SELECT \(ConflictRow.columns) FROM conflict WHERE customer_id = \(owner) AND uid = ANY (\(uids))
            """)
    }

    /// Writes a conflict down: creates the row of its event, or replaces it.
    @discardableResult
    public func record(
        _ facts: ConflictFacts, _ state: ConflictState, of owner: CustomerID
    ) throws(PostgresError) -> ConflictID {
        let decided: SQL = state == .open ? "NULL" : "now()"
        let id: ConflictID? = try connection.value("""
            INSERT INTO conflict
                   (customer_id, uid, state, clashes, uids, recurrence_id, starts_at, ends_at, last_end, count,
                    decided_at)
            VALUES (\(owner), \(facts.uid), \(state.rawValue), \(facts.clashes), \(facts.uids), \(facts.recurrenceID),
                    \(facts.start), \(facts.end), \(facts.lastEnd), \(facts.count)::integer, \(decided))
            ON CONFLICT (customer_id, uid) DO UPDATE
               SET state = excluded.state, clashes = excluded.clashes, uids = excluded.uids,
                   recurrence_id = excluded.recurrence_id, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
                   last_end = excluded.last_end, count = excluded.count,
                   found_at = CASE WHEN conflict.state = excluded.state THEN conflict.found_at ELSE now() END,
                   decided_at = CASE WHEN conflict.state = excluded.state THEN conflict.decided_at
                                     ELSE excluded.decided_at END
            RETURNING id
            """)
        guard let id else { throw .decoding("a conflict without a number") }
        return id
    }

    /// Ends a conflict; the facts stay.
    public func end(
        _ id: ConflictID, of owner: CustomerID, as state: ConflictState
    ) throws(PostgresError) {
        try connection.execute("""
            UPDATE conflict SET state = \(state.rawValue), decided_at = now()
             WHERE customer_id = \(owner) AND id = \(id)
            """)
    }

    /// Writes the customer's answer to a conflict that waits; the facts stay.
    ///
    /// - Returns: false if it waits no longer.
    public func answer(
        _ id: ConflictID, of owner: CustomerID, _ state: ConflictState
    ) throws(PostgresError) -> Bool {
        try connection.execute("""
            UPDATE conflict SET state = \(state.rawValue), decided_at = now()
             WHERE customer_id = \(owner) AND id = \(id) AND state = 'open'
            """) == 1
    }

    /// Takes back that a customer keeps both events.
    ///
    /// - Returns: false if that is not the answer.
    public func reopen(_ id: ConflictID, of owner: CustomerID) throws(PostgresError) -> Bool {
        try connection.execute("""
            UPDATE conflict SET state = 'open', decided_at = NULL
             WHERE customer_id = \(owner) AND id = \(id) AND state = 'kept'
            """) == 1
    }

    /// Returns a conflict by its number, whatever its state.
    public func conflict(_ id: ConflictID, of owner: CustomerID) throws(PostgresError) -> ConflictRow? {
        try connection.row("""
            SELECT \(ConflictRow.columns) FROM conflict WHERE customer_id = \(owner) AND id = \(id)
            """)
    }

    /// Ends the live conflicts whose events are over.
    ///
    /// - Returns: the number of them, at most `limit`.
    public func expireConflicts(before moment: Instant, limit: Int) throws(PostgresError) -> Int {
        try connection.execute("""
            UPDATE conflict SET state = 'expired', decided_at = coalesce(decided_at, now())
             WHERE (customer_id, id) IN (SELECT customer_id, id FROM conflict
                                          WHERE state IN ('open', 'kept') AND last_end <= \(moment)
                                          ORDER BY last_end LIMIT \(limit))
            """)
    }
}
