public import CivilTime
public import Postgres

/// An object as views read it: the facts of a simple event, or a text.
public struct ViewObjectRow: Sendable, RowDecodable {
    public let calendar: CalendarID
    public let segment: String
    public let kind: String
    public let busy: BusyFacts
    /// The beginning of the title.
    public let summary: String?
    /// nil if the text has to be read.
    public let facts: ViewFacts?
    /// The first six octets of the entity tag: enough to see that a version is another one.
    public let shortTag: [UInt8]
    /// The length of the text; 0 for a simple event.
    public let octetCount: Int
    /// The text; nil for a simple event, and if it would be too much with those of the rows before it.
    public let octets: [UInt8]?

    public init(_ row: Row) throws(PostgresError) {
        calendar = CalendarID(try row.number(at: 0))
        segment = try row.text(at: 1)
        kind = try row.optionalText(at: 2) ?? "VEVENT"
        busy = try BusyFacts(row, at: 3)
        summary = try row.optionalText(at: 8)
        facts = try ViewFacts(row, at: 9)
        shortTag = try row.octets(at: 13, first: 6)
        octetCount = Int(try row.optionalNumber(at: 14) ?? 0)
        octets = try row.optionalOctets(at: 15)
    }

    /// The number of columns that `init(_:)` reads.
    static let columnCount = 16

    // A title may have a megabyte, and a view reads thousands of rows. No list shows that much.
    private static let facts: SQL =
        "\(BusyFacts.selected), left(o.summary, 400) AS summary, \(ViewFacts.selected), o.etag"

    /// The columns of table `calendar_object` AS o that `texts` needs.
    static let columns: SQL = "o.collection_id, o.segment, o.kind, \(facts), o.octet_count, o.octets"

    /// The columns of a simple event.
    static let columnsOfSimple: SQL =
        "o.collection_id, o.segment, NULL::text, \(facts), NULL::integer, NULL::bytea"

    /// Returns the statement for the rows of another one, with as many texts as an answer may hold.
    ///
    /// - Parameter objects: a statement that selects `columns`.
    static func texts(_ objects: SQL) -> SQL {
        """
        SELECT o.collection_id, o.segment, o.kind, \(facts), o.octet_count,
               CASE WHEN o.is_all_day IS NULL
                         AND sum(CASE WHEN o.is_all_day IS NULL THEN o.octet_count END)
                             OVER (ROWS UNBOUNDED PRECEDING) <= \(mostAnswerOctets)
                    THEN o.octets END
          FROM (\(objects)) o
        """
    }
}

/// The most simple events that a view reads, and the most other objects.
public let mostViewObjects = 20_000

/// Everything that views show of a customer but the objects.
public struct ViewBase: Sendable {
    public let customer: CustomerRows
    /// A text that changes with everything that views show. It is read first: a change between it and the objects is
    /// found by the next comparison.
    public let state: String
    /// The objects that clash in the window.
    public let marks: [ClashMarkRow]

    public init(_ customer: CustomerRows, state: String, marks: [ClashMarkRow]) {
        self.customer = customer
        self.state = state
        self.marks = marks
    }
}

extension Store {
    /// Returns everything that a view of a window shows, in one round trip.
    ///
    /// - Parameters:
    ///   - window: both bounds included.
    ///   - undated: true if to-dos without a time are wanted, too.
    public func calendarView(
        of owner: CustomerID, _ window: ClosedRange<Instant>, undated: Bool
    ) throws(PostgresError) -> (base: ViewBase, objects: [ViewObjectRow]) {
        let (state, customer, marks, objects) = try connection.pipeline { pipeline in
            (
                pipeline.value(viewStateQuery(owner), as: String.self),
                PendingCustomerRows(self, of: owner, &pipeline),
                pipeline.rows(ClashMarkRow.query(owner, window), as: ClashMarkRow.self),
                pipeline.rows(viewQuery(owner, window, undated: undated), as: ViewObjectRow.self)
            )
        }
        return (
            ViewBase(try customer.get(), state: try state.get() ?? "", marks: try marks.get()), try objects.get()
        )
    }

    /// Returns everything that views of a window show but the objects, in one round trip.
    public func viewBase(
        of owner: CustomerID, _ window: ClosedRange<Instant>
    ) throws(PostgresError) -> ViewBase {
        let (state, customer, marks) = try connection.pipeline { pipeline in
            (
                pipeline.value(viewStateQuery(owner), as: String.self),
                PendingCustomerRows(self, of: owner, &pipeline),
                pipeline.rows(ClashMarkRow.query(owner, window), as: ClashMarkRow.self)
            )
        }
        return ViewBase(try customer.get(), state: try state.get() ?? "", marks: try marks.get())
    }

    /// Returns the objects that a view of a window shows.
    ///
    /// - Parameter window: both bounds included.
    public func viewObjects(
        of owner: CustomerID, _ window: ClosedRange<Instant>, undated: Bool
    ) throws(PostgresError) -> [ViewObjectRow] {
        try connection.rows(viewQuery(owner, window, undated: undated))
    }

    /// Returns the objects that a view of a window shows, and those that clash in it, in one round trip.
    ///
    /// - Parameter window: both bounds included.
    public func markedObjects(
        of owner: CustomerID, _ window: ClosedRange<Instant>, undated: Bool
    ) throws(PostgresError) -> (marks: [ClashMarkRow], objects: [ViewObjectRow]) {
        let (marks, objects) = try connection.pipeline { pipeline in
            (
                pipeline.rows(ClashMarkRow.query(owner, window), as: ClashMarkRow.self),
                pipeline.rows(viewQuery(owner, window, undated: undated), as: ViewObjectRow.self)
            )
        }
        return (try marks.get(), try objects.get())
    }

    /// Returns the statement for the objects of all visible calendars that may be in a window.
    ///
    /// Simple events are counted apart: the sum of the lengths of texts would take as long for them as all else.
    ///
    /// - Parameter calendars: a condition for other calendars `c` than the visible ones.
    func viewQuery(
        _ owner: CustomerID, _ window: ClosedRange<Instant>, undated: Bool, where calendars: SQL = "c.is_visible"
    ) -> SQL {
        func objects(_ columns: SQL, where condition: SQL, undated: SQL?) -> SQL {
            let objects = SQL.objects(
                columns, of: owner, from: window.lowerBound, to: window.upperBound,
                where: condition, undated: undated)
            return """
                SELECT o.* FROM calendar_collection c, LATERAL (\(objects)) o
                 WHERE c.customer_id = \(owner) AND c.deleted_at IS NULL AND \(calendars)
                 LIMIT \(mostViewObjects)
                """
        }
        // A to-do that is done and has no time is on the page of tasks only.
        let toDos: SQL = "o.kind = 'VTODO' AND o.status IS DISTINCT FROM 'COMPLETED'"
        let simple = objects(ViewObjectRow.columnsOfSimple, where: "o.is_all_day IS NOT NULL", undated: nil)
        let others = objects(
            ViewObjectRow.columns, where: "o.is_all_day IS NULL AND o.kind IN ('VEVENT', 'VTODO')",
            undated: undated ? toDos : nil)
        return "(\(simple)) UNION ALL (\(ViewObjectRow.texts(others)))"
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
            SELECT concat_ws('/', 'h', extract(epoch FROM changed_at)) FROM day_habit WHERE customer_id = \(owner)
            UNION ALL
            SELECT concat_ws('/', 'f', city_id, latitude_deg, longitude_deg, options)
              FROM prayer_feed WHERE customer_id = \(owner)
            UNION ALL
            SELECT concat_ws('/', 'c', count(*), sum(extract(epoch FROM starts_at)), sum(extract(epoch FROM ends_at)))
              FROM conflict WHERE customer_id = \(owner) AND state IN ('open', 'kept')
            HAVING count(*) > 0) states
        """
    }
}
