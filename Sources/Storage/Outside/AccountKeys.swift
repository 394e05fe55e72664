public import Postgres

/// The key of a customer's accounts elsewhere, encrypted with a key of the installation.
public struct AccountKeyRow: Sendable, RowDecodable {
    public let customer: CustomerID
    /// The fingerprint of the key that it is encrypted with.
    public let masterKey: String
    public let wrapped: [UInt8]

    public init(customer: CustomerID, masterKey: String, wrapped: [UInt8]) {
        self.customer = customer
        self.masterKey = masterKey
        self.wrapped = wrapped
    }

    public init(_ row: Row) throws(PostgresError) {
        customer = try row["customer_id"]
        masterKey = try row["master_key"]
        wrapped = try row["wrapped"]
    }
}

extension Store {
    /// Returns the key of a customer's accounts; nil if there is none.
    public func accountKey(of customer: CustomerID) throws(PostgresError) -> AccountKeyRow? {
        try connection.row("SELECT customer_id, master_key, wrapped FROM outside_key WHERE customer_id = \(customer)")
    }

    /// Inserts a customer's key. One that is there stays.
    public func insert(_ key: AccountKeyRow) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO outside_key (customer_id, master_key, wrapped)
            VALUES (\(key.customer), \(key.masterKey), \(key.wrapped)) ON CONFLICT DO NOTHING
            """)
    }

    /// Deletes a customer's key, unless an account is left.
    public func deleteUnusedAccountKey(of customer: CustomerID) throws(PostgresError) {
        try connection.execute("""
            DELETE FROM outside_key
             WHERE customer_id = \(customer)
               AND NOT EXISTS (SELECT 1 FROM outside_account a WHERE a.customer_id = \(customer))
            """)
    }

    /// Returns keys that are encrypted with another key than the one of a fingerprint.
    public func accountKeys(notWrappedBy fingerprint: String, limit: Int) throws(PostgresError) -> [AccountKeyRow] {
        try connection.rows("""
            SELECT customer_id, master_key, wrapped FROM outside_key
             WHERE master_key < \(fingerprint) OR master_key > \(fingerprint) LIMIT \(limit)
            """)
    }

    /// Replaces the encrypted form of a key, if it is still the one that was read.
    public func rewrap(_ key: AccountKeyRow, to masterKey: String, wrapped: [UInt8]) throws(PostgresError) {
        try connection.execute("""
            UPDATE outside_key SET master_key = \(masterKey), wrapped = \(wrapped)
             WHERE customer_id = \(key.customer) AND wrapped = \(key.wrapped)
            """)
    }
}
