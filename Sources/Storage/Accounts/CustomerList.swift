public import CivilTime
public import Mail
public import Postgres

/// An account as an operator's list shows it.
public struct ListedCustomer: Sendable, RowDecodable {
    public let id: CustomerID
    public let email: String
    public let login: String?
    public let language: String
    public let createdAt: Instant
    /// The number of passwords of devices.
    public let devices: Int

    public init(_ row: Row) throws(PostgresError) {
        id = try row["id"]
        email = try row["email"]
        login = try row["login"]
        language = try row["language"]
        createdAt = try row["created_at"]
        devices = try row["devices"]
    }
}

extension Store {
    /// Returns every account, the oldest first.
    public func listedCustomers() throws(PostgresError) -> [ListedCustomer] {
        try connection.rows("""
            SELECT c.id, c.email, c.login, c.language, c.created_at,
                   (SELECT count(*) FROM device_password p
                     WHERE p.customer_id = c.id
                       AND (p.expires_unused_at IS NULL OR p.expires_unused_at > now())) AS devices
              FROM customer c
             WHERE c.verified_at IS NOT NULL
             ORDER BY c.created_at, c.id
            """)
    }

    /// Returns the account of an address; nil if there is none, or if nobody proved the address.
    public func verifiedCustomer(withAddress address: EmailAddress) throws(PostgresError) -> Customer? {
        try connection.row("""
            SELECT \(Customer.columns) FROM customer c
             WHERE c.email_key = \(address.key) AND c.verified_at IS NOT NULL
            """)
    }

    /// Gives a customer a login name.
    public func setLogin(_ login: String, of customer: CustomerID) throws(PostgresError) {
        try connection.execute("UPDATE customer SET login = \(login) WHERE id = \(customer)")
    }
}
