public import Postgres

/// The requests that were sent to an engine, on the present day and in the present month in UTC.
public struct TravelUse: Sendable, Hashable, RowDecodable {
    public let today: Int
    public let thisMonth: Int

    public init(today: Int, thisMonth: Int) {
        self.today = today
        self.thisMonth = thisMonth
    }

    public init(_ row: Row) throws(PostgresError) {
        today = try row["today"]
        thisMonth = try row["this_month"]
    }
}

extension Store {
    private static let today: SQL = "(now() AT TIME ZONE 'UTC')::date"

    /// Returns the requests that were sent to an engine.
    public func travelUse(of engine: String) throws(PostgresError) -> TravelUse {
        try connection.row("""
            SELECT coalesce(sum(requests) FILTER (WHERE day = \(Self.today)), 0)::bigint AS today,
                   coalesce(sum(requests), 0)::bigint AS this_month
              FROM travel_budget
             WHERE engine = \(engine) AND day >= date_trunc('month', now() AT TIME ZONE 'UTC')::date
            """) ?? TravelUse(today: 0, thisMonth: 0)
    }

    /// Counts requests to an engine before they are sent, unless they would exceed a limit.
    ///
    /// Processes that count at the same moment wait for each other.
    ///
    /// - Returns: the use with these requests; nil if nothing was counted.
    public func takeTravelRequests(
        _ count: Int, of engine: String, mostToday: Int, mostThisMonth: Int
    ) throws -> TravelUse? {
        try transaction {
            try connection.execute("""
                SELECT pg_advisory_xact_lock(hashtextextended('travel_budget ' || current_schema() || \(engine), 0))
                """)
            let use = try travelUse(of: engine)
            let now = TravelUse(today: use.today + count, thisMonth: use.thisMonth + count)
            guard now.today <= mostToday, now.thisMonth <= mostThisMonth else { return nil }
            try connection.execute("""
                INSERT INTO travel_budget (engine, day, requests) VALUES (\(engine), \(Self.today), \(count))
                ON CONFLICT (engine, day) DO UPDATE SET requests = travel_budget.requests + excluded.requests
                """)
            return now
        }
    }
}
