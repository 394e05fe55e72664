public import Mail
public import Postgres

/// A new address that is not proved yet.
public struct AddressChange: Sendable, RowDecodable {
    public let customerID: CustomerID
    public let newEmail: String
    public let newEmailKey: String
    public let isExpired: Bool

    public init(_ row: Row) throws(PostgresError) {
        customerID = try row["customer_id"]
        newEmail = try row["new_email"]
        newEmailKey = try row["new_email_key"]
        isExpired = try row["is_expired"]
    }

    static let columns: SQL = "customer_id, new_email, new_email_key, expires_at <= now() AS is_expired"
}

extension Store {
    /// Writes down the address that a customer wants. The customer's older wish ends.
    public func insertAddressChange(
        of customer: CustomerID, to address: EmailAddress, lifetimeMinutes: Int
    ) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO address_change (customer_id, new_email, new_email_key, expires_at)
            VALUES (\(customer), \(address.text), \(address.key), now() + \(lifetimeMinutes) * interval '1 minute')
            ON CONFLICT (customer_id) DO UPDATE
               SET new_email = excluded.new_email, new_email_key = excluded.new_email_key,
                   token_sha256 = NULL, earlier_token_sha256 = NULL, created_at = now(), expires_at = excluded.expires_at
            """)
    }

    /// Records the token that is about to be mailed to the new address. The token before it stays valid,
    /// since its mail may have left.
    public func setToken(ofAddressChange customer: CustomerID, tokenDigest: [UInt8]) throws(PostgresError) {
        try connection.execute("""
            UPDATE address_change
               SET earlier_token_sha256 = token_sha256, token_sha256 = \(tokenDigest)
             WHERE customer_id = \(customer)
            """)
    }

    public func addressChange(of customer: CustomerID) throws(PostgresError) -> AddressChange? {
        try connection.row(addressChangeQuery(customer))
    }

    func addressChangeQuery(_ customer: CustomerID) -> SQL {
        "SELECT \(AddressChange.columns) FROM address_change WHERE customer_id = \(customer)"
    }

    /// Deletes a customer's proved change and returns it, once; nil if the token is wrong or too late.
    public func takeAddressChange(
        of customer: CustomerID, tokenDigest: [UInt8]
    ) throws(PostgresError) -> AddressChange? {
        try connection.row("""
            DELETE FROM address_change
             WHERE customer_id = \(customer) AND expires_at > now()
               AND \(tokenDigest) IN (token_sha256, earlier_token_sha256)
            RETURNING \(AddressChange.columns)
            """)
    }

    /// Gives a customer a proved address. Another row with that address is deleted if nobody ever proved it.
    public func setEmail(of customer: CustomerID, to change: AddressChange) throws(PostgresError) {
        try connection.execute("""
            DELETE FROM customer
             WHERE email_key = \(change.newEmailKey) AND id <> \(customer) AND verified_at IS NULL
            """)
        try connection.execute("""
            UPDATE customer SET email = \(change.newEmail), email_key = \(change.newEmailKey)
             WHERE id = \(customer)
            """)
    }
}
