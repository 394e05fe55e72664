public import Postgres

/// One address of a calendar that changed.
public struct ChangeRow: Sendable, RowDecodable {
    public let segment: String
    /// The number of the last change there.
    public let counter: Int64
    /// The object; nil if it was removed.
    public let member: MemberRow?
    /// The object's text, if it was asked for and the calendar is not larger than an answer.
    public var octets: [UInt8]?

    public init(_ row: Row) throws(PostgresError) {
        segment = try row.text(at: 0)
        counter = try row.number(at: MemberRow.columnCount - 1)
        member = try row.flag(at: MemberRow.columnCount) ? nil : try MemberRow(row)
        octets = try row.optionalOctets(at: MemberRow.columnCount + 1)
    }
}

extension ChangeRow {
    /// Makes the change of an object that is not stored; nil for one that is gone.
    public init(unstored segment: String, _ object: ObjectRow?, counter: Int64) {
        self.segment = segment
        self.counter = counter
        member = object?.member
        octets = object?.octets
    }
}

extension Store {
    /// Returns a calendar and what changed after one of its states, in the order of the changes.
    ///
    /// An object that was stored and removed after that state is in no list.
    ///
    /// - Parameters:
    ///   - counter: the state that the program knows; nil for a program that knows nothing.
    ///   - limit: the most changes; nil for all.
    ///   - withOctets: true if the texts are wanted.
    public func changes(
        of owner: CustomerID, _ calendar: String, after counter: Int64?, limit: Int?, withOctets: Bool
    ) throws(PostgresError) -> (calendar: CalendarRow?, changes: [ChangeRow]) {
        // Devices ask every few minutes, and mostly nothing has changed. Then one short statement is enough.
        if let counter {
            let calendar = try self.calendar(of: owner, calendar)
            if calendar?.counter == counter || calendar == nil { return (calendar, []) }
        }
        let known = counter ?? 0
        // The index gives the order, and a limit ends the reading.
        let id = SQL.calendar("id", of: owner, calendar), size = SQL.calendar("octet_count", of: owner, calendar)
        let octets: SQL = withOctets
            ? "CASE WHEN \(size) <= \(mostAnswerOctets) THEN o.octets END AS octets" : "NULL::bytea AS octets"
        var query: SQL = """
            (SELECT \(MemberRow.columns), false AS is_removed, \(octets)
               FROM calendar_object o
              WHERE o.customer_id = \(owner) AND o.collection_id = \(id) AND o.counter > \(known)
              ORDER BY o.counter LIMIT \(limit))
            """
        // A program that knows nothing has nothing to remove.
        if counter != nil {
            query = """
                \(query)
                UNION ALL
                (SELECT r.segment, NULL::bytea, NULL::integer, NULL::text, NULL::timestamptz, NULL::timestamptz,
                        NULL::bytea, r.counter, true, NULL::bytea
                   FROM calendar_removal r
                  WHERE r.customer_id = \(owner) AND r.collection_id = \(id) AND r.counter > \(known)
                    AND r.created_counter <= \(known)
                  ORDER BY r.counter LIMIT \(limit))
                 ORDER BY counter LIMIT \(limit)
                """
        }
        let (found, changes) = try connection.pipeline { pipeline in
            (
                pipeline.row(CalendarRow.query(owner, calendar), as: CalendarRow.self),
                pipeline.rows(query, as: ChangeRow.self)
            )
        }
        let list = try changes.get()
        return (try found.get().map { list.reduce(into: $0) { $0.include($1.counter) } }, list)
    }
}
