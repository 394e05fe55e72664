public import CivilTime
public import Postgres

/// An account at another service, with the state of its reading.
public struct OutsideAccountRow: Sendable, RowDecodable {
    public enum State: String, Sendable {
        /// The password is not proved yet.
        case asked
        /// The password is proved. The customer chooses calendars.
        case found
        case joined
        /// The password was refused, or there are no calendars. Nothing secret is kept.
        case refused
    }

    public let owner: CustomerID
    public let id: OutsideAccountID
    public let provider: String
    public let host: String
    /// The user without the part behind the @.
    public let label: String
    public let sealedAddress: [UInt8]?
    public let sealedUser: [UInt8]?
    public let sealedPassword: [UInt8]?
    public let sealedHomes: [UInt8]?
    public let state: State
    public let withAlarms: Bool
    public let consentedAt: Instant
    public let nextAt: Instant
    public let goodAt: Instant?
    public let listedAt: Instant?
    public let failures: Int
    public let failingSince: Instant?
    public let problem: String?

    public init(_ row: Row) throws(PostgresError) {
        owner = try row["customer_id"]
        id = try row["id"]
        provider = try row["provider"]
        host = try row["host"]
        label = try row["label"]
        sealedAddress = try row["sealed_address"]
        sealedUser = try row["sealed_user"]
        sealedPassword = try row["sealed_password"]
        sealedHomes = try row["sealed_homes"]
        let state: String = try row["state"]
        guard let state = State(rawValue: state) else { throw .decoding("an account has another state") }
        self.state = state
        withAlarms = try row["with_alarms"]
        consentedAt = try row["consented_at"]
        nextAt = try row["next_at"]
        goodAt = try row["good_at"]
        listedAt = try row["listed_at"]
        failures = try row["failures"]
        failingSince = try row["failing_since"]
        problem = try row["problem"]
    }

    /// The columns of `outside_account` AS a.
    static let columns: SQL = """
        a.customer_id, a.id, a.provider, a.host, a.label, a.sealed_address, a.sealed_user, a.sealed_password,
        a.sealed_homes, a.state, a.with_alarms, a.consented_at, a.next_at, a.good_at, a.listed_at, a.failures,
        a.failing_since, a.problem
        """
}

extension Store {
    /// Returns the accounts of a customer in the order in which they were joined.
    public func accounts(of owner: CustomerID) throws(PostgresError) -> [OutsideAccountRow] {
        try connection.rows("""
            SELECT \(OutsideAccountRow.columns) FROM outside_account a WHERE a.customer_id = \(owner) ORDER BY a.id
            """)
    }

    /// Returns an account of a customer; nil if there is none.
    public func account(
        _ id: OutsideAccountID, of owner: CustomerID
    ) throws(PostgresError) -> OutsideAccountRow? {
        try connection.row("""
            SELECT \(OutsideAccountRow.columns) FROM outside_account a
             WHERE a.customer_id = \(owner) AND a.id = \(id)
            """)
    }

    /// Inserts an account without its secrets, which are bound to its number.
    public func insertAccount(
        of owner: CustomerID, provider: String, host: String, label: String, withAlarms: Bool, consentVersion: Int
    ) throws(PostgresError) -> OutsideAccountID {
        let id: OutsideAccountID? = try connection.value("""
            INSERT INTO outside_account (customer_id, provider, host, label, with_alarms, consent_version)
            VALUES (\(owner), \(provider), \(host), \(label), \(withAlarms), \(consentVersion)::smallint) RETURNING id
            """)
        guard let id else { throw .decoding("an account has no number") }
        return id
    }

    /// Sets the encrypted secrets of an account. A worker proves them next.
    public func setSecrets(
        address: [UInt8], user: [UInt8], password: [UInt8], of id: OutsideAccountID, _ owner: CustomerID
    ) throws(PostgresError) {
        try connection.execute("""
            UPDATE outside_account
               SET sealed_address = \(address), sealed_user = \(user), sealed_password = \(password), next_at = now()
             WHERE customer_id = \(owner) AND id = \(id)
            """)
        try connection.execute("SELECT pg_notify(\(Self.outsideChannel), '')")
    }

    /// Replaces the password of an account, so that it is asked at once.
    public func replacePassword(
        _ password: [UInt8], of id: OutsideAccountID, _ owner: CustomerID
    ) throws(PostgresError) {
        try connection.execute("""
            UPDATE outside_account
               SET sealed_password = \(password), failures = 0, failing_since = NULL, problem = NULL, next_at = now()
             WHERE customer_id = \(owner) AND id = \(id)
            """)
        try connection.execute("SELECT pg_notify(\(Self.outsideChannel), '')")
    }

    /// Deletes an account with all that is known about its calendars. The calendars here stay.
    ///
    /// - Returns: false if there was none.
    public func deleteAccount(_ id: OutsideAccountID, of owner: CustomerID) throws(PostgresError) -> Bool {
        try connection.execute("DELETE FROM outside_account WHERE customer_id = \(owner) AND id = \(id)") == 1
    }

    /// Deletes the accounts that were refused, or never chosen from, before some time.
    public func deleteUnjoinedAccounts(of owner: CustomerID, olderThanSeconds seconds: Int) throws(PostgresError) {
        try connection.execute("""
            DELETE FROM outside_account
             WHERE customer_id = \(owner) AND state <> 'joined'
               AND created_at < now() - \(seconds) * interval '1 second'
            """)
    }

    /// Makes an account due at once, unless it was asked within the last minute.
    ///
    /// - Returns: false if it was.
    public func lookNow(at id: OutsideAccountID, of owner: CustomerID) throws(PostgresError) -> Bool {
        let isDue = try connection.execute("""
            UPDATE outside_account SET next_at = now()
             WHERE customer_id = \(owner) AND id = \(id)
               AND (asked_at IS NULL OR asked_at < now() - interval '1 minute')
            """) == 1
        if isDue { try connection.execute("SELECT pg_notify(\(Self.outsideChannel), '')") }
        return isDue
    }

    /// Makes an account due at once, after a choice of its owner.
    public func askSoon(_ id: OutsideAccountID, of owner: CustomerID) throws(PostgresError) {
        try connection.execute(
            "UPDATE outside_account SET next_at = now() WHERE customer_id = \(owner) AND id = \(id)")
        try connection.execute("SELECT pg_notify(\(Self.outsideChannel), '')")
    }

    /// Chooses the account that has been due the longest, and leaves it to the caller for some time.
    ///
    /// One host is asked by one worker at a time, and visited a limited number of times in a minute. An account without
    /// calendars here waits for a choice.
    public func claimAccount(leaseSeconds: Int, perHostAndMinute: Int) throws -> OutsideAccountRow? {
        try transaction {
            try connection.execute(
                "SELECT pg_advisory_xact_lock(hashtextextended('outside account ' || current_schema(), 0))")
            return try connection.row("""
                UPDATE outside_account a
                   SET leased_until = clock_timestamp() + \(leaseSeconds) * interval '1 second',
                       asked_at = clock_timestamp()
                 WHERE (a.customer_id, a.id) = (
                    SELECT n.customer_id, n.id FROM outside_account n
                     WHERE n.next_at <= clock_timestamp() AND n.state IN ('asked', 'joined')
                       AND n.sealed_password IS NOT NULL
                       AND (n.leased_until IS NULL OR n.leased_until <= clock_timestamp())
                       AND NOT EXISTS (
                            SELECT 1 FROM outside_account b
                             WHERE b.host = n.host AND b.leased_until > clock_timestamp())
                       AND (SELECT count(*) FROM outside_account b
                             WHERE b.host = n.host AND b.asked_at > clock_timestamp() - interval '1 minute')
                           < \(perHostAndMinute)
                     ORDER BY n.next_at LIMIT 1)
                RETURNING \(OutsideAccountRow.columns)
                """)
        }
    }
}
