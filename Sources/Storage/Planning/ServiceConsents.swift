public import CivilTime
public import Postgres

/// A service of others that a customer agreed to.
public struct ServiceConsent: Sendable, Hashable, RowDecodable {
    /// The name of the service, such as `google`.
    public let service: String
    /// The consent does not hold for the service at another host.
    public let host: String
    public let agreedAt: Instant

    public init(_ row: Row) throws(PostgresError) {
        service = try row["service"]
        host = try row["host"]
        agreedAt = try row["agreed_at"]
    }
}

extension Store {
    /// Returns the services of others that a customer agreed to, by name.
    public func serviceConsents(of owner: CustomerID) throws(PostgresError) -> [ServiceConsent] {
        try connection.rows("""
            SELECT service, host, agreed_at FROM service_consent WHERE customer_id = \(owner) ORDER BY service
            """)
    }

    /// Notes the consent of a customer to a service at a host. The same consent stays as it was.
    public func agree(to service: String, at host: String, of owner: CustomerID) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO service_consent (customer_id, service, host) VALUES (\(owner), \(service), \(host))
            ON CONFLICT (customer_id, service) DO UPDATE SET host = excluded.host, agreed_at = now()
             WHERE service_consent.host <> excluded.host
            """)
    }

    /// Deletes what waits to be sent to a service at a host, unless some customer agrees to it. Nothing that waits
    /// says who wanted it.
    public func forgetQuestions(to service: String, at host: String) throws(PostgresError) {
        let isAgreed: Bool? = try connection.value("""
            SELECT EXISTS (SELECT 1 FROM service_consent WHERE service = \(service) AND host = \(host))
            """)
        if isAgreed == true { return }
        try connection.execute("""
            DELETE FROM travel_wish WHERE engine = \(service) AND host = \(host) AND asked_at IS NULL
            """)
        try connection.execute("DELETE FROM forecast WHERE service = \(service) AND host = \(host)")
    }

    /// Deletes the consent of a customer to a service.
    public func withdrawConsent(to service: String, of owner: CustomerID) throws(PostgresError) {
        try connection.execute("""
            DELETE FROM service_consent WHERE customer_id = \(owner) AND service = \(service)
            """)
    }
}
