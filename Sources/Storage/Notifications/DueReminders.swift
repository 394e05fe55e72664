public import CivilTime
public import Postgres

/// An alarm of an event that a notice is to be made of.
public struct DueReminder: Sendable, RowDecodable {
    public let customer: CustomerID
    public let calendar: CalendarID
    public let segment: String
    public let reminder: NewReminder

    public init(_ row: Row) throws(PostgresError) {
        customer = try row["customer_id"]
        calendar = try row["collection_id"]
        segment = try row["segment"]
        let title: String? = try row["title"], place: String? = try row["place"]
        reminder = NewReminder(
            key: try row["key"], dueAt: try row["due_at"], recurrenceID: try row["recurrence_id"],
            startsAt: try row["starts_at"], isAllDay: try row["is_all_day"], isMail: try row["is_mail"],
            title: title ?? "", place: place ?? "")
    }
}

extension Store {
    /// Takes the alarms that go off first, in the transaction that makes notices of them. Each is taken once.
    ///
    /// - Parameter end: those that go off later are left.
    public func takeReminders(until end: Instant, limit: Int, at now: Instant) throws(PostgresError) -> [DueReminder] {
        try connection.rows("""
            UPDATE reminder SET noted_at = \(now)
             WHERE ctid = ANY (ARRAY (
                   SELECT ctid FROM reminder WHERE noted_at IS NULL AND due_at <= \(end)
                    ORDER BY due_at LIMIT \(limit)::integer FOR UPDATE SKIP LOCKED))
            RETURNING customer_id, collection_id, segment, key, due_at, recurrence_id, starts_at, is_all_day, is_mail,
                      title, place
            """)
    }

    /// Returns true if an alarm still goes off at a moment. Its event may have changed or gone, or its calendar.
    ///
    /// The limit makes Postgres find the alarm by its key, also where it believes that the customer has few of them.
    public func hasReminder(of customer: CustomerID, key: String, at moment: Instant) throws(PostgresError) -> Bool {
        try connection.value("""
            SELECT EXISTS (
                SELECT 1 FROM (SELECT collection_id FROM reminder
                                WHERE customer_id = \(customer) AND key = \(key) AND due_at = \(moment)
                                ORDER BY key, due_at, collection_id LIMIT 100) r
                  JOIN calendar_collection c ON c.id = r.collection_id
                 WHERE c.customer_id = \(customer) AND c.deleted_at IS NULL)
            """) ?? false
    }

    /// Returns the moment at which the next alarm goes off; nil if none waits.
    public func nextReminder() throws(PostgresError) -> Instant? {
        try connection.value("SELECT min(due_at) FROM reminder WHERE noted_at IS NULL")
    }
}
