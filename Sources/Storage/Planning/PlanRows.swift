public import CivilTime
public import Postgres

/// The plan in force of a customer.
public struct PlanRow: Sendable, Hashable, RowDecodable {
    /// The calendar with the planned times, also a deleted one; nil before the first plan.
    public var calendar: CalendarID?
    public var plannedAt: Instant?
    /// True if no other plan is better.
    public var isProven: Bool
    /// The limit that stopped the last plan; nil if it was written.
    public var stop: PlanStop?

    public init(calendar: CalendarID?, plannedAt: Instant?, isProven: Bool) {
        self.calendar = calendar
        self.plannedAt = plannedAt
        self.isProven = isProven
    }

    public init(_ row: Row) throws(PostgresError) {
        calendar = try row["collection_id"]
        plannedAt = try row["planned_at"]
        isProven = try row["is_proven"]
        stop = try row["stop"]
    }

    static func query(_ owner: CustomerID) -> SQL {
        "SELECT collection_id, planned_at, is_proven, stop FROM plan WHERE customer_id = \(owner)"
    }

    /// Returns the statement that writes the plan in force.
    func writeQuery(_ owner: CustomerID) -> SQL {
        """
        INSERT INTO plan (customer_id, collection_id, planned_at, is_proven, stop)
        VALUES (\(owner), \(calendar), \(plannedAt), \(isProven), \(stop?.rawValue))
        ON CONFLICT (customer_id) DO UPDATE
           SET collection_id = excluded.collection_id, planned_at = excluded.planned_at,
               is_proven = excluded.is_proven, stop = excluded.stop
        """
    }
}

/// A limit that stops a plan from being written.
public enum PlanStop: String, Sendable, Hashable, CaseIterable, SQLConvertible {
    /// The customer has as many calendars as they may have.
    case calendars
    /// The calendar of the plan has as many entries as it may have.
    case entries
    /// All calendars of the customer hold as much as they may.
    case size
}

/// The name of a planned time: a task has several on a day if it is done in pieces.
public struct PlanItemKey: Sendable, Hashable, Comparable {
    /// The UID of the to-do.
    public let task: String
    /// The plan-day.
    public let day: LocalDate
    /// The number of the time among those of the task on the day, from 1 on.
    public let part: Int

    public init(task: String, day: LocalDate, part: Int = 1) {
        self.task = task
        self.day = day
        self.part = part
    }

    public static func < (one: PlanItemKey, other: PlanItemKey) -> Bool {
        (one.day, one.task, one.part) < (other.day, other.task, other.part)
    }
}

/// A time of a task as it was written into the calendar, and what the customer said about it.
public struct PlanItem: Sendable, Hashable, RowDecodable {
    public enum State: String, Sendable, Hashable, CaseIterable, SQLConvertible {
        case planned, done
        /// The customer took it off the day.
        case notToday = "not-today"
        /// It was not done, and will not be.
        case dropped
    }

    public let key: PlanItemKey
    public var state: State
    public var start: Instant, end: Instant
    public var isBusy: Bool
    /// True if the customer moved it there, or gave it this length.
    public var isPinned: Bool
    /// True if a notice or a mail has named this time, so it stays.
    public var isAnnounced: Bool
    /// The start before the last change of the plan, and the moment of that change.
    public var movedFrom: Instant?, movedAt: Instant?
    /// The UID of the event in whose way it was; nil if it moved for another reason.
    public var movedBecause: String?

    public init(_ key: PlanItemKey, _ state: State = .planned, start: Instant, end: Instant) {
        self.key = key
        self.state = state
        self.start = start
        self.end = end
        isBusy = false
        isPinned = false
        isAnnounced = false
    }

    public init(_ row: Row) throws(PostgresError) {
        let days: Int = try row["days"]
        key = PlanItemKey(task: try row["task_uid"], day: LocalDate(daysSince1970: days), part: try row["part"])
        state = try row["state"]
        start = try row["starts_at"]
        end = try row["ends_at"]
        isBusy = try row["is_busy"]
        isPinned = try row["is_pinned"]
        isAnnounced = try row["is_announced"]
        movedFrom = try row["moved_from"]
        movedAt = try row["moved_at"]
        movedBecause = try row["moved_because"]
    }

    /// The length in whole minutes.
    public var minutes: Int { Int((end - start) / .seconds(60)) }

    static func query(_ owner: CustomerID, _ days: ClosedRange<LocalDate>) -> SQL {
        """
        SELECT task_uid, (day - date '1970-01-01')::bigint AS days, part::bigint, state, starts_at, ends_at, is_busy,
               is_pinned, is_announced, moved_from, moved_at, moved_because
          FROM plan_item
         WHERE customer_id = \(owner) AND day >= date '1970-01-01' + \(days.lowerBound.daysSince1970)::integer
           AND day <= date '1970-01-01' + \(days.upperBound.daysSince1970)::integer
         ORDER BY day, starts_at, task_uid, part
        """
    }
}

/// An event of the calendar with the planned times, as it is now.
public struct PlanEventRow: Sendable, RowDecodable {
    public let uid: String
    /// The last part of its address.
    public let segment: String
    /// nil for an event without a time.
    public let start: Instant?, end: Instant?
    /// False if a program made it float, last whole days, or repeat.
    public let isPlain: Bool
    public let isFree: Bool
    public let summary: String?
    public let octets: [UInt8]

    public init(_ row: Row) throws(PostgresError) {
        uid = try row["uid"]
        segment = try row["segment"]
        start = try row["first_start"]
        end = try row["last_end"]
        isPlain = try row["is_plain"]
        isFree = try row["is_transparent"]
        summary = try row["summary"]
        octets = try row["octets"]
    }

    /// The beginning of the UIDs of planned times.
    public static let uidPrefix = "jadwal-plan-"

    /// Returns the statement for the events that have not ended before a day, so that it does not grow with the years.
    static func query(_ owner: CustomerID, since day: LocalDate) -> SQL {
        """
        SELECT o.uid, o.segment, o.first_start, o.last_end, NOT (o.is_floating OR o.is_recurring) AS is_plain,
               o.is_transparent, o.summary, o.octets
          FROM plan p
          JOIN calendar_object o ON o.customer_id = p.customer_id AND o.collection_id = p.collection_id
         WHERE p.customer_id = \(owner) AND o.customer_id = \(owner) AND o.uid LIKE \(uidPrefix + "%")
           AND (o.last_end IS NULL
                OR o.last_end >= timestamptz 'epoch' + \(day.daysSince1970)::bigint * interval '1 day')
        """
    }
}

/// Everything about plans that a new plan needs.
public struct PlanRows: Sendable {
    public let choices: PlanningChoices
    public let plan: PlanRow?
    public let items: [PlanItem]
    public let events: [PlanEventRow]
    public let tasks: [TaskRow]
    /// nil if it is not known.
    public let position: StoredPosition?
    /// All calendars of the customer.
    public let calendars: [CalendarRow]
}

/// The changes of a plan beside the events.
public struct PlanWrites: Sendable {
    public var plan: PlanRow
    /// The times that are made or replaced, and the names of those that are deleted.
    public var items: [PlanItem]
    public var removed: [PlanItemKey]
    public var facts: TaskFactWrites

    public init(_ plan: PlanRow, items: [PlanItem], removed: [PlanItemKey], facts: TaskFactWrites) {
        self.plan = plan
        self.items = items
        self.removed = removed
        self.facts = facts
    }
}

extension Store {
    /// Returns everything about plans that a new plan needs, in one round trip.
    ///
    /// - Parameter days: the plan-days whose times are read. Events that ended before are not.
    public func planRows(
        of owner: CustomerID, on days: ClosedRange<LocalDate>
    ) throws(PostgresError) -> PlanRows {
        let (choices, plan, items, events, tasks, position, calendars) = try connection.pipeline { pipeline in
            (
                pipeline.row(PlanningChoices.query(owner), as: PlanningChoices.self),
                pipeline.row(PlanRow.query(owner), as: PlanRow.self),
                pipeline.rows(PlanItem.query(owner, days), as: PlanItem.self),
                pipeline.rows(PlanEventRow.query(owner, since: days.lowerBound), as: PlanEventRow.self),
                pipeline.rows(TaskRow.query(owner), as: TaskRow.self),
                pipeline.row(StoredPosition.query(owner), as: StoredPosition.self),
                pipeline.rows(calendarsQuery(owner), as: CalendarRow.self)
            )
        }
        return PlanRows(
            choices: try choices.get() ?? PlanningChoices(), plan: try plan.get(), items: try items.get(),
            events: try events.get(), tasks: try tasks.get(), position: try position.get(),
            calendars: try calendars.get())
    }

    /// Locks the plan of a customer until the transaction ends. A second worker waits, and then plans from what the
    /// first one wrote.
    public func lockPlan(of owner: CustomerID) throws(PostgresError) {
        try connection.execute(Self.lockPlanQuery(owner))
    }

    /// Marks the changes of this transaction as those of a plan, which are no reason to plan again.
    public func markPlanning() throws(PostgresError) {
        try connection.execute(Self.markPlanningQuery)
    }

    /// Locks the plan of a customer and marks the changes of this transaction as those of a plan, as `lockPlan` and
    /// `markPlanning` do, in one round trip.
    ///
    /// - Returns: the plan in force; nil before the first one.
    public func beginPlan(of owner: CustomerID) throws(PostgresError) -> PlanRow? {
        try connection.pipeline { pipeline in
            pipeline.execute(Self.lockPlanQuery(owner))
            pipeline.execute(Self.markPlanningQuery)
            // This one sees what was committed until the lock was taken: each statement has its own snapshot.
            return pipeline.row(PlanRow.query(owner), as: PlanRow.self)
        }.get()
    }

    private static func lockPlanQuery(_ owner: CustomerID) -> SQL {
        "SELECT pg_advisory_xact_lock(hashtextextended('plan ' || \(owner)::text, 0))"
    }

    private static let markPlanningQuery: SQL = "SELECT set_config('jadwal.is_planning', 'yes', true)"

    /// Returns the plan in force; nil before the first one.
    public func plan(of owner: CustomerID) throws(PostgresError) -> PlanRow? {
        try connection.row(PlanRow.query(owner))
    }

    /// Returns the times of tasks on some plan-days, by day and start.
    public func planItems(
        of owner: CustomerID, on days: ClosedRange<LocalDate>
    ) throws(PostgresError) -> [PlanItem] {
        try connection.rows(PlanItem.query(owner, days))
    }

    /// Writes the plan in force.
    public func replace(_ plan: PlanRow, of owner: CustomerID) throws(PostgresError) {
        try connection.execute(plan.writeQuery(owner))
    }

    /// Writes the changes of a plan beside the events, in one round trip.
    public func write(_ writes: PlanWrites, of owner: CustomerID) throws(PostgresError) {
        _ = try connection.pipeline { pipeline in
            for query in writes.facts.queries(owner) { pipeline.execute(query) }
            if !writes.removed.isEmpty { pipeline.execute(PlanItem.deleteQuery(writes.removed, owner)) }
            if !writes.items.isEmpty { pipeline.execute(PlanItem.writeQuery(writes.items, owner)) }
            return pipeline.execute(writes.plan.writeQuery(owner))
        }.get()
    }

    /// Writes times of tasks: each is made, or replaces the one with its name.
    public func replace(_ items: [PlanItem], of owner: CustomerID) throws(PostgresError) {
        guard !items.isEmpty else { return }
        try connection.execute(PlanItem.writeQuery(items, owner))
    }

    /// Deletes times of tasks.
    public func deletePlanItems(_ keys: [PlanItemKey], of owner: CustomerID) throws(PostgresError) {
        guard !keys.isEmpty else { return }
        try connection.execute(PlanItem.deleteQuery(keys, owner))
    }

    /// Notes that the planned times of a day were announced.
    public func announcePlanItems(of owner: CustomerID, on day: LocalDate) throws(PostgresError) {
        try connection.execute("""
            UPDATE plan_item SET is_announced = true
             WHERE customer_id = \(owner) AND day = date '1970-01-01' + \(day.daysSince1970)::integer
               AND state = 'planned' AND NOT is_announced
            """)
    }

    /// Deletes the times that are planned and not over, of a plan whose calendar is gone.
    public func deletePlannedItems(of owner: CustomerID) throws(PostgresError) {
        try connection.execute("""
            DELETE FROM plan_item WHERE customer_id = \(owner) AND state = 'planned' AND ends_at > now()
            """)
    }

    /// Returns customers whose plan is older than a moment, the oldest first, without those for whom a job waits or is
    /// tried again.
    ///
    /// Index: `plan_age_idx`.
    public func customersToPlan(before moment: Instant, limit: Int) throws(PostgresError) -> [CustomerID] {
        try connection.rows("""
            SELECT customer_id FROM plan
             WHERE planned_at < \(moment) AND NOT EXISTS (
                   SELECT 1 FROM job j
                    WHERE j.customer_id = plan.customer_id AND j.kind IN ('planning.plan', 'planning.refresh-plan')
                      AND j.finished_at IS NULL)
             ORDER BY planned_at LIMIT \(limit)
            """, as: PlannedCustomer.self).map(\.id)
    }
}

extension PlanItem {
    /// Returns the statement that makes times of tasks, or replaces those with their names.
    fileprivate static func writeQuery(_ items: [PlanItem], _ owner: CustomerID) -> SQL {
        func moment(_ value: Instant?) -> Int64 { value?.microsecondsSince1970 ?? .min }
        func flag(_ value: Bool) -> Int { value ? 1 : 0 }
        return """
        INSERT INTO plan_item
               (customer_id, task_uid, day, part, state, starts_at, ends_at, is_busy, is_pinned, is_announced,
                moved_from, moved_at, moved_because)
        SELECT \(owner), n.task, date '1970-01-01' + n.day, n.part, n.state,
               timestamptz 'epoch' + n.starts * interval '1 microsecond',
               timestamptz 'epoch' + n.ends * interval '1 microsecond', n.busy = 1, n.pinned = 1, n.announced = 1,
               CASE WHEN n.moved_from > -9223372036854775808
                    THEN timestamptz 'epoch' + n.moved_from * interval '1 microsecond' END,
               CASE WHEN n.moved > -9223372036854775808
                    THEN timestamptz 'epoch' + n.moved * interval '1 microsecond' END,
               nullif(n.because, '')
          FROM unnest(\(items.map(\.key.task)), \(items.map { Int32(clamping: $0.key.day.daysSince1970) }),
                      \(items.map(\.key.part)), \(items.map(\.state.rawValue)),
                      \(items.map(\.start.microsecondsSince1970)), \(items.map(\.end.microsecondsSince1970)),
                      \(items.map { flag($0.isBusy) }), \(items.map { flag($0.isPinned) }),
                      \(items.map { flag($0.isAnnounced) }), \(items.map { moment($0.movedFrom) }),
                      \(items.map { moment($0.movedAt) }), \(items.map { $0.movedBecause ?? "" }))
               AS n (task, day, part, state, starts, ends, busy, pinned, announced, moved_from, moved, because)
        ON CONFLICT (customer_id, task_uid, day, part) DO UPDATE
           SET state = excluded.state, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
               is_busy = excluded.is_busy, is_pinned = excluded.is_pinned,
               is_announced = excluded.is_announced, moved_from = excluded.moved_from,
               moved_at = excluded.moved_at, moved_because = excluded.moved_because
        """
    }

    /// Returns the statement that deletes times of tasks. The days find the rows by an index.
    fileprivate static func deleteQuery(_ keys: [PlanItemKey], _ owner: CustomerID) -> SQL {
        let days = Set(keys.map(\.day.iso8601)).sorted()
        let names = keys.map { "\($0.day.iso8601) \($0.part) \($0.task)" }
        return """
        DELETE FROM plan_item
         WHERE customer_id = \(owner) AND day = ANY (\(days)::date[])
           AND to_char(day, 'YYYY-MM-DD') || ' ' || part || ' ' || task_uid = ANY (\(names))
        """
    }
}

private struct PlannedCustomer: RowDecodable {
    let id: CustomerID

    init(_ row: Row) throws(PostgresError) { id = try row["customer_id"] }
}
