public import CivilTime
public import Postgres

/// An object as views read it: the facts of a simple event, or a text.
public struct ViewObjectRow: Sendable, RowDecodable {
    public let calendar: CalendarID
    public let segment: String
    public let uid: String
    public let kind: String
    public let firstStart: Instant?
    public let lastEnd: Instant?
    public let isFloating: Bool
    public let isTransparent: Bool
    public let summary: String?
    /// In upper case, as in CANCELLED.
    public let status: String?
    /// nil if the text has to be read.
    public let facts: ViewFacts?
    public let octetCount: Int
    /// The text; nil for a simple event, and if it would be too much with those of the rows before it.
    public let octets: [UInt8]?
    /// The first six octets of the entity tag: enough to see that a version is another one.
    public let shortTag: [UInt8]

    public init(_ row: Row) throws(PostgresError) {
        calendar = CalendarID(try row.number(at: 0))
        segment = try row.text(at: 1)
        uid = try row.text(at: 2)
        kind = try row.text(at: 3)
        firstStart = try row.optionalTimestamp(at: 4).map(Instant.init(sqlForm:))
        lastEnd = try row.optionalTimestamp(at: 5).map(Instant.init(sqlForm:))
        isFloating = try row.flag(at: 6)
        isTransparent = try row.flag(at: 7)
        summary = try row.optionalText(at: 8)
        status = try row.optionalText(at: 9)
        facts = try row.optionalFlag(at: 10).map { isAllDay throws(PostgresError) in
            ViewFacts(
                isAllDay: isAllDay, isPrivate: try row.flag(at: 11), location: try row.optionalText(at: 12),
                color: try row.optionalText(at: 13))
        }
        octetCount = Int(try row.number(at: 14))
        octets = try row.optionalOctets(at: 15)
        shortTag = try row.octets(at: 16)
    }

    /// The columns of table `calendar_object` AS o that `query` needs.
    static let columns: SQL = """
        o.collection_id, o.segment, o.uid, o.kind, o.first_start, o.last_end, o.is_floating, o.is_transparent,
        o.summary, o.status, o.is_all_day, o.is_private, o.location, o.color, o.octet_count, o.octets, o.etag
        """

    /// Returns the statement for the rows of another one, with as many texts as an answer may hold.
    ///
    /// - Parameter objects: a statement that selects `columns`.
    static func query(_ objects: SQL) -> SQL {
        """
        SELECT o.collection_id, o.segment, o.uid, o.kind, o.first_start, o.last_end, o.is_floating,
               o.is_transparent, o.summary, o.status, o.is_all_day, o.is_private, o.location, o.color,
               o.octet_count,
               CASE WHEN o.is_all_day IS NULL
                         AND sum(CASE WHEN o.is_all_day IS NULL THEN o.octet_count END)
                             OVER (ROWS UNBOUNDED PRECEDING) <= \(mostAnswerOctets)
                    THEN o.octets END,
               substr(o.etag, 1, 6)
          FROM (\(objects)) o
        """
    }
}

/// The rows of a view.
public struct ViewRows: Sendable {
    public let customer: CustomerRows
    /// The objects of the visible calendars that may be in the window.
    public let objects: [ViewObjectRow]
    /// A text that changes with everything that views show. It was read first: a change between it and the objects is
    /// found by the next comparison.
    public let state: String

    public init(_ customer: CustomerRows, objects: [ViewObjectRow], state: String) {
        self.customer = customer
        self.objects = objects
        self.state = state
    }
}

extension Store {
    /// Returns everything that a view of a window shows.
    ///
    /// - Parameters:
    ///   - window: both bounds included.
    ///   - undated: true if to-dos without a time are wanted, too.
    public func calendarView(
        of owner: CustomerID, _ window: ClosedRange<Instant>, undated: Bool
    ) throws(PostgresError) -> ViewRows {
        let (state, calendars, preferences, prayer, objects) = try connection.pipeline { pipeline in
            (
                pipeline.value(viewStateQuery(owner), as: String.self),
                pipeline.rows(calendarsQuery(owner), as: CalendarRow.self),
                pipeline.row(CalendarPreferences.query(owner), as: CalendarPreferences.self),
                pipeline.row(PrayerSource.query(owner), as: PrayerSource.self),
                pipeline.rows(viewQuery(owner, window, undated: undated), as: ViewObjectRow.self)
            )
        }
        let customer = CustomerRows(
            calendars: try calendars.get(), preferences: try preferences.get() ?? CalendarPreferences(),
            prayer: try prayer.get())
        return ViewRows(customer, objects: try objects.get(), state: try state.get() ?? "")
    }

    /// Returns the objects that a view of a window shows.
    ///
    /// - Parameter window: both bounds included.
    public func viewObjects(
        of owner: CustomerID, _ window: ClosedRange<Instant>, undated: Bool
    ) throws(PostgresError) -> [ViewObjectRow] {
        try connection.rows(viewQuery(owner, window, undated: undated))
    }

    /// Returns the statement for the objects of all visible calendars that may be in a window.
    func viewQuery(_ owner: CustomerID, _ window: ClosedRange<Instant>, undated: Bool) -> SQL {
        // A to-do that is done and has no time is on the page of tasks only.
        let toDos: SQL = "o.kind = 'VTODO' AND o.status IS DISTINCT FROM 'COMPLETED'"
        let objects = SQL.objects(
            ViewObjectRow.columns, of: owner, from: window.lowerBound, to: window.upperBound,
            where: "o.kind IN ('VEVENT', 'VTODO')", undated: undated ? toDos : nil)
        return ViewObjectRow.query("""
            SELECT \(ViewObjectRow.columns) FROM calendar_collection c, LATERAL (\(objects)) o
             WHERE c.customer_id = \(owner) AND c.deleted_at IS NULL AND c.is_visible
            """)
    }

    /// Returns a text that changes with everything that views show of a customer, in one statement.
    public func viewState(of owner: CustomerID) throws(PostgresError) -> String {
        try connection.value(viewStateQuery(owner)) ?? ""
    }

    private func viewStateQuery(_ owner: CustomerID) -> SQL {
        """
        SELECT string_agg(state, ' ' ORDER BY state) FROM (
            SELECT concat_ws('/', id, epoch, counter, extract(epoch FROM changed_at), is_visible) AS state
              FROM calendar_collection WHERE customer_id = \(owner) AND deleted_at IS NULL
            UNION ALL
            SELECT concat_ws('/', 'p', hijri_shift, shows_prayers, shows_days, has_shortcuts)
              FROM calendar_preference
             WHERE customer_id = \(owner)
               AND (hijri_shift, shows_prayers, shows_days, has_shortcuts) <> (0, true, true, true)
            UNION ALL
            SELECT concat_ws('/', 'f', city_id, latitude_deg, longitude_deg, options)
              FROM prayer_feed WHERE customer_id = \(owner)) states
        """
    }
}
