public import CivilTime
public import Mail
public import Postgres

/// A device's password as the settings page lists it.
public struct DevicePassword: Sendable, RowDecodable {
    /// The way a password was made.
    public enum Origin: String, Sendable {
        case byHand = "by-hand", profile, `operator`, app
    }

    public let id: DevicePasswordID
    /// The device's name, 1 to 60 characters.
    public let label: String
    public let origin: Origin
    public let createdAt: Instant
    /// nil if it was never used.
    public let lastUsedAt: Instant?
    public let lastUsedSeconds: Int?
    /// The network of the last use, as `Networks.shown` writes it.
    public let lastNetwork: String?

    public init(_ row: Row) throws(PostgresError) {
        id = try row["id"]
        label = try row["label"]
        let origin: String = try row["origin"]
        guard let known = Origin(rawValue: origin) else { throw .decoding("origin is \(origin)") }
        self.origin = known
        createdAt = try row["created_at"]
        lastUsedAt = try row["last_used_at"]
        lastUsedSeconds = try row["last_used_seconds"]
        lastNetwork = try row["last_network"]
    }
}

/// A right password of a device, with its customer.
public struct DeviceSignIn: Sendable, RowDecodable {
    public let customer: Customer
    public let passwordID: DevicePasswordID
    /// The digest by which the password was found.
    public let digest: [UInt8]
    /// Seconds until its last use has to be written down again, by the database's clock; 0 or less if that is due.
    public var freshSeconds: Int

    public init(_ row: Row) throws(PostgresError) {
        customer = try Customer(row)
        passwordID = try row["device_password_id"]
        digest = try row["password_hmac"]
        freshSeconds = try row["fresh_seconds"]
    }
}

/// A device's password that is not stored yet.
public struct NewDevicePassword: Sendable {
    public let customerID: CustomerID
    public let label: String
    /// The keyed digest, 32 bytes.
    public let digest: [UInt8]
    public let origin: DevicePassword.Origin
    /// The minutes after which it ends if it was not used; nil if it lasts.
    public let unusedMinutes: Int?
    /// The random bytes that the app's password is made of; nil for other passwords.
    public let nonce: [UInt8]?

    public init(
        customerID: CustomerID, label: String, digest: [UInt8], origin: DevicePassword.Origin, unusedMinutes: Int?,
        nonce: [UInt8]? = nil
    ) {
        self.customerID = customerID
        self.label = label
        self.digest = digest
        self.origin = origin
        self.unusedMinutes = unusedMinutes
        self.nonce = nonce
    }
}

/// The stored part of the password that the app shows.
public struct AppPassword: Sendable, RowDecodable {
    public let id: DevicePasswordID
    public let nonce: [UInt8]
    /// The keyed digest, 32 bytes.
    public let digest: [UInt8]

    public init(_ row: Row) throws(PostgresError) {
        id = try row["id"]
        nonce = try row["nonce"]
        digest = try row["password_hmac"]
    }
}

extension Store {
    /// Returns true if a calendar program of a customer has signed in within some days.
    public func hasUsedDevice(of customer: CustomerID, days: Int) throws(PostgresError) -> Bool {
        try connection.value("""
            SELECT EXISTS (SELECT 1 FROM device_password
                            WHERE customer_id = \(customer) AND last_used_at > now() - \(days) * interval '1 day')
            """) ?? false
    }

    /// The seconds after which a use of a device's password is written down again.
    public static let deviceUseSeconds = 300

    /// The condition that a password has not ended unused.
    static let isLive: SQL = "(expires_unused_at IS NULL OR expires_unused_at > now())"

    /// Returns the password of a device with its customer; nil if none of the digests is a password of that customer.
    ///
    /// - Parameter earlierAddress: the digests of an address by each valid key, to find only a password from a time
    ///   when the customer had that address; nil to find any.
    public func deviceSignIn(
        of customer: CustomerID, digests: [[UInt8]], earlierAddress: [[UInt8]]? = nil
    ) throws(PostgresError) -> DeviceSignIn? {
        let isOfThen: SQL = earlierAddress.map { "AND p.earlier_address_hmacs && \($0)" } ?? ""
        return try connection.row("""
            SELECT \(Customer.columns), p.id AS device_password_id, p.password_hmac,
                   floor(extract(epoch FROM
                       coalesce(p.last_used_at + \(Self.deviceUseSeconds) * interval '1 second', now()) - now()))::bigint
                       AS fresh_seconds
              FROM device_password p JOIN customer c ON c.id = p.customer_id
             WHERE p.customer_id = \(customer) AND p.password_hmac = ANY (\(digests)) AND \(Self.isLive) \(isOfThen)
             LIMIT 1
            """)
    }

    /// Writes down that a device's password is in use. An unused one that would end becomes lasting.
    ///
    /// - Parameter digest: the password's digest by the current key.
    /// - Returns: false if the password has ended.
    public func touchDevicePassword(
        _ id: DevicePasswordID, of customer: CustomerID, digest: [UInt8], network: String
    ) throws(PostgresError) -> Bool {
        try connection.execute("""
            UPDATE device_password
               SET last_used_at = now(), last_network = \(network), password_hmac = \(digest), expires_unused_at = NULL
             WHERE customer_id = \(customer) AND id = \(id) AND \(Self.isLive)
            """) == 1
    }

    /// Returns the customer of an address, also of one that nobody proved.
    public func customerID(withAddress address: EmailAddress) throws(PostgresError) -> CustomerID? {
        try connection.value("SELECT id FROM customer WHERE email_key = \(address.key)")
    }

    /// Returns the customer of a login name.
    public func customerID(withLogin login: String) throws(PostgresError) -> CustomerID? {
        try connection.value("SELECT id FROM customer WHERE login = \(login)")
    }

    /// Returns the customers with a password from a time when their address was another one.
    ///
    /// - Parameter digests: the digests of the address, by each valid key.
    public func customers(withEarlierAddress digests: [[UInt8]]) throws(PostgresError) -> [CustomerID] {
        try connection.rows("""
            SELECT DISTINCT customer_id FROM device_password WHERE earlier_address_hmacs && \(digests)
            """, as: OwnerRow.self).map(\.customerID)
    }

    private struct OwnerRow: RowDecodable {
        let customerID: CustomerID
        init(_ row: Row) throws(PostgresError) { customerID = try row["customer_id"] }
    }

    /// Records an address that a customer is about to give up, so that it stays a user name of the customer's devices.
    public func keepEarlierAddress(digest: [UInt8], of customer: CustomerID) throws(PostgresError) {
        try connection.execute("""
            UPDATE device_password SET earlier_address_hmacs = earlier_address_hmacs || \([digest])
             WHERE customer_id = \(customer) AND NOT earlier_address_hmacs @> \([digest])
            """)
    }

    /// Returns a customer's passwords that have not ended, the newest first.
    public func devicePasswords(of customer: CustomerID) throws(PostgresError) -> [DevicePassword] {
        try connection.rows(devicePasswordsQuery(customer))
    }

    func devicePasswordsQuery(_ customer: CustomerID) -> SQL {
        """
        SELECT id, label, origin, created_at, last_used_at, last_network,
               extract(epoch FROM now() - last_used_at)::bigint AS last_used_seconds
          FROM device_password
         WHERE customer_id = \(customer) AND \(Self.isLive)
         ORDER BY customer_id, id DESC
        """
    }

    /// Returns true if a password was used at least once.
    public func devicePasswordWasUsed(_ id: DevicePasswordID, of customer: CustomerID) throws(PostgresError) -> Bool {
        try connection.value("""
            SELECT EXISTS (SELECT 1 FROM device_password
                            WHERE customer_id = \(customer) AND id = \(id) AND last_used_at IS NOT NULL)
            """) ?? false
    }

    /// Inserts a password. Call it in a transaction that has locked the customer.
    public func insert(_ new: NewDevicePassword) throws(PostgresError) -> DevicePasswordID {
        let id: DevicePasswordID? = try connection.value("""
            INSERT INTO device_password (customer_id, label, password_hmac, origin, expires_unused_at, nonce)
            VALUES (\(new.customerID), \(new.label), \(new.digest), \(new.origin.rawValue),
                    now() + \(new.unusedMinutes) * interval '1 minute', \(new.nonce))
            RETURNING id
            """)
        guard let id else { throw PostgresError.decoding("INSERT INTO device_password returned no row") }
        return id
    }

    /// Returns the password that the app shows; nil if the customer has none.
    public func appPassword(of customer: CustomerID) throws(PostgresError) -> AppPassword? {
        try connection.row("""
            SELECT id, nonce, password_hmac FROM device_password
             WHERE customer_id = \(customer) AND origin = 'app'
            """)
    }

    /// Gives a password that exists another name, and prolongs one that was not used yet.
    ///
    /// - Parameter digests: the digests of the password, by each valid key.
    /// - Returns: nil if the customer has no such password.
    public func renewDevicePassword(
        of customer: CustomerID, digests: [[UInt8]], label: String, unusedMinutes: Int?
    ) throws(PostgresError) -> DevicePasswordID? {
        try connection.value("""
            UPDATE device_password
               SET label = \(label),
                   expires_unused_at = CASE WHEN last_used_at IS NULL
                                            THEN now() + \(unusedMinutes) * interval '1 minute' END
             WHERE customer_id = \(customer) AND password_hmac = ANY (\(digests))
            RETURNING id
            """)
    }

    /// Deletes a customer's passwords that ended unused, and counts the others.
    public func countDevicePasswords(of customer: CustomerID) throws(PostgresError) -> Int {
        try connection.execute(
            "DELETE FROM device_password WHERE customer_id = \(customer) AND expires_unused_at <= now()")
        return try connection.value("SELECT count(*) FROM device_password WHERE customer_id = \(customer)") ?? 0
    }

    /// Deletes one password of a customer.
    ///
    /// - Returns: its name; nil if it is another customer's, or deleted already.
    public func deleteDevicePassword(_ id: DevicePasswordID, of customer: CustomerID) throws(PostgresError) -> String? {
        try connection.value("""
            DELETE FROM device_password WHERE customer_id = \(customer) AND id = \(id) RETURNING label
            """)
    }
}
