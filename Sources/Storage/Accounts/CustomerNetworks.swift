public import CivilTime
public import Postgres

/// A network that a customer signed in from, for the export. The network cannot be read back from its digest,
/// so the export holds only the time.
public struct CustomerNetwork: Sendable, RowDecodable {
    public let lastSignInAt: Instant

    public init(_ row: Row) throws(PostgresError) {
        lastSignInAt = try row["last_sign_in_at"]
    }
}

extension Store {
    /// The number of networks that are remembered for a customer. One more replaces the least recently used.
    static let customerNetworks = 10

    /// Records that a customer signed in from a network. The caller's transaction has locked the customer.
    ///
    /// - Parameter network: keyed digest of customer and network, 32 bytes.
    public func recordSignIn(of customer: CustomerID, network: [UInt8]) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO customer_network (customer_id, network_hmac) VALUES (\(customer), \(network))
            ON CONFLICT (customer_id, network_hmac) DO UPDATE SET last_sign_in_at = now()
            """)
        try connection.execute("""
            DELETE FROM customer_network
             WHERE ctid = ANY (ARRAY (SELECT ctid FROM customer_network WHERE customer_id = \(customer)
                                       ORDER BY last_sign_in_at DESC, network_hmac OFFSET \(Self.customerNetworks)))
            """)
    }

    /// Returns true if a customer signed in from a network before.
    public func hasSignedIn(_ customer: CustomerID, network: [UInt8]) throws(PostgresError) -> Bool {
        try connection.value("""
            SELECT EXISTS (SELECT 1 FROM customer_network
                            WHERE customer_id = \(customer) AND network_hmac = \(network))
            """) ?? false
    }

    func networksQuery(_ customer: CustomerID) -> SQL {
        "SELECT last_sign_in_at FROM customer_network WHERE customer_id = \(customer) ORDER BY last_sign_in_at"
    }
}
