public import Postgres

/// A session with refresh tokens, read to make the next one.
public struct RefreshFamily: Sendable, RowDecodable {
    public let session: SessionID
    public let customer: CustomerID
    public let nonce: [UInt8]
    /// The number of the token in force.
    public let number: Int
    /// Seconds since that token was made, by the database's clock.
    public let ageSeconds: Int
    /// The app in words.
    public let device: String

    public init(_ row: Row) throws(PostgresError) {
        session = try row["id"]
        customer = try row["customer_id"]
        nonce = try row["refresh_nonce"]
        number = try row["refresh_number"]
        ageSeconds = try row["age_seconds"]
        device = try row["device"]
    }
}

extension Store {
    /// Begins a session of an app with one token.
    public func insertAppSession(
        of customer: CustomerID, tokenDigest: [UInt8], device: String, network: String
    ) throws(PostgresError) -> SessionID {
        try insertSession(of: customer, tokenDigest, device, network, .app, nonce: nil)
    }

    /// Begins a session of an app with refresh tokens, the first of which has the number 0.
    ///
    /// - Parameters:
    ///   - nonce: 32 random bytes, of which the tokens are made.
    ///   - placeholder: 32 random bytes. The digest of the first token takes their place as soon as the number of the
    ///     session is known.
    public func insertRotatingSession(
        of customer: CustomerID, nonce: [UInt8], placeholder: [UInt8], device: String, network: String
    ) throws(PostgresError) -> SessionID {
        try insertSession(of: customer, placeholder, device, network, .rotating, nonce: nonce)
    }

    private func insertSession(
        of customer: CustomerID, _ digest: [UInt8], _ device: String, _ network: String, _ kind: SessionKind,
        nonce: [UInt8]?
    ) throws(PostgresError) -> SessionID {
        let number: Int? = nonce == nil ? nil : 0
        let refreshed: SQL = nonce == nil ? "NULL" : "now()"
        let id: SessionID? = try connection.value("""
            INSERT INTO session (customer_id, token_sha256, device, network, expires_at, kind, refresh_nonce,
                                 refresh_number, refreshed_at)
            VALUES (\(customer), \(digest), \(device), \(network), now() + \(Self.sessionDays) * interval '1 day',
                    \(kind), \(nonce), \(number), \(refreshed))
            RETURNING id
            """)
        guard let id else { throw PostgresError.decoding("INSERT INTO session returned no row") }
        return id
    }

    /// Writes the digest of the first refresh token of a session.
    public func setFirstRefreshToken(_ digest: [UInt8], of id: SessionID) throws(PostgresError) {
        try connection.execute("UPDATE session SET token_sha256 = \(digest) WHERE id = \(id) AND refresh_number = 0")
    }

    /// Returns a session with refresh tokens, and keeps others from renewing it until the transaction ends; nil if it
    /// has ended.
    public func lockRefreshFamily(_ id: SessionID) throws(PostgresError) -> RefreshFamily? {
        try connection.row("""
            SELECT id, customer_id, refresh_nonce, refresh_number, device,
                   extract(epoch FROM now() - refreshed_at)::bigint AS age_seconds
              FROM session WHERE id = \(id) AND kind = 'rotating' AND expires_at > now() FOR UPDATE
            """)
    }

    /// Puts the next refresh token in the place of the one in force, and prolongs the session.
    ///
    /// - Returns: false if another caller was first.
    public func advanceRefreshToken(
        of id: SessionID, from number: Int, digest: [UInt8], network: String
    ) throws(PostgresError) -> Bool {
        try connection.execute("""
            UPDATE session
               SET token_sha256 = \(digest), refresh_number = \(number + 1), refreshed_at = now(), last_seen_at = now(),
                   network = \(network), expires_at = \(Self.prolonged)
             WHERE id = \(id) AND refresh_number = \(number)
            """) == 1
    }
}
