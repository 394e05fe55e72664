public import CivilTime
public import Postgres

/// The state of times that Jadwal computes for a series.
public struct ComputedTimes: Sendable, Hashable {
    /// The day on which they are computed again.
    public var dueOn: LocalDate
    /// A digest of what they were computed from, without the customer's own choices; nil to compute them again now.
    public var inputs: String?

    public init(dueOn: LocalDate, inputs: String? = nil) {
        self.dueOn = dueOn
        self.inputs = inputs
    }
}

/// An object whose times are to be computed again.
public struct DueTimes: Sendable, Hashable, RowDecodable {
    public let owner: CustomerID
    public let collection: CalendarID
    public let place: ObjectPlace

    public init(_ row: Row) throws(PostgresError) {
        owner = try row["customer_id"]
        collection = try row["collection_id"]
        place = ObjectPlace(try row["calendar"], try row["segment"])
    }

    static let columns: SQL = "o.customer_id, o.collection_id, c.segment AS calendar, o.segment"
}

extension Store {
    /// Returns objects of any customer whose times are due on a day, or were computed from other inputs than today's.
    ///
    /// - Parameter inputs: the digests from which times are computed today.
    public func dueTimes(on day: LocalDate, unless inputs: [String], limit: Int) throws(PostgresError) -> [DueTimes] {
        try connection.rows("""
            SELECT \(DueTimes.columns)
              FROM calendar_collection c
              JOIN calendar_object o ON o.customer_id = c.customer_id AND o.collection_id = c.id
             WHERE o.times_due_on IS NOT NULL AND c.deleted_at IS NULL
               AND (o.times_due_on <= date '1970-01-01' + \(day.daysSince1970)::integer
                    OR coalesce(o.times_inputs, '') <> ALL (\(inputs)))
             ORDER BY o.customer_id, o.collection_id, o.segment LIMIT \(limit)
            """)
    }

    /// Returns objects of a customer whose times are to be computed again at once.
    public func dueTimes(of owner: CustomerID, limit: Int) throws(PostgresError) -> [DueTimes] {
        try connection.rows("""
            SELECT \(DueTimes.columns)
              FROM calendar_collection c
              JOIN calendar_object o ON o.customer_id = c.customer_id AND o.collection_id = c.id
             WHERE o.customer_id = \(owner) AND o.times_due_on IS NOT NULL AND o.times_inputs IS NULL
               AND c.deleted_at IS NULL
             ORDER BY o.collection_id, o.segment LIMIT \(limit)
            """)
    }

    /// Lets all computed times of a customer be computed again, in a transaction with the reason for it.
    ///
    /// - Returns: false if there are none.
    public func forgetTimes(of owner: CustomerID) throws(PostgresError) -> Bool {
        let count: Int? = try connection.value("""
            WITH forgotten AS (
                UPDATE calendar_object SET times_inputs = NULL
                 WHERE customer_id = \(owner) AND times_due_on IS NOT NULL
                RETURNING 1)
            SELECT count(*) FROM forgotten
            """)
        return (count ?? 0) > 0
    }

    /// Records that the times of an object are as they should be, without changing the object.
    ///
    /// - Parameters:
    ///   - tag: of the object that was read. A newer one keeps its own state.
    ///   - times: nil for an object whose times are no longer computed.
    public func record(_ times: ComputedTimes?, of due: DueTimes, tag: [UInt8]) throws(PostgresError) {
        try connection.execute("""
            UPDATE calendar_object
               SET times_due_on = date '1970-01-01' + \(times?.dueOn.daysSince1970)::integer,
                   times_inputs = \(times?.inputs)
             WHERE customer_id = \(due.owner) AND collection_id = \(due.collection) AND segment = \(due.place.segment)
               AND etag = \(tag)
            """)
    }

    /// Returns a customer's choice of prayer times, if they have made one, and their choices about calendars, in one
    /// round trip.
    public func seriesChoices(
        of customer: CustomerID
    ) throws(PostgresError) -> (source: PrayerSource?, preferences: CalendarPreferences) {
        let (source, preferences) = try connection.pipeline { pipeline in
            (
                pipeline.row(PrayerSource.query(customer), as: PrayerSource.self),
                pipeline.row(CalendarPreferences.query(customer), as: CalendarPreferences.self)
            )
        }
        return (try source.get(), try preferences.get() ?? CalendarPreferences())
    }
}
