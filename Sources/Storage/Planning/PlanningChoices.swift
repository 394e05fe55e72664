public import Postgres

/// The choices of a customer about plans.
public struct PlanningChoices: Sendable, Hashable {
    /// The state of planned times for others.
    public enum Busy: String, Sendable, Hashable, CaseIterable, SQLConvertible {
        case free
        /// Busy only if the task has little room elsewhere.
        case tight
        case busy
    }

    /// False if nothing is planned: tasks are to-dos then.
    public var isOn = true
    /// The calendars whose to-dos are not planned.
    public var unplannedLists: [CalendarID] = []
    /// The share of the allowed hours that events and tasks may take.
    public var loadPercent = 80
    /// The minutes after events and tasks in which no task lies.
    public var bufferMinutes = 0
    /// The minute of the clock at which a plan-day begins.
    public var dayStart = 240
    public var busy = Busy.tight
    /// True if tasks are planned from noon on, unless they have windows by the clock or by a prayer.
    public var leavesMornings = false

    /// The choices of a customer who has made none.
    public init() {}

    public static let loads = 10...100, buffers = 0...120, dayStarts = 0...720, mostLists = 1_000
}

extension PlanningChoices: RowDecodable {
    public init(_ row: Row) throws(PostgresError) {
        isOn = try row["is_on"]
        let lists: [Int] = try row["unplanned_lists"]
        unplannedLists = lists.map { CalendarID(Int64($0)) }
        loadPercent = try row["load_percent"]
        bufferMinutes = try row["buffer_minutes"]
        dayStart = try row["day_start"]
        busy = try row["busy"]
        leavesMornings = try row["leaves_mornings"]
    }

    static func query(_ owner: CustomerID) -> SQL {
        """
        SELECT is_on, unplanned_lists, load_percent::bigint, buffer_minutes::bigint, day_start::bigint, busy,
               leaves_mornings
          FROM planning_choice WHERE customer_id = \(owner)
        """
    }
}

extension Store {
    /// Returns a customer's choices about plans; the defaults if there are none.
    public func planningChoices(of owner: CustomerID) throws(PostgresError) -> PlanningChoices {
        try connection.row(PlanningChoices.query(owner)) ?? PlanningChoices()
    }

    /// Writes a customer's choices about plans. A trigger lets a worker plan again.
    public func replace(_ choices: PlanningChoices, of owner: CustomerID) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO planning_choice
                   (customer_id, is_on, unplanned_lists, load_percent, buffer_minutes, day_start, busy,
                    leaves_mornings)
            VALUES (\(owner), \(choices.isOn), \(choices.unplannedLists.map { Int($0.number) }),
                    \(choices.loadPercent)::smallint, \(choices.bufferMinutes)::smallint,
                    \(choices.dayStart)::smallint, \(choices.busy.rawValue), \(choices.leavesMornings))
            ON CONFLICT (customer_id) DO UPDATE
               SET is_on = excluded.is_on, unplanned_lists = excluded.unplanned_lists,
                   load_percent = excluded.load_percent, buffer_minutes = excluded.buffer_minutes,
                   day_start = excluded.day_start, busy = excluded.busy, leaves_mornings = excluded.leaves_mornings,
                   changed_at = now()
            """)
    }
}
