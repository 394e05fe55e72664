public import CivilTime
public import Postgres

/// A calendar object without its text: what a list of them shows.
public struct MemberRow: Sendable, Hashable, RowDecodable {
    public let segment: String
    /// The first 16 octets of the SHA-256 of its text.
    public let tag: [UInt8]
    public let octetCount: Int
    public let kind: String
    /// nil for an object that is not stored.
    public let createdAt: Instant?
    public let changedAt: Instant?
    public let scheduleTag: [UInt8]?
    /// The number of its last change.
    public let counter: Int64

    /// The first octets of the tag, as rows of views have them.
    public var shortTag: [UInt8] { Array(tag.prefix(6)) }

    /// Reads the first columns of a row, in the order of `columns`.
    public init(_ row: Row) throws(PostgresError) {
        segment = try row.text(at: 0)
        tag = try row.octets(at: 1)
        octetCount = Int(try row.number(at: 2))
        kind = try row.text(at: 3)
        createdAt = try row.optionalTimestamp(at: 4).map(Instant.init(sqlForm:))
        changedAt = try row.optionalTimestamp(at: 5).map(Instant.init(sqlForm:))
        scheduleTag = try row.optionalOctets(at: 6)
        counter = try row.number(at: 7)
    }

    /// The number of columns that `init(_:)` reads.
    static let columnCount = 8

    /// Makes the row of an object that is not stored.
    public init(unstored segment: String, tag: [UInt8], octetCount: Int, kind: String) {
        self.segment = segment
        self.tag = tag
        self.octetCount = octetCount
        self.kind = kind
        createdAt = nil
        changedAt = nil
        scheduleTag = nil
        counter = 0
    }

    /// The columns that `init(_:)` reads, of table `calendar_object` AS o.
    static let columns: SQL = """
        o.segment, o.etag, o.octet_count, o.kind, o.created_at, o.changed_at, o.schedule_tag, o.counter
        """
}

/// A calendar object with its text.
public struct ObjectRow: Sendable, Hashable, RowDecodable {
    public let member: MemberRow
    public let uid: String
    /// The text as it was sent.
    public let octets: [UInt8]

    public init(_ row: Row) throws(PostgresError) {
        member = try MemberRow(row)
        uid = try row.text(at: MemberRow.columnCount)
        octets = try row.octets(at: MemberRow.columnCount + 1)
    }

    public init(_ member: MemberRow, uid: String, octets: [UInt8]) {
        self.member = member
        self.uid = uid
        self.octets = octets
    }

    static let columns: SQL = "\(MemberRow.columns), o.uid, o.octets"
}

/// The octets of texts that one answer may hold. A responder has them in memory several times: as they come from
/// the database, as values, and in the answer.
public let mostAnswerOctets = 16 << 20

extension SQL {
    /// Returns the tables and conditions for the objects of the calendar at an address.
    static func objects(of owner: CustomerID, _ calendar: String) -> SQL {
        """
        calendar_collection c
          JOIN calendar_object o ON o.customer_id = c.customer_id AND o.collection_id = c.id
         WHERE c.customer_id = \(owner) AND c.segment = \(calendar) AND c.deleted_at IS NULL
           AND o.customer_id = \(owner)
        """
    }

    /// Returns some columns of the object of a calendar that has a key, as table o.
    ///
    /// The order makes Postgres take the index of the key. On a server with many calendars the planner expects a
    /// few objects in each; with an equation alone it may read all of a large one. Without the upper bound it would
    /// look at all keys of a page of the index.
    ///
    /// - Parameters:
    ///   - columns: columns of table o.
    ///   - calendar: the calendar's id, as `calendar(_:of:_:)` returns it.
    ///   - key: `segment` or `uid`.
    static func object(
        _ columns: SQL, of owner: CustomerID, in calendar: SQL, _ key: SQL, _ value: SQL
    ) -> SQL {
        """
        (SELECT \(columns) FROM calendar_object o
          WHERE o.customer_id = \(owner) AND o.collection_id = \(calendar) AND o.\(key) BETWEEN \(value) AND \(value)
          ORDER BY o.\(key) LIMIT 1) o
        """
    }

    /// Returns the tables for the objects of a calendar at some addresses, each once, as table o.
    static func objects(_ columns: SQL, of owner: CustomerID, in calendar: SQL, at segments: [String]) -> SQL {
        """
        (SELECT DISTINCT segment FROM unnest(\(segments)) AS list (segment)) wanted,
               LATERAL \(object(columns, of: owner, in: calendar, "segment", "wanted.segment"))
        """
    }
}

extension Store {
    /// Returns an object by its address; nil if there is none.
    public func object(
        of owner: CustomerID, _ calendar: String, _ segment: String
    ) throws(PostgresError) -> ObjectRow? {
        try connection.row(objectQuery(owner, calendar, segment))
    }

    private func objectQuery(_ owner: CustomerID, _ calendar: String, _ segment: String) -> SQL {
        let id = SQL.calendar("id", of: owner, calendar)
        let object = SQL.object(ObjectRow.columns, of: owner, in: id, "segment", "\(segment)")
        return "SELECT \(ObjectRow.columns) FROM \(object)"
    }

    /// Returns the address of the object with a UID, in whatever calendar it is; nil if there is none.
    public func place(of owner: CustomerID, uid: String) throws(PostgresError) -> ObjectPlace? {
        let row: UIDPlace? = try connection.row("""
            SELECT c.segment AS calendar, o.segment
              FROM calendar_collection c,
                   LATERAL \(SQL.object("o.segment, o.created_at", of: owner, in: "c.id", "uid", "\(uid)"))
             WHERE c.customer_id = \(owner) AND c.deleted_at IS NULL
             ORDER BY o.created_at LIMIT 1
            """)
        return row?.place
    }

    /// Returns a calendar and one of its objects, in one round trip.
    public func calendarAndObject(
        of owner: CustomerID, _ calendar: String, _ segment: String
    ) throws(PostgresError) -> (calendar: CalendarRow?, object: ObjectRow?) {
        let (found, object) = try connection.pipeline { pipeline in
            (
                pipeline.row(CalendarRow.query(owner, calendar), as: CalendarRow.self),
                pipeline.row(objectQuery(owner, calendar, segment), as: ObjectRow.self)
            )
        }
        return (try found.get(), try object.get())
    }

    /// Returns a calendar, the list of its objects by address, its kept properties, and the octets of all objects of
    /// the customer, in one round trip.
    public func calendarAndMembers(
        of owner: CustomerID, _ calendar: String
    ) throws(PostgresError) -> (calendar: CalendarRow?, members: [MemberRow], kept: [KeptProperty], usedOctets: Int) {
        let (found, members, kept, octets) = try connection.pipeline { pipeline in
            (
                pipeline.row(CalendarRow.query(owner, calendar), as: CalendarRow.self),
                // The rows are read in the index's order, without sorting them.
                pipeline.rows(
                    """
                    SELECT \(MemberRow.columns) FROM calendar_object o
                     WHERE o.customer_id = \(owner) AND o.collection_id = \(SQL.calendar("id", of: owner, calendar))
                     ORDER BY o.segment
                    """, as: MemberRow.self),
                pipeline.rows(KeptProperty.query(owner, calendar), as: KeptProperty.self),
                pipeline.value(Self.usedOctetsQuery(owner), as: Int.self)
            )
        }
        let list = try members.get()
        let calendar = try found.get().map { list.reduce(into: $0) { $0.include($1.counter) } }
        return (calendar, list, try kept.get(), try octets.get() ?? 0)
    }

    /// Returns a calendar and the objects with these addresses, in any order, in one round trip; no objects if the
    /// calendar is larger than an answer.
    public func calendarAndObjects(
        of owner: CustomerID, _ calendar: String, _ segments: [String]
    ) throws(PostgresError) -> (calendar: CalendarRow?, objects: [ObjectRow]) {
        let id = SQL.calendar("id", of: owner, calendar), size = SQL.calendar("octet_count", of: owner, calendar)
        let (found, objects) = try connection.pipeline { pipeline in
            (
                pipeline.row(CalendarRow.query(owner, calendar), as: CalendarRow.self),
                pipeline.rows(
                    """
                    SELECT \(ObjectRow.columns)
                      FROM \(SQL.objects(ObjectRow.columns, of: owner, in: id, at: segments))
                     WHERE \(size) <= \(mostAnswerOctets)
                    """, as: ObjectRow.self)
            )
        }
        return (try found.get(), try objects.get())
    }

    /// Returns the objects of a calendar with these addresses, in any order.
    public func objects(
        of owner: CustomerID, _ calendar: CalendarID, _ segments: [String]
    ) throws(PostgresError) -> [ObjectRow] {
        try connection.rows("""
            SELECT \(ObjectRow.columns)
              FROM \(SQL.objects(ObjectRow.columns, of: owner, in: "\(calendar)", at: segments))
            """)
    }

    /// Returns the octets of the objects of a calendar with these addresses.
    public func octetCount(
        of owner: CustomerID, _ calendar: CalendarID, _ segments: [String]
    ) throws(PostgresError) -> Int {
        try connection.value("""
            SELECT coalesce(sum(o.octet_count), 0)::bigint
              FROM \(SQL.objects("o.segment, o.octet_count", of: owner, in: "\(calendar)", at: segments))
            """) ?? 0
    }

    /// Returns some objects of a calendar by address, those after a segment.
    ///
    /// - Parameters:
    ///   - segment: the last one of the previous call; nil for the first.
    ///   - limit: the most objects.
    ///   - octets: no further object is read once they have this many.
    public func objects(
        of owner: CustomerID, _ calendar: CalendarID, after segment: String?, limit: Int, octets: Int = 4 << 20
    ) throws(PostgresError) -> [ObjectRow] {
        try connection.rows("""
            SELECT \(ObjectRow.columns)
              FROM (SELECT n.*, sum(n.octet_count) OVER (ORDER BY n.segment) - n.octet_count AS octets_before
                      FROM (SELECT * FROM calendar_object
                             WHERE customer_id = \(owner) AND collection_id = \(calendar) AND segment > \(segment ?? "")
                             ORDER BY segment LIMIT \(limit)) n) o
             WHERE o.octets_before < \(octets) ORDER BY o.segment
            """)
    }
}

private struct UIDPlace: RowDecodable {
    let place: ObjectPlace

    init(_ row: Row) throws(PostgresError) {
        place = ObjectPlace(try row["calendar"], try row["segment"])
    }
}
