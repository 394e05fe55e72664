public import CivilTime
public import Postgres

/// The set-up of one device by a profile: the right to fetch it, and its state.
public struct DeviceSetup: RowDecodable, Sendable {
    /// The systems that a profile is for.
    public enum System: String, Sendable {
        case ios, macos
    }

    public enum State: String, Sendable {
        /// The device has not called yet, and still may.
        case waiting
        /// The device has called with the password of the profile.
        case connected
        /// The person ended it, or nobody fetched the profile in time.
        case cancelled
        /// The profile was fetched, and its password was not used in time, or was deleted.
        case failed
    }

    public let customerID: CustomerID
    /// The 16 random bytes that the password is derived from.
    public let nonce: [UInt8]
    public let system: System
    /// True if the profile also subscribes to the customer's prayer feed.
    public let hasPrayerTimes: Bool
    public let language: String
    public let createdAt: Instant
    /// The number of times the profile was fetched, including this one.
    public let fetches: Int
    public let state: State
    /// True if the profile can be fetched now.
    public let isOpen: Bool

    public init(_ row: Row) throws(PostgresError) {
        customerID = try row["customer_id"]
        nonce = try row["nonce"]
        let system: String = try row["system"], state: String = try row["state"]
        guard let system = System(rawValue: system) else { throw .decoding("system is \(system)") }
        guard let state = State(rawValue: state) else { throw .decoding("state is \(state)") }
        self.system = system
        self.state = state
        hasPrayerTimes = try row["has_prayer_times"]
        language = try row["language"]
        createdAt = try row["created_at"]
        fetches = try row["fetches"]
        isOpen = try row["is_open"]
    }

    /// The fetches that a set-up allows: a device may ask more than once, and a person may press again.
    static let mostFetches = 5
    /// The set-ups that a customer can have. Older ones are deleted, so that pressing a button for ever fills nothing.
    static let mostOfACustomer = 10
    /// The minutes in which the profile can be fetched again, after the first time.
    static let minutesAfterFirstFetch = 10

    /// The columns `init(_:)` reads, of table `device_setup` AS s.
    fileprivate static let columns: SQL = """
        s.customer_id, s.nonce, s.system, s.has_prayer_times, s.language, s.created_at, s.fetches,
        NOT s.is_cancelled AND s.expires_at > now() AND s.fetches < \(mostFetches) AS is_open
        """
}

public struct NewDeviceSetup: Sendable {
    public let tokenDigest: [UInt8]
    public let customerID: CustomerID
    public let nonce: [UInt8]
    public let system: DeviceSetup.System
    public let hasPrayerTimes: Bool
    public let language: String
    public let lifetimeMinutes: Int

    public init(
        tokenDigest: [UInt8], customerID: CustomerID, nonce: [UInt8], system: DeviceSetup.System, hasPrayerTimes: Bool,
        language: String, lifetimeMinutes: Int
    ) {
        self.tokenDigest = tokenDigest
        self.customerID = customerID
        self.nonce = nonce
        self.system = system
        self.hasPrayerTimes = hasPrayerTimes
        self.language = language
        self.lifetimeMinutes = lifetimeMinutes
    }
}

extension Store {
    public func insert(_ new: NewDeviceSetup) throws {
        try transaction {
            try connection.execute("""
                DELETE FROM device_setup
                 WHERE ctid = ANY (ARRAY (SELECT ctid FROM device_setup
                                           WHERE customer_id = \(new.customerID)
                                           ORDER BY created_at DESC OFFSET \(DeviceSetup.mostOfACustomer - 1)))
                """)
            try connection.execute("""
                INSERT INTO device_setup
                            (token_sha256, customer_id, nonce, system, has_prayer_times, language, expires_at)
                VALUES (\(new.tokenDigest), \(new.customerID), \(new.nonce), \(new.system.rawValue),
                        \(new.hasPrayerTimes), \(new.language), now() + \(new.lifetimeMinutes) * interval '1 minute')
                """)
        }
    }

    /// Returns the set-up of a token, also one that has ended. Does not count as a fetch.
    public func deviceSetup(tokenDigest: [UInt8]) throws(PostgresError) -> DeviceSetup? {
        try connection.row("""
            SELECT \(DeviceSetup.columns),
                   CASE WHEN p.last_used_at IS NOT NULL THEN 'connected'
                        WHEN s.is_cancelled THEN 'cancelled'
                        WHEN s.fetches = 0 AND s.expires_at > now() THEN 'waiting'
                        WHEN s.fetches = 0 THEN 'cancelled'
                        WHEN p.expires_unused_at > now() THEN 'waiting'
                        ELSE 'failed' END AS state
              FROM device_setup s
              LEFT JOIN device_password p ON p.customer_id = s.customer_id AND p.id = s.device_password_id
             WHERE s.token_sha256 = \(tokenDigest)
            """)
    }

    /// Counts one fetch of a profile and returns its set-up; nil if it can no longer be fetched.
    public func useDeviceSetup(tokenDigest: [UInt8]) throws(PostgresError) -> DeviceSetup? {
        try connection.row("""
            UPDATE device_setup AS s
               SET fetches = fetches + 1,
                   expires_at = CASE WHEN fetches > 0 THEN expires_at
                                     ELSE now() + \(DeviceSetup.minutesAfterFirstFetch) * interval '1 minute' END
             WHERE token_sha256 = \(tokenDigest) AND NOT is_cancelled AND expires_at > now()
               AND fetches < \(DeviceSetup.mostFetches)
            RETURNING \(DeviceSetup.columns), 'waiting' AS state
            """)
    }

    /// Records the password that a profile brought to its device.
    public func setPassword(
        _ password: DevicePasswordID, ofDeviceSetup tokenDigest: [UInt8]
    ) throws(PostgresError) {
        try connection.execute("""
            UPDATE device_setup SET device_password_id = \(password) WHERE token_sha256 = \(tokenDigest)
            """)
    }

    /// Ends a set-up, and deletes the password that its profile brought unless it was used. Call it in a transaction.
    public func cancelDeviceSetup(tokenDigest: [UInt8]) throws(PostgresError) {
        try connection.execute("""
            DELETE FROM device_password p USING device_setup s
             WHERE s.token_sha256 = \(tokenDigest)
               AND p.customer_id = s.customer_id AND p.id = s.device_password_id AND p.last_used_at IS NULL
            """)
        try connection.execute("UPDATE device_setup SET is_cancelled = true WHERE token_sha256 = \(tokenDigest)")
    }

    /// Ends every address at which a profile with a customer's calendars could still be fetched.
    public func deleteDeviceSetups(of customer: CustomerID) throws(PostgresError) {
        try connection.execute("DELETE FROM device_setup WHERE customer_id = \(customer)")
    }
}
