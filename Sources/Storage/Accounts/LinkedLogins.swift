public import CivilTime
public import Postgres

/// A customer's login at a provider of OpenID Connect.
public struct LinkedLogin: Sendable, RowDecodable {
    public let customer: CustomerID
    public let issuer: String
    public let subject: String
    /// The address that the provider named.
    public let email: String
    public let createdAt: Instant
    public let lastUsedAt: Instant

    public init(_ row: Row) throws(PostgresError) {
        customer = try row["customer_id"]
        issuer = try row["issuer"]
        subject = try row["subject"]
        email = try row["email"]
        createdAt = try row["created_at"]
        lastUsedAt = try row["last_used_at"]
    }

    static let columns: SQL = "customer_id, issuer, subject, email, created_at, last_used_at"
}

/// A browser's way to a provider and back, as it is taken.
public struct OpenIDFlow: Sendable, RowDecodable {
    /// The customer whose login is to be linked; nil to sign in.
    public let linkedCustomer: CustomerID?
    public let nextPath: String

    public init(_ row: Row) throws(PostgresError) {
        linkedCustomer = try row["linked_customer_id"]
        nextPath = try row["next_path"]
    }
}

extension Store {
    /// Returns the login of a subject, and records its use; nil if it is linked to nobody.
    public func useLinkedLogin(issuer: String, subject: String) throws(PostgresError) -> LinkedLogin? {
        try connection.row("""
            UPDATE linked_login SET last_used_at = now() WHERE issuer = \(issuer) AND subject = \(subject)
            RETURNING \(LinkedLogin.columns)
            """)
    }

    /// Links a login to a customer, unless it is another customer's, or the customer has another one there.
    ///
    /// - Returns: false if nothing was linked.
    public func link(
        issuer: String, subject: String, email: String, to customer: CustomerID
    ) throws(PostgresError) -> Bool {
        try connection.execute("""
            INSERT INTO linked_login (customer_id, issuer, subject, email)
            VALUES (\(customer), \(issuer), \(subject), \(email)) ON CONFLICT DO NOTHING
            """) == 1
    }

    /// Returns a customer's logins.
    public func linkedLogins(of customer: CustomerID) throws(PostgresError) -> [LinkedLogin] {
        try connection.rows("""
            SELECT \(LinkedLogin.columns) FROM linked_login WHERE customer_id = \(customer) ORDER BY issuer
            """)
    }

    /// Deletes a customer's login at a provider.
    public func unlink(issuer: String, of customer: CustomerID) throws(PostgresError) -> Bool {
        try connection.execute("""
            DELETE FROM linked_login WHERE customer_id = \(customer) AND issuer = \(issuer)
            """) == 1
    }

    /// Deletes all logins of a customer, as of an address that nobody had proved.
    public func unlinkAll(of customer: CustomerID) throws(PostgresError) {
        try connection.execute("DELETE FROM linked_login WHERE customer_id = \(customer)")
    }

    /// Begins a browser's way to a provider.
    public func insertOpenIDFlow(
        stateDigest: [UInt8], browserDigest: [UInt8], linking customer: CustomerID?, nextPath: String,
        lifetimeMinutes: Int
    ) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO openid_flow (state_sha256, browser_sha256, linked_customer_id, next_path, expires_at)
            VALUES (\(stateDigest), \(browserDigest), \(customer), \(nextPath),
                    now() + \(lifetimeMinutes) * interval '1 minute')
            """)
    }

    /// Takes a way back from a provider, once; nil if it was taken, has expired, or began in another browser.
    public func takeOpenIDFlow(stateDigest: [UInt8], browserDigest: [UInt8]) throws(PostgresError) -> OpenIDFlow? {
        try connection.row("""
            DELETE FROM openid_flow
             WHERE state_sha256 = \(stateDigest) AND browser_sha256 = \(browserDigest) AND expires_at > now()
            RETURNING linked_customer_id, next_path
            """)
    }
}
