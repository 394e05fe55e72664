public import CivilTime
public import Postgres

/// The addresses outside in numbers, without a word about whose they are.
public struct SourceCounts: Sendable, RowDecodable {
    public let sources: Int
    public let subscriptions: Int
    public let failing: Int
    public let held: Int
    /// The seconds since the last good answer of the address that has waited longest for one.
    public let oldestSeconds: Int

    public init(_ row: Row) throws(PostgresError) {
        sources = try row["sources"]
        subscriptions = try row["subscriptions"]
        failing = try row["failing"]
        held = try row["held"]
        oldestSeconds = try row["oldest"]
    }
}

/// The addresses of one host that fail for one reason.
public struct FailingHost: Sendable, RowDecodable {
    public let host: String
    public let problem: String
    public let count: Int
    public let since: Instant

    public init(_ row: Row) throws(PostgresError) {
        host = try row["host"]
        problem = try row["problem"]
        count = try row["count"]
        since = try row["since"]
    }
}

/// One host that is asked, with its addresses.
public struct AskedHost: Sendable, RowDecodable {
    public let host: String
    public let sources: Int
    public let failing: Int
    public let goodAt: Instant?

    public init(_ row: Row) throws(PostgresError) {
        host = try row["host"]
        sources = try row["sources"]
        failing = try row["failing"]
        goodAt = try row["good_at"]
    }
}

extension Store {
    /// Returns the numbers of all addresses.
    public func sourceCounts() throws(PostgresError) -> SourceCounts {
        let counts: SourceCounts? = try connection.row("""
            SELECT count(*) AS sources, (SELECT count(*) FROM subscription) AS subscriptions,
                   count(*) FILTER (WHERE failures > 0) AS failing, count(*) FILTER (WHERE held_since IS NOT NULL) AS held,
                   coalesce(extract(epoch FROM now() - min(coalesce(good_at, created_at))), 0)::bigint AS oldest
              FROM outside_source
            """)
        guard let counts else { throw .decoding("there are no numbers") }
        return counts
    }

    /// Returns the hosts with failing addresses, by the reason, those with the most first.
    public func failingHosts() throws(PostgresError) -> [FailingHost] {
        try connection.rows("""
            SELECT host, problem, count(*) AS count, min(failing_since) AS since FROM outside_source
             WHERE failures > 0 GROUP BY host, problem ORDER BY count(*) DESC, host, problem
            """)
    }

    /// Returns the hosts that are asked, in alphabetic order.
    public func askedHosts() throws(PostgresError) -> [AskedHost] {
        try connection.rows("""
            SELECT host, count(*) AS sources, count(*) FILTER (WHERE failures > 0) AS failing, max(good_at) AS good_at
              FROM outside_source GROUP BY host ORDER BY host
            """)
    }
}
