public import CivilTime
public import Postgres

/// A token with which Jadwal speaks to Apple.
public struct ProviderTokenRow: Sendable, RowDecodable {
    public let sealedToken: [UInt8]
    public let issuedAt: Instant

    public init(_ row: Row) throws(PostgresError) {
        sealedToken = try row["sealed_token"]
        issuedAt = try row["issued_at"]
    }
}

extension Store {
    /// The first part of the advisory lock of a provider token; the second is the hash of the schema and the key's id.
    private static let tokenLock = 4209

    /// Waits for the lock of a key's token until the transaction ends, so that only one process makes a new one.
    public func lockProviderToken(_ keyID: String) throws(PostgresError) {
        try connection.execute("""
            SELECT pg_advisory_xact_lock(\(Self.tokenLock)::integer, hashtext(current_schema() || ' ' || \(keyID)))
            """)
    }

    /// Returns the newest token of a key; nil if none was made.
    public func providerToken(_ keyID: String) throws(PostgresError) -> ProviderTokenRow? {
        try connection.row("SELECT sealed_token, issued_at FROM provider_token WHERE key_id = \(keyID)")
    }

    /// Replaces the token of a key.
    public func replaceProviderToken(_ keyID: String, sealed: [UInt8], issuedAt: Instant) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO provider_token (key_id, sealed_token, issued_at) VALUES (\(keyID), \(sealed), \(issuedAt))
            ON CONFLICT (key_id) DO UPDATE SET sealed_token = excluded.sealed_token, issued_at = excluded.issued_at
            """)
    }
}
