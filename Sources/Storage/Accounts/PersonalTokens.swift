public import CivilTime
public import Postgres

/// A thing that a personal token can do.
public enum TokenScope: String, Sendable, CaseIterable {
    /// Sending the position of the customer. It reads nothing.
    case position
}

/// A token that a customer made for a program, as the settings page lists it.
public struct PersonalToken: Sendable, RowDecodable {
    public let id: PersonalTokenID
    /// The program's name, 1 to 60 characters.
    public let label: String
    public let scopes: [TokenScope]
    public let createdAt: Instant
    /// nil if it was never used.
    public let lastUsedAt: Instant?
    public let lastUsedSeconds: Int?
    /// The network of the last use, as `Networks.shown` writes it.
    public let lastNetwork: String?

    public init(_ row: Row) throws(PostgresError) {
        id = try row["id"]
        label = try row["label"]
        scopes = try TokenScope.read(row)
        createdAt = try row["created_at"]
        lastUsedAt = try row["last_used_at"]
        lastUsedSeconds = try row["last_used_seconds"]
        lastNetwork = try row["last_network"]
    }
}

/// A right token of a program, with its customer.
public struct TokenSignIn: Sendable, RowDecodable {
    public let customer: Customer
    public let tokenID: PersonalTokenID
    public let scopes: [TokenScope]
    /// True if the last use has to be written down again.
    public let isUseOld: Bool

    public init(_ row: Row) throws(PostgresError) {
        customer = try Customer(row)
        tokenID = try row["personal_token_id"]
        scopes = try TokenScope.read(row)
        isUseOld = try row["is_use_old"]
    }
}

extension TokenScope {
    fileprivate static func read(_ row: Row) throws(PostgresError) -> [TokenScope] {
        let texts: [String] = try row["scopes"], scopes = texts.compactMap { TokenScope(rawValue: $0) }
        guard scopes.count == texts.count else { throw .decoding("scopes is \(texts)") }
        return scopes
    }
}

extension Store {
    /// Returns the customer of a token by its digest; nil if there is no such token.
    ///
    /// Index: `personal_token_token_sha256_key`.
    public func tokenSignIn(digest: [UInt8]) throws(PostgresError) -> TokenSignIn? {
        try connection.row("""
            SELECT \(Customer.columns), t.id AS personal_token_id, t.scopes,
                   coalesce(t.last_used_at + \(Self.deviceUseSeconds) * interval '1 second', now()) <= now()
                       AS is_use_old
              FROM personal_token t JOIN customer c ON c.id = t.customer_id
             WHERE t.token_sha256 = \(digest)
            """)
    }

    /// Writes down that a token is in use.
    ///
    /// - Returns: false if the token was revoked.
    public func touchToken(
        _ id: PersonalTokenID, of customer: CustomerID, network: String
    ) throws(PostgresError) -> Bool {
        try connection.execute("""
            UPDATE personal_token SET last_used_at = now(), last_network = \(network)
             WHERE customer_id = \(customer) AND id = \(id)
            """) == 1
    }

    /// Returns a customer's tokens, the newest first.
    public func tokens(of customer: CustomerID) throws(PostgresError) -> [PersonalToken] {
        try connection.rows("""
            SELECT id, label, scopes, created_at, last_used_at, last_network,
                   extract(epoch FROM now() - last_used_at)::bigint AS last_used_seconds
              FROM personal_token
             WHERE customer_id = \(customer)
             ORDER BY customer_id, id DESC
            """)
    }

    /// Returns the number of a customer's tokens.
    public func countTokens(of customer: CustomerID) throws(PostgresError) -> Int {
        try connection.value("SELECT count(*) FROM personal_token WHERE customer_id = \(customer)") ?? 0
    }

    /// Inserts a token. Call it in a transaction that has locked the customer.
    public func insertToken(
        of customer: CustomerID, label: String, scopes: [TokenScope], digest: [UInt8]
    ) throws(PostgresError) -> PersonalTokenID {
        let id: PersonalTokenID? = try connection.value("""
            INSERT INTO personal_token (customer_id, label, scopes, token_sha256)
            VALUES (\(customer), \(label), \(scopes.map(\.rawValue)), \(digest))
            RETURNING id
            """)
        guard let id else { throw PostgresError.decoding("INSERT INTO personal_token returned no row") }
        return id
    }

    /// Deletes a token of a customer.
    ///
    /// - Returns: its name; nil if it is another customer's, or deleted already.
    public func deleteToken(_ id: PersonalTokenID, of customer: CustomerID) throws(PostgresError) -> String? {
        try connection.value("""
            DELETE FROM personal_token WHERE customer_id = \(customer) AND id = \(id) RETURNING label
            """)
    }
}
