public import CivilTime
public import Postgres

/// A customer's wish to have the day announced each morning.
public struct DigestRow: Sendable, RowDecodable {
    public let customer: CustomerID
    /// The minute of the customer's day.
    public let minute: Int
    /// The last day that was announced, in days since 1970; nil before the first one.
    public let sentOn: LocalDate?

    public init(_ row: Row) throws(PostgresError) {
        customer = try row["customer_id"]
        minute = try row["minute"]
        let days: Int? = try row["sent_on_days"]
        sentOn = days.map { LocalDate(daysSince1970: $0) }
    }

    static let columns: SQL = "customer_id, minute, sent_on - date '1970-01-01' AS sent_on_days"
}

extension Store {
    /// Returns a customer's wish; nil without one.
    public func morningDigest(of customer: CustomerID) throws(PostgresError) -> DigestRow? {
        try connection.row("SELECT \(DigestRow.columns) FROM morning_digest WHERE customer_id = \(customer)")
    }

    /// Writes a customer's wish.
    ///
    /// - Parameters:
    ///   - day: the last day that is not to be announced; nil for none.
    ///   - next: the moment at which the worker looks at it.
    public func replaceDigest(
        of customer: CustomerID, minute: Int, sentOn day: LocalDate?, next: Instant
    ) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO morning_digest (customer_id, minute, sent_on, next_at)
            VALUES (\(customer), \(minute), date '1970-01-01' + \(day?.daysSince1970)::integer, \(next))
            ON CONFLICT (customer_id) DO UPDATE
               SET minute = excluded.minute, next_at = excluded.next_at,
                   sent_on = greatest(morning_digest.sent_on, excluded.sent_on)
            """)
    }

    /// Deletes a customer's wish.
    public func deleteDigest(of customer: CustomerID) throws(PostgresError) {
        try connection.execute("DELETE FROM morning_digest WHERE customer_id = \(customer)")
    }

    /// Locks the wish that has been due the longest. Call it in a transaction.
    public func lockDueDigest(at now: Instant) throws(PostgresError) -> DigestRow? {
        try connection.row("""
            SELECT \(DigestRow.columns) FROM morning_digest
             WHERE next_at <= \(now) ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED
            """)
    }
}
