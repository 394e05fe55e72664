public import CivilTime
public import Postgres

/// The facts about an object that decide if a query may match it.
public struct CandidateRow: Sendable, RowDecodable {
    public let member: MemberRow
    public let uid: String
    public let isRecurring: Bool
    public let busy: BusyFacts
    /// The text, if it was asked for and the calendar is not larger than an answer.
    public let octets: [UInt8]?

    public init(_ row: Row) throws(PostgresError) {
        member = try MemberRow(row)
        uid = try row.text(at: MemberRow.columnCount)
        isRecurring = try row.flag(at: MemberRow.columnCount + 1)
        busy = try BusyFacts(row, at: MemberRow.columnCount + 2)
        octets = try row.optionalOctets(at: MemberRow.columnCount + 2 + BusyFacts.columns.count)
    }

    static let columns: SQL = "\(MemberRow.columns), o.uid, o.is_recurring, \(BusyFacts.selected)"
}

/// The conditions on the facts of objects.
public struct ObjectConditions: Sendable {
    /// The kind, as in VEVENT; nil for any.
    public var kind: String?
    /// The window that an object must overlap; nil for any time.
    public var window: Window?

    /// The bounds of a window, both included.
    public struct Window: Sendable {
        public let earliestEnd: Instant
        public let latestStart: Instant
        /// True if objects without a time match.
        public let includesUndated: Bool

        public init(earliestEnd: Instant, latestStart: Instant, includesUndated: Bool) {
            self.earliestEnd = earliestEnd
            self.latestStart = latestStart
            self.includesUndated = includesUndated
        }
    }

    public init(kind: String? = nil, window: Window? = nil) {
        self.kind = kind
        self.window = window
    }
}

extension Store {
    /// Returns a calendar and its objects that meet conditions, in one round trip.
    ///
    /// - Parameter withOctets: true if the texts are wanted.
    public func candidates(
        of owner: CustomerID, _ calendar: String, _ conditions: ObjectConditions, withOctets: Bool
    ) throws(PostgresError) -> (calendar: CalendarRow?, objects: [CandidateRow]) {
        let (found, objects) = try connection.pipeline { pipeline in
            (
                pipeline.row(CalendarRow.query(owner, calendar), as: CalendarRow.self),
                pipeline.rows(
                    candidatesQuery(owner, calendar, conditions, withOctets: withOctets), as: CandidateRow.self)
            )
        }
        return (try found.get(), try objects.get())
    }

    func candidatesQuery(
        _ owner: CustomerID, _ calendar: String, _ conditions: ObjectConditions, withOctets: Bool
    ) -> SQL {
        let octets: SQL = withOctets
            ? "CASE WHEN c.octet_count <= \(mostAnswerOctets) THEN o.octets END AS octets" : "NULL::bytea AS octets"
        let isOfKind: SQL = "(\(conditions.kind)::text IS NULL OR o.kind = \(conditions.kind))"
        guard let window = conditions.window else {
            return """
                SELECT \(CandidateRow.columns), \(octets) FROM \(SQL.objects(of: owner, calendar)) AND \(isOfKind)
                """
        }
        let objects = SQL.objects(
            "\(CandidateRow.columns), o.octets", of: owner, from: window.earliestEnd, to: window.latestStart,
            where: isOfKind, undated: window.includesUndated ? isOfKind : nil)
        return """
            SELECT \(CandidateRow.columns), \(octets) FROM calendar_collection c, LATERAL (\(objects)) o
             WHERE c.customer_id = \(owner) AND c.segment = \(calendar) AND c.deleted_at IS NULL
            """
    }
}
