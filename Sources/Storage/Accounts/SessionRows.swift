public import CivilTime
public import Postgres

/// A signed-in browser together with its customer: what every personal page begins with.
public struct SignedIn: Sendable, RowDecodable {
    public let sessionID: SessionID
    public let customer: Customer
    /// Seconds since this browser proved the address, by the database's clock when the row was read.
    public private(set) var ageSeconds: Int
    /// Seconds until the session ends or its last use has to be written down again, whichever comes first;
    /// 0 or less if one of them is due. By the database's clock when the row was read.
    public private(set) var freshSeconds: Int
    /// The last days of the findings and conflicts that wait in the inbox, as days since 1970.
    private let openDays: [Int]

    /// True if the last use of the session has to be written down again.
    public var isStale: Bool { freshSeconds <= 0 }

    public init(_ row: Row) throws(PostgresError) {
        sessionID = try row["session_id"]
        customer = try Customer(row)
        ageSeconds = try row["age_seconds"]
        freshSeconds = try row["fresh_seconds"]
        let days: String = try row["open_days"]
        openDays = days.split(separator: ",").compactMap { Int($0) }
    }

    /// True if something in the inbox has no answer; it may be over.
    public var hasOpenItems: Bool { !openDays.isEmpty }

    /// Returns the number of findings and conflicts that wait for an answer.
    ///
    /// - Parameter today: the customer's day; what was before it is over.
    public func waitingItems(on today: LocalDate) -> Int {
        openDays.count { $0 >= today.daysSince1970 }
    }

    /// Returns the same session some seconds later, as the reader's own clock counts them.
    public func older(bySeconds seconds: Int) -> SignedIn {
        var later = self
        later.ageSeconds += seconds
        later.freshSeconds -= seconds
        return later
    }
}

/// The kind of a session: the way in which its holder proves it.
public enum SessionKind: String, Sendable, Hashable, SQLConvertible {
    /// A browser's cookie.
    case web
    /// One token of an app, which lives as long as the session.
    case app
    /// Short tokens of an app, which refresh tokens renew.
    case rotating
}

/// A session as the settings page lists it.
public struct SessionRow: Sendable, RowDecodable {
    public let id: SessionID
    public let kind: SessionKind
    public let device: String
    public let network: String
    public let createdAt: Instant
    public let lastSeenAt: Instant
    public let lastSeenSeconds: Int

    public init(_ row: Row) throws(PostgresError) {
        id = try row["id"]
        kind = try row["kind"]
        device = try row["device"]
        network = try row["network"]
        createdAt = try row["created_at"]
        lastSeenAt = try row["last_seen_at"]
        lastSeenSeconds = try row["last_seen_seconds"]
    }
}

extension Store {
    /// The days after which an unused session ends, and after which every session ends.
    public static let sessionDays = 30, sessionMaximumDays = 365
    /// The days after which a session with refresh tokens ends in any case.
    public static let rotatingSessionMaximumDays = 180

    /// Returns the session of a browser's cookie, or of an app's token; nil if it has ended by the database's clock.
    public func signedIn(
        tokenDigest: [UInt8], kind: SessionKind = .web
    ) throws(PostgresError) -> SignedIn? {
        try signedIn("s.token_sha256 = \(tokenDigest) AND s.kind = \(kind)")
    }

    /// Returns a session with refresh tokens; nil if it has ended by the database's clock.
    public func signedIn(rotating id: SessionID) throws(PostgresError) -> SignedIn? {
        try signedIn("s.id = \(id) AND s.kind = 'rotating'")
    }

    private func signedIn(_ condition: SQL) throws(PostgresError) -> SignedIn? {
        try connection.row("""
            SELECT s.id AS session_id, \(Customer.columns),
                   extract(epoch FROM now() - s.created_at)::bigint AS age_seconds,
                   floor(extract(epoch FROM
                       least(s.last_seen_at + interval '5 minutes', s.expires_at) - now()))::bigint AS fresh_seconds,
                   concat_ws(
                       ',', (SELECT string_agg((last_day - date '1970-01-01')::text, ',')
                               FROM agreement WHERE customer_id = c.id AND \(AgreementRow.isOpen)),
                       (SELECT string_agg(((last_end AT TIME ZONE 'UTC')::date - date '1970-01-01')::text, ',')
                          FROM conflict WHERE customer_id = c.id AND state = 'open')) AS open_days
              FROM session s JOIN customer c ON c.id = s.customer_id
             WHERE \(condition) AND s.expires_at > now()
            """)
    }

    /// Returns true if a customer has a session in a browser of this name.
    public func hasSession(of customer: CustomerID, device: String) throws(PostgresError) -> Bool {
        try connection.value("""
            SELECT EXISTS (SELECT 1 FROM session WHERE customer_id = \(customer) AND device = \(device))
            """) ?? false
    }

    public func insertSession(
        of customer: CustomerID, tokenDigest: [UInt8], device: String, network: String
    ) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO session (customer_id, token_sha256, device, network, expires_at)
            VALUES (\(customer), \(tokenDigest), \(device), \(network),
                    now() + \(Self.sessionDays) * interval '1 day')
            """)
    }

    /// Prolongs a session that is in use, up to its last day: a year from its start, half of one with refresh tokens.
    public func touch(_ id: SessionID, network: String) throws(PostgresError) {
        try connection.execute("""
            UPDATE session
               SET last_seen_at = now(), network = \(network),
                   expires_at = \(Self.prolonged)
             WHERE id = \(id)
            """)
    }

    /// The end of a session that is used now.
    static let prolonged: SQL = """
        least(now() + \(sessionDays) * interval '1 day',
              created_at + CASE kind WHEN 'rotating' THEN \(rotatingSessionMaximumDays)
                                     ELSE \(sessionMaximumDays) END * interval '1 day')
        """

    /// Returns a customer's sessions, the most recently used first.
    public func sessions(of customer: CustomerID) throws(PostgresError) -> [SessionRow] {
        newestFirst(try connection.rows(sessionsQuery(customer)))
    }

    /// Reads everything that the export holds besides the customer, in one round trip.
    public func everything(
        of customer: CustomerID
    ) throws(PostgresError) -> (
        sessions: [SessionRow], mails: [MailRecord], change: AddressChange?, deletion: AccountDeletion?,
        feed: PrayerFeed?, networks: [CustomerNetwork], devices: [DevicePassword]
    ) {
        let (sessions, mails, change, deletion, feed, networks, devices) = try connection.pipeline { pipeline in
            (
                pipeline.rows(sessionsQuery(customer), as: SessionRow.self),
                pipeline.rows(mailsQuery(customer), as: MailRecord.self),
                pipeline.row(addressChangeQuery(customer), as: AddressChange.self),
                pipeline.row(accountDeletionQuery(customer), as: AccountDeletion.self),
                pipeline.row(prayerFeedQuery(customer), as: PrayerFeed.self),
                pipeline.rows(networksQuery(customer), as: CustomerNetwork.self),
                pipeline.rows(devicePasswordsQuery(customer), as: DevicePassword.self)
            )
        }
        return (
            newestFirst(try sessions.get()), try mails.get(), try change.get(), try deletion.get(), try feed.get(),
            try networks.get(), try devices.get()
        )
    }

    private func sessionsQuery(_ customer: CustomerID) -> SQL {
        """
        SELECT id, kind, device, network, created_at, last_seen_at,
               extract(epoch FROM now() - last_seen_at)::bigint AS last_seen_seconds
          FROM session
         WHERE customer_id = \(customer) AND expires_at > now()
        """
    }

    /// Sorts here and not in the database: there are few rows, and their page is asked for often.
    private func newestFirst(_ sessions: [SessionRow]) -> [SessionRow] {
        sessions.sorted { ($0.lastSeenAt, $0.id.number) > ($1.lastSeenAt, $1.id.number) }
    }

    /// Ends one session of a customer. Does nothing if the session is another customer's.
    public func deleteSession(_ id: SessionID, of customer: CustomerID) throws(PostgresError) {
        try connection.execute("DELETE FROM session WHERE id = \(id) AND customer_id = \(customer)")
    }

    /// Ends a customer's sessions, all of them or all but one.
    public func deleteSessions(of customer: CustomerID, except kept: SessionID? = nil) throws(PostgresError) {
        try connection.execute("""
            DELETE FROM session WHERE customer_id = \(customer) AND id IS DISTINCT FROM \(kept)
            """)
    }
}
