public import Postgres

/// A customer's key, encrypted with a key of the installation.
public struct CustomerKeyRow: Sendable, RowDecodable {
    public let customer: CustomerID
    public let version: Int
    /// The fingerprint of the key that it is encrypted with.
    public let masterKey: String
    public let wrapped: [UInt8]

    public init(customer: CustomerID, version: Int, masterKey: String, wrapped: [UInt8]) {
        self.customer = customer
        self.version = version
        self.masterKey = masterKey
        self.wrapped = wrapped
    }

    public init(_ row: Row) throws(PostgresError) {
        customer = try row["customer_id"]
        version = try row["version"]
        masterKey = try row["master_key"]
        wrapped = try row["wrapped"]
    }
}

extension Store {
    /// Returns the keys of a customer, the newest first.
    public func customerKeys(of customer: CustomerID) throws(PostgresError) -> [CustomerKeyRow] {
        try connection.rows("""
            SELECT customer_id, version, master_key, wrapped FROM customer_key
             WHERE customer_id = \(customer) ORDER BY version DESC
            """)
    }

    /// Returns the keys of a customer, which cannot be deleted until the transaction ends.
    public func lockCustomerKeys(of customer: CustomerID) throws(PostgresError) -> [CustomerKeyRow] {
        try connection.rows("""
            SELECT customer_id, version, master_key, wrapped FROM customer_key
             WHERE customer_id = \(customer) ORDER BY version DESC FOR KEY SHARE
            """)
    }

    /// Inserts a customer's key.
    ///
    /// - Returns: false if there is one of that version, which stays.
    public func insert(_ key: CustomerKeyRow) throws(PostgresError) -> Bool {
        try connection.execute("""
            INSERT INTO customer_key (customer_id, version, master_key, wrapped)
            VALUES (\(key.customer), \(key.version), \(key.masterKey), \(key.wrapped))
            ON CONFLICT DO NOTHING
            """) == 1
    }

    /// Deletes a customer's keys. What was encrypted with them can never be read again.
    public func deleteKeys(of customer: CustomerID) throws(PostgresError) {
        try connection.execute("DELETE FROM customer_key WHERE customer_id = \(customer)")
    }

    /// Returns keys that are encrypted with another key than the one of a fingerprint.
    public func customerKeys(notWrappedBy fingerprint: String, limit: Int) throws(PostgresError) -> [CustomerKeyRow] {
        try connection.rows("""
            SELECT customer_id, version, master_key, wrapped FROM customer_key
             WHERE master_key < \(fingerprint) OR master_key > \(fingerprint) LIMIT \(limit)
            """)
    }

    /// Replaces the encrypted form of a key, if it is still the one that was read.
    public func rewrap(_ key: CustomerKeyRow, to masterKey: String, wrapped: [UInt8]) throws(PostgresError) {
        try connection.execute("""
            UPDATE customer_key SET master_key = \(masterKey), wrapped = \(wrapped)
             WHERE customer_id = \(key.customer) AND version = \(key.version) AND wrapped = \(key.wrapped)
            """)
    }

    /// Returns the number of customers' keys by the fingerprint of the key that they are encrypted with.
    public func countCustomerKeys() throws(PostgresError) -> [MasterKeyCount] {
        try connection.rows("""
            SELECT master_key, count(*) AS count FROM customer_key GROUP BY master_key ORDER BY master_key
            """)
    }
}

/// The number of customers' keys that one key of the installation encrypts.
public struct MasterKeyCount: Sendable, RowDecodable {
    public let masterKey: String
    public let count: Int

    public init(_ row: Row) throws(PostgresError) {
        masterKey = try row["master_key"]
        count = try row["count"]
    }
}
