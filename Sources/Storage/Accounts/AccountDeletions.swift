public import CivilTime
public import Postgres

/// A customer's wish to delete the account, not confirmed yet through its mailed link.
public struct AccountDeletion: Sendable, RowDecodable {
    public let createdAt: Instant
    public let isExpired: Bool

    public init(_ row: Row) throws(PostgresError) {
        createdAt = try row["created_at"]
        isExpired = try row["is_expired"]
    }
}

extension Store {
    /// Writes down that a customer wants the account deleted. The customer's older wish and its link end.
    public func insertAccountDeletion(of customer: CustomerID, lifetimeMinutes: Int) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO account_deletion (customer_id, expires_at)
            VALUES (\(customer), now() + \(lifetimeMinutes) * interval '1 minute')
            ON CONFLICT (customer_id) DO UPDATE
               SET token_sha256 = NULL, earlier_token_sha256 = NULL, created_at = now(), expires_at = excluded.expires_at
            """)
    }

    /// Records the token that is about to be mailed. The token before it stays valid, since its mail may
    /// have left.
    public func setToken(ofAccountDeletion customer: CustomerID, tokenDigest: [UInt8]) throws(PostgresError) {
        try connection.execute("""
            UPDATE account_deletion
               SET earlier_token_sha256 = token_sha256, token_sha256 = \(tokenDigest)
             WHERE customer_id = \(customer)
            """)
    }

    public func accountDeletion(of customer: CustomerID) throws(PostgresError) -> AccountDeletion? {
        try connection.row(accountDeletionQuery(customer))
    }

    func accountDeletionQuery(_ customer: CustomerID) -> SQL {
        "SELECT created_at, expires_at <= now() AS is_expired FROM account_deletion WHERE customer_id = \(customer)"
    }

    /// Deletes a customer's confirmed wish, so that it is carried out only once.
    ///
    /// - Returns: false if the token is wrong, another customer's, or too late.
    public func takeAccountDeletion(of customer: CustomerID, tokenDigest: [UInt8]) throws(PostgresError) -> Bool {
        try connection.execute("""
            DELETE FROM account_deletion
             WHERE customer_id = \(customer) AND expires_at > now()
               AND \(tokenDigest) IN (token_sha256, earlier_token_sha256)
            """) > 0
    }

    /// Ends a customer's wish and its link.
    public func deleteAccountDeletion(of customer: CustomerID) throws(PostgresError) {
        try connection.execute("DELETE FROM account_deletion WHERE customer_id = \(customer)")
    }
}
