public import CivilTime
public import Places
public import Postgres

/// A customer's prayer feed: its place, its options, its address and its last use.
public struct PrayerFeed: Sendable, RowDecodable {
    public let id: PrayerFeedID
    public let customerID: CustomerID
    /// The number of the address: 1 for the first, one more after each renewal.
    public let generation: Int
    /// The 16 random bytes that the token is derived from; nil for an old feed, made before feeds had a nonce.
    public let nonce: [UInt8]?
    public let tokenDigest: [UInt8]
    /// GeoNames' number; nil for a point that was chosen without a city.
    public let cityID: Int64?
    public let placeName: String
    /// ISO 3166-1, as in SA.
    public let country: String?
    /// Degrees, north and east positive. A feed with a city uses the city's coordinates instead.
    public let latitude: Double, longitude: Double
    public let elevationMetres: Int?
    /// IANA name, as in Asia/Riyadh.
    public let timeZone: String
    /// Canonical query text, as `FeedOptions.query` writes it.
    public let options: String
    public let createdAt: Instant
    /// The moment when a calendar program, not a browser, first asked for it.
    public let firstFetchedAt: Instant?
    /// The moment of the last fetch, exact to a day.
    public let lastFetchedAt: Instant?
    /// True if connected devices show the times as a calendar.
    public let isInCalendars: Bool

    public init(_ row: Row) throws(PostgresError) {
        id = try row["feed_id"]
        customerID = try row["customer_id"]
        generation = try row["generation"]
        nonce = try row["nonce"]
        tokenDigest = try row["token_sha256"]
        cityID = try row["city_id"]
        placeName = try row["place_name"]
        country = try row["feed_country"]
        latitude = try row["feed_latitude_deg"]
        longitude = try row["feed_longitude_deg"]
        elevationMetres = try row["feed_elevation_m"]
        timeZone = try row["feed_time_zone"]
        options = try row["feed_options"]
        createdAt = try row["feed_created_at"]
        firstFetchedAt = try row["first_fetched_at"]
        lastFetchedAt = try row["feed_last_fetched_at"]
        isInCalendars = try row["in_calendars"]
    }

    /// The columns `init(_:)` reads, of table `prayer_feed` AS f.
    static let columns: SQL = """
        f.id AS feed_id, f.customer_id, f.generation, f.nonce, f.token_sha256, f.city_id, f.place_name,
        f.country AS feed_country, f.latitude_deg AS feed_latitude_deg, f.longitude_deg AS feed_longitude_deg,
        f.elevation_m AS feed_elevation_m, f.time_zone AS feed_time_zone, f.options AS feed_options,
        f.created_at AS feed_created_at, f.first_fetched_at, f.last_fetched_at AS feed_last_fetched_at,
        f.in_calendars
        """
}

/// A new secret address of a feed: the nonce of its token, and the token's digest.
public struct NewFeedAddress: Sendable {
    /// 16 random bytes.
    public let nonce: [UInt8]
    /// SHA-256 of the token, 32 bytes.
    public let tokenDigest: [UInt8]

    public init(nonce: [UInt8], tokenDigest: [UInt8]) {
        self.nonce = nonce
        self.tokenDigest = tokenDigest
    }
}

/// A customer's choice of a feed's place and options.
public struct NewPrayerFeed: Sendable, Equatable {
    public var cityID: Int64?
    public var placeName: String
    public var country: String?
    public var latitude: Double, longitude: Double
    public var elevationMetres: Int?
    public var timeZone: String
    public var options: String

    public init(
        cityID: Int64?, placeName: String, country: String?, latitude: Double, longitude: Double,
        elevationMetres: Int?, timeZone: String, options: String
    ) {
        self.cityID = cityID
        self.placeName = placeName
        self.country = country
        self.latitude = latitude
        self.longitude = longitude
        self.elevationMetres = elevationMetres
        self.timeZone = timeZone
        self.options = options
    }

    /// Creates a choice of the city's own place.
    public init(_ city: City, options: String) {
        self.init(
            cityID: city.id, placeName: city.name, country: city.country, latitude: city.latitude,
            longitude: city.longitude, elevationMetres: city.elevationMetres, timeZone: city.timeZone, options: options)
    }
}

extension PrayerFeed {
    /// Returns true if a choice equals the feed's present one. Then the feed stays as it is.
    fileprivate func isChoice(_ new: NewPrayerFeed) -> Bool {
        new == NewPrayerFeed(
            cityID: cityID, placeName: placeName, country: country, latitude: latitude, longitude: longitude,
            elevationMetres: elevationMetres, timeZone: timeZone, options: options)
    }
}

extension Store {
    public func prayerFeed(of customer: CustomerID) throws(PostgresError) -> PrayerFeed? {
        try connection.row(prayerFeedQuery(customer))
    }

    /// Returns the feed that a token opens; nil if it opens none.
    public func prayerFeed(tokenDigest: [UInt8]) throws(PostgresError) -> PrayerFeed? {
        try connection.row("SELECT \(PrayerFeed.columns) FROM prayer_feed f WHERE f.token_sha256 = \(tokenDigest)")
    }

    /// Returns a feed as it is now, locked until the transaction ends; nil if it no longer exists.
    ///
    /// Everybody locks the feed's edition before the feed, as the worker does, so that no two transactions
    /// wait for each other.
    public func lockPrayerFeed(_ id: PrayerFeedID) throws(PostgresError) -> PrayerFeed? {
        try lockEdition(of: id)
        return try connection.row("SELECT \(PrayerFeed.columns) FROM prayer_feed f WHERE f.id = \(id) FOR NO KEY UPDATE")
    }

    private func lockEdition(of feed: PrayerFeedID) throws(PostgresError) {
        try connection.execute("SELECT 1 FROM prayer_edition WHERE feed_id = \(feed) FOR NO KEY UPDATE")
    }

    /// Returns the customers whose feed is of a city.
    public func customers(withPrayerCity city: Int64) throws(PostgresError) -> [CustomerID] {
        try connection.rows("SELECT customer_id FROM prayer_feed WHERE city_id = \(city)", as: FeedOwner.self).map(\.id)
    }

    func prayerFeedQuery(_ customer: CustomerID) -> SQL {
        "SELECT \(PrayerFeed.columns) FROM prayer_feed f WHERE f.customer_id = \(customer)"
    }

    /// Writes a customer's choice. An existing feed keeps its address. If the choice is another one, everything
    /// that was rendered for the earlier choice is deleted.
    ///
    /// - Parameter address: the address of a first feed.
    public func replacePrayerFeed(
        of customer: CustomerID, by new: NewPrayerFeed, address: NewFeedAddress
    ) throws -> PrayerFeed {
        try transaction {
            try lock(customer)
            if let before = try prayerFeed(of: customer) {
                if before.isChoice(new) { return before }
                try lockEdition(of: before.id)
                try announceFeedChange(of: customer)
                // The feed before its timetable, as rendering locks them.
                try connection.execute("""
                    UPDATE prayer_feed
                       SET city_id = \(new.cityID), place_name = \(new.placeName), country = \(new.country),
                           latitude_deg = \(new.latitude), longitude_deg = \(new.longitude),
                           elevation_m = \(new.elevationMetres)::integer, time_zone = \(new.timeZone),
                           options = \(new.options), edition_id = NULL
                     WHERE id = \(before.id)
                    """)
                try connection.execute("DELETE FROM prayer_edition WHERE feed_id = \(before.id)")
                // The same place keeps its published history, until rendering finds that the rules changed.
                try connection.execute("""
                    DELETE FROM prayer_timetable
                     WHERE feed_id = \(before.id)
                       AND (latitude_deg, longitude_deg, time_zone) <> (\(new.latitude), \(new.longitude), \(new.timeZone))
                    """)
            } else {
                try connection.execute("""
                    INSERT INTO prayer_feed (
                        customer_id, nonce, token_sha256, city_id, place_name, country, latitude_deg, longitude_deg,
                        elevation_m, time_zone, options)
                    VALUES (\(customer), \(address.nonce), \(address.tokenDigest), \(new.cityID), \(new.placeName),
                            \(new.country), \(new.latitude), \(new.longitude), \(new.elevationMetres)::integer,
                            \(new.timeZone), \(new.options))
                    """)
            }
            guard let feed = try prayerFeed(of: customer) else {
                throw PostgresError.decoding("the feed just written is not there")
            }
            return feed
        }
    }

    /// Forgets what was rendered of a feed, in the transaction that changes its times. The feed is locked until it
    /// ends.
    ///
    /// - Returns: nil if the feed no longer exists.
    public func forgetRendered(_ feed: PrayerFeedID) throws(PostgresError) -> PrayerFeed? {
        guard let feed = try lockPrayerFeed(feed) else { return nil }
        try announceFeedChange(of: feed.customerID)
        try connection.execute("UPDATE prayer_feed SET edition_id = NULL WHERE id = \(feed.id)")
        try connection.execute("DELETE FROM prayer_edition WHERE feed_id = \(feed.id)")
        return feed
    }

    /// Gives a customer's feed another address; the old one is unknown from then on.
    ///
    /// - Returns: nil if the customer has no feed.
    public func renewPrayerFeed(of customer: CustomerID, address: NewFeedAddress) throws -> PrayerFeed? {
        try transaction {
            try lock(customer)
            guard let feed = try prayerFeed(of: customer) else { return nil }
            try announceFeedChange(of: customer)
            // A new address is not subscribed to yet.
            try connection.execute("""
                UPDATE prayer_feed
                   SET generation = generation + 1, nonce = \(address.nonce), token_sha256 = \(address.tokenDigest),
                       first_fetched_at = NULL, last_fetched_at = NULL
                 WHERE id = \(feed.id)
                """)
            return try prayerFeed(of: customer)
        }
    }

    /// Removes a customer's feed; its address is unknown from then on.
    public func deletePrayerFeed(of customer: CustomerID) throws {
        try transaction {
            if let feed = try prayerFeed(of: customer) { try lockEdition(of: feed.id) }
            try announceFeedChange(of: customer)
            try connection.execute("DELETE FROM prayer_feed WHERE customer_id = \(customer)")
        }
    }

    /// Remembers the address of a customer's feed as gone for good, before the account goes.
    func rememberGonePrayerFeed(of customer: CustomerID) throws(PostgresError) {
        // Deleting the account deletes the feed, and then its edition. The worker locks them in the other order.
        if let feed = try prayerFeed(of: customer) { try lockEdition(of: feed.id) }
        try announceFeedChange(of: customer)
        try connection.execute("""
            INSERT INTO prayer_feed_gone (token_sha256)
            SELECT token_sha256 FROM prayer_feed WHERE customer_id = \(customer)
            ON CONFLICT DO NOTHING
            """)
    }

    /// Returns true if a token opened the feed of a deleted account.
    public func isGonePrayerFeed(tokenDigest: [UInt8]) throws(PostgresError) -> Bool {
        try connection.value("""
            SELECT EXISTS (SELECT 1 FROM prayer_feed_gone WHERE token_sha256 = \(tokenDigest))
            """) ?? false
    }
}

private struct FeedOwner: RowDecodable {
    let id: CustomerID
    init(_ row: Row) throws(PostgresError) { id = try row["customer_id"] }
}
