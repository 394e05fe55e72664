public import CivilTime
public import Postgres

/// The right to fetch one profile for a few minutes.
public struct ProfileGrant: RowDecodable, Sendable {
    public let customerID: CustomerID
    /// The generation of the prayer feed whose address is in the profile.
    public let feedGeneration: Int
    public let language: String
    public let createdAt: Instant
    /// The number of times the profile was fetched, including this one.
    public let fetches: Int

    public init(_ row: Row) throws(PostgresError) {
        customerID = try row["customer_id"]
        feedGeneration = try row["feed_generation"]
        language = try row["language"]
        createdAt = try row["created_at"]
        fetches = try row["fetches"]
    }

    /// The fetches that a grant allows: a phone may ask more than once, and a person may press again.
    static let mostFetches = 5
    /// The grants that a customer can have. Older ones are deleted, so that pressing a button for ever fills nothing.
    static let mostOfACustomer = 10
}

public struct NewProfileGrant: Sendable {
    public let tokenDigest: [UInt8]
    public let customerID: CustomerID
    public let feedGeneration: Int
    public let language: String
    public let lifetimeMinutes: Int

    public init(
        tokenDigest: [UInt8], customerID: CustomerID, feedGeneration: Int, language: String, lifetimeMinutes: Int
    ) {
        self.tokenDigest = tokenDigest
        self.customerID = customerID
        self.feedGeneration = feedGeneration
        self.language = language
        self.lifetimeMinutes = lifetimeMinutes
    }
}

extension Store {
    public func insert(_ new: NewProfileGrant) throws {
        try transaction {
            try connection.execute("""
                DELETE FROM profile_grant
                 WHERE ctid = ANY (ARRAY (SELECT ctid FROM profile_grant
                                           WHERE customer_id = \(new.customerID)
                                           ORDER BY created_at DESC OFFSET \(ProfileGrant.mostOfACustomer - 1)))
                """)
            try connection.execute("""
                INSERT INTO profile_grant (token_sha256, customer_id, feed_generation, language, expires_at)
                VALUES (\(new.tokenDigest), \(new.customerID), \(new.feedGeneration)::integer, \(new.language),
                        now() + \(new.lifetimeMinutes) * interval '1 minute')
                """)
        }
    }

    /// Ends every address at which a customer's profile could still be fetched.
    public func deleteProfileGrants(of customer: CustomerID) throws(PostgresError) {
        try connection.execute("DELETE FROM profile_grant WHERE customer_id = \(customer)")
    }

    /// Returns the grant of a token, nil unless it may still be used. Does not count as a fetch.
    public func profileGrant(tokenDigest: [UInt8]) throws(PostgresError) -> ProfileGrant? {
        try connection.row("""
            SELECT customer_id, feed_generation, language, created_at, fetches FROM profile_grant
             WHERE token_sha256 = \(tokenDigest) AND expires_at > now() AND fetches < \(ProfileGrant.mostFetches)
            """)
    }

    /// Counts one fetch and returns its grant; nil if the grant has expired or was used up.
    public func useProfileGrant(tokenDigest: [UInt8]) throws(PostgresError) -> ProfileGrant? {
        try connection.row("""
            UPDATE profile_grant SET fetches = fetches + 1
             WHERE token_sha256 = \(tokenDigest) AND expires_at > now() AND fetches < \(ProfileGrant.mostFetches)
            RETURNING customer_id, feed_generation, language, created_at, fetches
            """)
    }
}
