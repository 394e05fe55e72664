public import CivilTime
public import Postgres

/// An object that may take its owner's time: the columns of a view, and the UID.
public struct ScheduleRow: Sendable, RowDecodable {
    public let object: ViewObjectRow
    public let uid: String

    public init(_ row: Row) throws(PostgresError) {
        object = try ViewObjectRow(row)
        uid = try row.text(at: ViewObjectRow.columnCount)
    }
}

/// A calendar with changes that were not compared with the customer's time yet.
public struct UncomparedCalendar: Sendable, Equatable, RowDecodable {
    public let id: CalendarID
    /// The change up to which it was compared.
    public let comparedCounter: Int64
    /// The number of its last change.
    public let counter: Int64
    /// True if its objects were stored before conflicts were looked for.
    public let isSilent: Bool

    public init(_ row: Row) throws(PostgresError) {
        id = try row["id"]
        comparedCounter = try row["compared_counter"]
        counter = try row["counter"]
        isSilent = try row["is_silent"]
    }
}

/// An event that changed after its calendar was last compared.
public struct ChangedEvent: Sendable, RowDecodable {
    public let uid: String
    /// The bounds of its occurrences, 14 hours wide if they depend on the zone; nil without a start, and without an
    /// end.
    public let firstStart: Instant?, lastEnd: Instant?
    public let isRecurring: Bool

    public init(_ row: Row) throws(PostgresError) {
        uid = try row["uid"]
        firstStart = try row["first_start"]
        lastEnd = try row["last_end"]
        isRecurring = try row["is_recurring"]
    }
}

extension Store {
    /// Returns a customer's rows and saved places, and the objects of all calendars that make them busy, as far as they
    /// may be in a window, in one round trip. Planned times are left out: they give way to everything else.
    ///
    /// - Parameter window: both bounds included.
    public func schedule(
        of owner: CustomerID, _ window: ClosedRange<Instant>
    ) throws(PostgresError) -> (customer: CustomerRows, places: [SavedPlace], objects: [ScheduleRow]) {
        let objects = viewQuery(owner, window, undated: false, where: "NOT c.is_transparent")
        let (customer, places, rows) = try connection.pipeline { pipeline in
            (
                PendingCustomerRows(self, of: owner, &pipeline),
                pipeline.rows(SavedPlace.query(owner), as: SavedPlace.self),
                pipeline.rows(
                    """
                    SELECT v.*, o.uid FROM (\(objects)) v
                      JOIN calendar_object o ON o.customer_id = \(owner) AND o.collection_id = v.collection_id
                                            AND o.segment = v.segment
                     WHERE NOT (o.uid LIKE \(PlanEventRow.uidPrefix + "%") AND o.collection_id IN (
                           SELECT p.collection_id FROM plan p WHERE p.customer_id = \(owner)))
                    """, as: ScheduleRow.self)
            )
        }
        return (try customer.get(), try places.get(), try rows.get())
    }

    /// Returns the calendars of a customer that have changes which were not compared yet.
    public func uncomparedCalendars(of owner: CustomerID) throws(PostgresError) -> [UncomparedCalendar] {
        try connection.rows("""
            SELECT c.id, coalesce(r.counter, 0) AS compared_counter, c.counter,
                   coalesce(r.is_silent, false) AS is_silent
              FROM calendar_collection c
              LEFT JOIN conflict_reading r ON r.customer_id = c.customer_id AND r.collection_id = c.id
             WHERE c.customer_id = \(owner) AND c.counter > coalesce(r.counter, 0) AND c.deleted_at IS NULL
             ORDER BY c.id
            """)
    }

    /// Returns the events of a calendar that changed and were not compared yet, in the order of the changes. Planned
    /// times clash with nothing.
    public func changedEvents(
        of owner: CustomerID, in calendar: UncomparedCalendar
    ) throws(PostgresError) -> [ChangedEvent] {
        try connection.rows("""
            SELECT uid, first_start, last_end, is_recurring
              FROM calendar_object
             WHERE customer_id = \(owner) AND collection_id = \(calendar.id)
               AND counter > \(calendar.comparedCounter) AND counter <= \(calendar.counter) AND kind = 'VEVENT'
               AND uid NOT LIKE \(PlanEventRow.uidPrefix + "%")
             ORDER BY counter
            """)
    }

    /// Returns the events of a customer with these UIDs.
    public func events(of owner: CustomerID, uids: [String]) throws(PostgresError) -> [ChangedEvent] {
        try connection.rows("""
            SELECT o.uid, o.first_start, o.last_end, o.is_recurring
              FROM calendar_collection c
              JOIN calendar_object o ON o.customer_id = c.customer_id AND o.collection_id = c.id
             WHERE c.customer_id = \(owner) AND c.deleted_at IS NULL AND o.uid = ANY (\(uids)) AND o.kind = 'VEVENT'
             ORDER BY o.uid
            """)
    }

    /// Lets everything in a customer's calendars be compared again, without notices about what is found.
    public func compareAgain(of owner: CustomerID) throws(PostgresError) {
        try connection.execute(
            "UPDATE conflict_reading SET counter = 0, is_silent = true WHERE customer_id = \(owner)")
    }

    /// Records that a calendar was compared up to its last change, in the transaction that records what was found.
    public func record(compared calendar: UncomparedCalendar, of owner: CustomerID) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO conflict_reading (customer_id, collection_id, counter, is_silent)
            VALUES (\(owner), \(calendar.id), \(calendar.counter), false)
            ON CONFLICT (customer_id, collection_id) DO UPDATE
               SET counter = greatest(conflict_reading.counter, excluded.counter), is_silent = false
            """)
    }
}
