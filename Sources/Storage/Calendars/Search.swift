public import CivilTime
public import Postgres

/// An object that a search found.
public struct FoundRow: Sendable, Hashable, RowDecodable {
    /// The list that an object belongs to by its facts.
    public enum List: String, Sendable, SQLConvertible {
        /// It repeats and may have an occurrence that is not over.
        case series
        /// It is not over, the next first.
        case upcoming
        /// It is over, the last first.
        case past
        /// It has no time.
        case undated
    }

    public let list: List
    public let calendar: CalendarID
    public let segment: String
    public let kind: String
    /// The start of the first occurrence and the end of the last one, by the facts: on a day when the zone's clocks
    /// are another hour from UTC, days and floating times are that hour off.
    public let start: Instant?, end: Instant?
    /// The text of a series; nil for others, and for series that have too much text together.
    public let octets: [UInt8]?
    /// The number of all objects that were found.
    fileprivate let total: Int
    /// The number of all series that were found.
    fileprivate let series: Int

    public init(_ row: Row) throws(PostgresError) {
        list = try row["list"]
        calendar = try row["collection_id"]
        segment = try row["segment"]
        kind = try row["kind"]
        start = try row["starts_at"]
        end = try row["ends_at"]
        octets = try row["octets"]
        total = try row["total"]
        series = try row["series"]
    }
}

/// The objects that a search finds, before their texts are read.
public struct FoundRows: Sendable {
    /// All calendars of the customer, in the customer's order.
    public let calendars: [CalendarRow]
    public let preferences: CalendarPreferences
    /// The first rows of each list, in the order of the list.
    public let rows: [FoundRow]
    /// The objects that clash within a year.
    public let marks: [ClashMarkRow]
    /// True if there are objects whose words are not known yet.
    public let hasUnread: Bool

    /// The number of all objects that were found.
    public var count: Int { rows.first?.total ?? 0 }

    /// True if there are more series than a search reads; those that began last are here.
    public var hasMoreSeries: Bool { rows.first?.series ?? 0 > mostFoundSeries }
}

/// The text of an object that a search found.
public struct FoundText: Sendable, RowDecodable {
    public let calendar: CalendarID
    public let segment: String
    /// nil if it would be too much with those of the objects before it.
    public let octets: [UInt8]?

    public init(_ row: Row) throws(PostgresError) {
        calendar = try row["collection_id"]
        segment = try row["segment"]
        octets = try row["octets"]
    }
}

/// The bounds of a search.
public struct SearchWindow: Sendable {
    /// The present moment, which is between past and upcoming.
    public let now: Instant
    /// The seconds by which the customer's clocks are ahead of UTC now.
    public let offset: Int
    /// The most rows of each list but the series.
    public let limit: Int

    public init(now: Instant, offset: Int, limit: Int) {
        self.now = now
        self.offset = offset
        self.limit = limit
    }
}

/// The most series whose texts a search reads, and the most octets of these texts together.
public let mostFoundSeries = 300, mostSeriesOctets = 4 << 20

extension Store {
    /// Returns a customer's objects whose words meet all terms, with the calendars, in one round trip.
    ///
    /// - Parameter terms: at least one.
    public func search(
        of owner: CustomerID, _ terms: [SearchTerm], _ window: SearchWindow
    ) throws(PostgresError) -> FoundRows {
        let year = Duration.seconds(366 * 86_400)
        let (calendars, preferences, rows, marks, unread) = try connection.pipeline { pipeline in
            (
                pipeline.rows(calendarsQuery(owner), as: CalendarRow.self),
                pipeline.row(CalendarPreferences.query(owner), as: CalendarPreferences.self),
                pipeline.rows(searchQuery(owner, terms, window), as: FoundRow.self),
                pipeline.rows(
                    ClashMarkRow.query(owner, window.now - year...window.now + year), as: ClashMarkRow.self),
                pipeline.value(
                    """
                    SELECT EXISTS (SELECT FROM calendar_object
                                    WHERE customer_id = \(owner) AND nullif(counter, search_counter) IS NOT NULL)
                    """, as: Bool.self)
            )
        }
        return FoundRows(
            calendars: try calendars.get(), preferences: try preferences.get() ?? CalendarPreferences(),
            rows: try rows.get(), marks: try marks.get(), hasUnread: try unread.get() ?? false)
    }

    /// Returns the statement of a search.
    ///
    /// The index is entered by the owner's mark and by words that begin with it. Two conditions on one column look
    /// like one too many, but the planner multiplies what each of them leaves: with one, it expects enough rows on a
    /// large server to read all objects of the customer instead. The calendars are compared later for the same reason.
    func searchQuery(_ owner: CustomerID, _ terms: [SearchTerm], _ window: SearchWindow) -> SQL {
        // The facts of what depends on the reader's zone are as on UTC's clocks, and 14 hours wider.
        let margin = 14 * 3_600, now = window.now
        let mark = "'" + searchMark(of: owner) + "'"
        func first(_ list: String, _ order: SQL) -> SQL {
            """
            (SELECT list, collection_id, segment, kind, starts_at, ends_at, (SELECT total FROM counted),
                    (SELECT series FROM counted), NULL
               FROM listed WHERE list = \(list) ORDER BY \(order) LIMIT \(window.limit))
            """
        }
        return """
            WITH found AS MATERIALIZED (
                SELECT o.collection_id, o.segment, o.kind, o.octet_count,
                       o.is_recurring OR o.last_end IS NULL AS repeats,
                       CASE WHEN o.is_recurring OR o.last_end IS NULL THEN o.octets END AS octets,
                       o.first_start + CASE WHEN o.is_floating THEN \(margin - window.offset) ELSE 0 END
                           * interval '1 second' AS starts_at,
                       o.last_end - CASE WHEN o.is_floating THEN \(margin + window.offset) ELSE 0 END
                           * interval '1 second' AS ends_at
                  FROM calendar_object o
                 WHERE o.customer_id = \(owner) AND o.search_words @@ \(mark)::tsquery
                   AND o.search_words @@ \(terms.query(of: owner))::tsquery),
            listed AS MATERIALIZED (
                SELECT *, CASE WHEN starts_at IS NULL THEN 'undated'
                               WHEN repeats AND (ends_at IS NULL OR ends_at > \(now)) THEN 'series'
                               WHEN ends_at > \(now) OR starts_at >= \(now) THEN 'upcoming'
                               ELSE 'past' END AS list
                  FROM found
                 WHERE collection_id = ANY (ARRAY (
                     SELECT c.id FROM calendar_collection c
                      WHERE c.customer_id = \(owner) AND c.deleted_at IS NULL))),
            counted AS MATERIALIZED (
                SELECT count(*) AS total, count(*) FILTER (WHERE list = 'series') AS series FROM listed)
            SELECT list, collection_id, segment, kind, starts_at, ends_at,
                   (SELECT total FROM counted) AS total, (SELECT series FROM counted) AS series,
                   CASE WHEN sum(octet_count) OVER (ORDER BY starts_at DESC, collection_id, segment)
                             <= \(mostSeriesOctets) THEN octets END AS octets
              FROM (SELECT * FROM listed WHERE list = 'series'
                     ORDER BY starts_at DESC, collection_id, segment LIMIT \(mostFoundSeries)) AS series
            UNION ALL
            \(first("upcoming", "starts_at, collection_id, segment"))
            UNION ALL
            \(first("past", "ends_at DESC, collection_id, segment"))
            UNION ALL
            \(first("undated", "collection_id, segment"))
            """
    }

    /// Returns the texts of objects that a search found, in the given order. An object that is gone is left out.
    ///
    /// The order of segments makes Postgres take the index of addresses. The planner thinks that a calendar has few
    /// objects on a server with many, and would read all of them.
    public func texts(
        of owner: CustomerID, _ found: [(calendar: CalendarID, segment: String)]
    ) throws(PostgresError) -> [FoundText] {
        try connection.rows("""
            SELECT o.collection_id, o.segment,
                   CASE WHEN sum(o.octet_count) OVER (ORDER BY wanted.number) <= \(mostAnswerOctets)
                        THEN o.octets END AS octets
              FROM unnest(\(found.map(\.calendar.number)), \(found.map(\.segment)))
                   WITH ORDINALITY AS wanted (collection_id, segment, number),
                   LATERAL (SELECT collection_id, segment, octet_count, octets
                              FROM calendar_object
                             WHERE customer_id = \(owner) AND collection_id = wanted.collection_id
                               AND segment BETWEEN wanted.segment AND wanted.segment
                             ORDER BY segment LIMIT 1) o
             ORDER BY wanted.number
            """)
    }
}
