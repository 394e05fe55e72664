public import CivilTime
public import Postgres

/// An open to-do that is planned, or was until a program dropped its facts.
public struct TaskRow: Sendable, RowDecodable {
    public let calendar: CalendarID
    /// The last parts of the addresses of its calendar and of its object.
    public let calendarSegment: String, segment: String
    public let uid: String
    public let octets: [UInt8]
    /// The facts as the to-do had them last, as content lines; nil for a task that is new.
    public let keptLines: String?
    /// The moment at which they were last written back.
    public let restoredAt: Instant?

    public init(_ row: Row) throws(PostgresError) {
        calendar = try row["collection_id"]
        calendarSegment = try row["calendar_segment"]
        segment = try row["segment"]
        uid = try row["uid"]
        octets = try row["octets"]
        keptLines = try row["lines"]
        restoredAt = try row["restored_at"]
    }

    /// The most tasks that are planned.
    public static let most = 500

    /// Returns the statement for the open to-dos that are flexible, or were, and for those that are done and should be
    /// done some times a week.
    static func query(_ owner: CustomerID, limit: Int = most + 1) -> SQL {
        let mark = Array("X-JADWAL-FLEXIBLE".utf8)
        return """
            SELECT o.collection_id, c.segment AS calendar_segment, o.segment, o.uid, o.octets, f.lines, f.restored_at
              FROM calendar_collection c
              JOIN calendar_object o ON o.customer_id = c.customer_id AND o.collection_id = c.id
              LEFT JOIN task_fact f ON f.customer_id = o.customer_id AND f.uid = o.uid
             WHERE c.customer_id = \(owner) AND c.deleted_at IS NULL AND 'VTODO' = ANY (c.components)
               AND o.kind = 'VTODO'
               AND (o.status IS DISTINCT FROM 'COMPLETED' OR f.lines LIKE '%TIMES=%')
               AND o.status IS DISTINCT FROM 'CANCELLED'
               AND (f.uid IS NOT NULL OR position(\(mark)::bytea IN o.octets) > 0)
             ORDER BY o.uid, o.collection_id LIMIT \(limit)
            """
    }
}

/// The facts of a task as its to-do had them last.
public struct TaskFactRow: Sendable, Hashable, RowDecodable {
    public let uid: String
    public let lines: String
    public let restoredAt: Instant?

    public init(_ row: Row) throws(PostgresError) {
        uid = try row["uid"]
        lines = try row["lines"]
        restoredAt = try row["restored_at"]
    }
}

extension Store {
    /// Returns the open to-dos of a customer that are planned, by their UIDs.
    public func tasks(of owner: CustomerID) throws(PostgresError) -> [TaskRow] {
        try connection.rows(TaskRow.query(owner))
    }

    /// Returns true if a customer has an open to-do that is planned.
    public func hasTasks(of owner: CustomerID) throws(PostgresError) -> Bool {
        try connection.value("SELECT EXISTS (\(TaskRow.query(owner, limit: 1)))") ?? false
    }

    /// Returns what the form of a task offers, in one round trip: the saved places and the open tasks.
    public func taskChoices(
        of owner: CustomerID
    ) throws(PostgresError) -> (places: [SavedPlace], tasks: [TaskRow]) {
        let (places, tasks) = try connection.pipeline { pipeline in
            (
                pipeline.rows(SavedPlace.query(owner), as: SavedPlace.self),
                pipeline.rows(TaskRow.query(owner), as: TaskRow.self)
            )
        }
        return (try places.get(), try tasks.get())
    }

    /// Returns the facts of all tasks as their to-dos had them last.
    public func taskFacts(of owner: CustomerID) throws(PostgresError) -> [TaskFactRow] {
        try connection.rows("""
            SELECT uid, lines, restored_at FROM task_fact WHERE customer_id = \(owner) ORDER BY uid
            """)
    }

    /// Keeps the facts of tasks as their to-dos have them now.
    ///
    /// - Parameter restoredAt: the moment at which they were written back; nil if they were not.
    public func keep(
        taskFacts facts: [(uid: String, lines: String)], of owner: CustomerID, restoredAt: Instant? = nil
    ) throws(PostgresError) {
        guard !facts.isEmpty else { return }
        try connection.execute(TaskFactWrites.keepQuery(facts, owner, restoredAt: restoredAt))
    }

    /// Keeps the facts of tasks, and forgets those of to-dos that are done or gone, in one round trip.
    public func write(_ writes: TaskFactWrites, of owner: CustomerID) throws(PostgresError) {
        let queries = writes.queries(owner)
        guard let last = queries.last else { return }
        _ = try connection.pipeline { pipeline in
            for query in queries.dropLast() { pipeline.execute(query) }
            return pipeline.execute(last)
        }.get()
    }

    /// Forgets the facts of tasks, which are plain to-dos then.
    public func deleteTaskFacts(of owner: CustomerID, uids: [String]) throws(PostgresError) {
        guard !uids.isEmpty else { return }
        try connection.execute("DELETE FROM task_fact WHERE customer_id = \(owner) AND uid = ANY (\(uids))")
    }
}

/// The changes of the facts that are kept beside the to-dos.
public struct TaskFactWrites: Sendable {
    public var kept: [(uid: String, lines: String)]
    /// The UIDs of all to-dos that are open; nil if they are not all known.
    public var openUIDs: Set<String>?

    public init(kept: [(uid: String, lines: String)], openUIDs: Set<String>?) {
        self.kept = kept
        self.openUIDs = openUIDs
    }

    func queries(_ owner: CustomerID) -> [SQL] {
        var queries: [SQL] = []
        if !kept.isEmpty { queries.append(Self.keepQuery(kept, owner)) }
        if let openUIDs {
            queries.append("""
                DELETE FROM task_fact WHERE customer_id = \(owner) AND NOT (uid = ANY (\(openUIDs.sorted())))
                """)
        }
        return queries
    }

    static func keepQuery(
        _ facts: [(uid: String, lines: String)], _ owner: CustomerID, restoredAt: Instant? = nil
    ) -> SQL {
        """
        INSERT INTO task_fact (customer_id, uid, lines, restored_at)
        SELECT \(owner), n.uid, n.lines, \(restoredAt)::timestamptz
          FROM unnest(\(facts.map(\.uid)), \(facts.map(\.lines))) AS n (uid, lines)
        ON CONFLICT (customer_id, uid) DO UPDATE
           SET lines = excluded.lines, restored_at = coalesce(excluded.restored_at, task_fact.restored_at)
        """
    }
}
