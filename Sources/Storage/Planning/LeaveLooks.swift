public import CivilTime
public import Postgres

/// The state of an event that an alert to leave is about, as its notice names it.
public struct LeaveSubject: Sendable, Hashable {
    /// The `collapse_key` of the notice.
    public let thing: String
    public let version: String

    public init(thing: String, version: String) {
        self.thing = thing
        self.version = version
    }

    /// A text that no other state has.
    fileprivate var key: String { "\(thing)\n\(version)" }
}

extension Store {
    /// The condition that a notice is an alert to leave.
    private static let isLeaving: SQL = "n.kind IN ('leave.soon', 'leave.now', 'leave.late')"

    /// Takes the customer whose ways have been due longest, and lets others wait until a moment.
    ///
    /// A customer whose ways cannot be read holds up nobody: they are taken again at that moment.
    public func claimLeaveLook(at now: Instant, until next: Instant) throws(PostgresError) -> CustomerID? {
        try connection.value("""
            UPDATE leave_look SET look_at = \(next)
             WHERE customer_id = (SELECT customer_id FROM leave_look WHERE look_at <= \(now)
                                   ORDER BY look_at LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING customer_id
            """)
    }

    /// Locks a customer's row, so that two looks at the same customer follow one another. Call it in the transaction
    /// that writes the alerts.
    public func lockLeaveLook(of customer: CustomerID, at now: Instant) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO leave_look (customer_id, look_at) VALUES (\(customer), \(now))
            ON CONFLICT (customer_id) DO UPDATE SET look_at = leave_look.look_at
            """)
    }

    /// Sets the moment at which a customer's ways are looked at next.
    public func setLeaveLook(of customer: CustomerID, _ next: Instant) throws(PostgresError) {
        try connection.execute("UPDATE leave_look SET look_at = \(next) WHERE customer_id = \(customer)")
    }

    /// Returns the things and versions of the alerts of a kind that were sent, or that the customer has read.
    public func sentLeaveAlerts(of customer: CustomerID, kind: String) throws(PostgresError) -> Set<LeaveSubject> {
        let rows: [SentAlert] = try connection.rows("""
            SELECT n.collapse_key, n.version FROM notification n
             WHERE n.customer_id = \(customer) AND n.kind = \(kind) AND n.look_at IS NULL
            """)
        return Set(rows.map(\.state))
    }

    /// Deletes the alerts to leave that wait, and ends those that are on their way for a state that is no more.
    ///
    /// - Parameter kept: the states that still hold.
    public func clearLeaveAlerts(
        of customer: CustomerID, keeping kept: [LeaveSubject], at now: Instant
    ) throws(PostgresError) {
        try connection.execute("""
            DELETE FROM notification n
             WHERE n.customer_id = \(customer) AND \(Self.isLeaving) AND n.look_at IS NOT NULL
            """)
        try connection.execute("""
            WITH gone AS (
                UPDATE notification n SET read_at = coalesce(n.read_at, \(now))
                 WHERE n.customer_id = \(customer) AND \(Self.isLeaving) AND n.useful_until > \(now)
                   AND NOT n.collapse_key || chr(10) || n.version = ANY (\(kept.map(\.key)))
                RETURNING n.id)
            UPDATE delivery d SET state = 'dropped', ended_at = \(now), last_reason = 'withdrawn'
              FROM gone
             WHERE d.customer_id = \(customer) AND d.notification_id = gone.id AND d.state = 'queued'
            """)
    }
}

private struct SentAlert: RowDecodable {
    let state: LeaveSubject

    init(_ row: Row) throws(PostgresError) {
        state = LeaveSubject(thing: try row["collapse_key"], version: try row["version"])
    }
}
