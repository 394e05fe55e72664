public import CivilTime
public import Postgres

/// The addresses and accounts outside in numbers, without a word about whose they are.
public struct SourceCounts: Sendable, RowDecodable {
    public let sources: Int
    public let subscriptions: Int
    public let failing: Int
    public let held: Int
    /// The accounts at other services that are read.
    public let accounts: Int
    public let failingAccounts: Int
    /// The seconds since the last good answer of the address or account that has waited longest for one.
    public let oldestSeconds: Int

    public init(_ row: Row) throws(PostgresError) {
        sources = try row["sources"]
        subscriptions = try row["subscriptions"]
        failing = try row["failing"]
        held = try row["held"]
        accounts = try row["accounts"]
        failingAccounts = try row["failing_accounts"]
        oldestSeconds = try row["oldest"]
    }
}

/// The addresses and accounts of one host that fail for one reason.
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

/// One host that is asked, with its addresses and accounts.
public struct AskedHost: Sendable, RowDecodable {
    public let host: String
    public let sources: Int
    public let accounts: Int
    public let failing: Int
    public let goodAt: Instant?

    public init(_ row: Row) throws(PostgresError) {
        host = try row["host"]
        sources = try row["sources"]
        accounts = try row["accounts"]
        failing = try row["failing"]
        goodAt = try row["good_at"]
    }
}

extension Store {
    /// Returns the numbers of all addresses and accounts.
    public func sourceCounts() throws(PostgresError) -> SourceCounts {
        let counts: SourceCounts? = try connection.row("""
            SELECT (SELECT count(*) FROM outside_source) AS sources,
                   (SELECT count(*) FROM subscription) AS subscriptions,
                   (SELECT count(*) FROM outside_source WHERE failures > 0) AS failing,
                   (SELECT count(*) FROM outside_source WHERE held_since IS NOT NULL)
                       + (SELECT count(*) FROM remote_calendar WHERE held_since IS NOT NULL) AS held,
                   (SELECT count(*) FROM outside_account WHERE state = 'joined') AS accounts,
                   (SELECT count(*) FROM outside_account WHERE state = 'joined' AND failures > 0) AS failing_accounts,
                   coalesce(extract(epoch FROM now() - least(
                       (SELECT min(coalesce(good_at, created_at)) FROM outside_source),
                       (SELECT min(coalesce(good_at, created_at)) FROM outside_account
                         WHERE state = 'joined'))), 0)::bigint AS oldest
            """)
        guard let counts else { throw .decoding("there are no numbers") }
        return counts
    }

    /// Returns the hosts with failing addresses and accounts, by the reason, those with the most first.
    public func failingHosts() throws(PostgresError) -> [FailingHost] {
        try connection.rows("""
            SELECT host, problem, count(*) AS count, min(failing_since) AS since
              FROM (SELECT host, problem, failing_since FROM outside_source WHERE failures > 0
                    UNION ALL
                    SELECT host, problem, failing_since FROM outside_account WHERE failures > 0 AND state = 'joined') f
             GROUP BY host, problem ORDER BY count(*) DESC, host, problem
            """)
    }

    /// Returns the hosts that are asked, in alphabetic order.
    public func askedHosts() throws(PostgresError) -> [AskedHost] {
        try connection.rows("""
            SELECT host, count(*) FILTER (WHERE NOT is_account) AS sources,
                   count(*) FILTER (WHERE is_account) AS accounts,
                   count(*) FILTER (WHERE failures > 0) AS failing, max(good_at) AS good_at
              FROM (SELECT host, failures, good_at, false AS is_account FROM outside_source
                    UNION ALL
                    SELECT host, failures, good_at, true FROM outside_account WHERE state = 'joined') h
             GROUP BY host ORDER BY host
            """)
    }
}
