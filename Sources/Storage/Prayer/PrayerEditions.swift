public import CivilTime
public import Places
public import Postgres

/// The copy that a client has already, so that a body it knows is not read from the disk for nothing.
public struct FeedCondition: Sendable, Equatable {
    /// True if the client accepts any body as current: `If-None-Match: *`.
    public var hasAny = false
    /// The tags of `If-None-Match`; nil without that header.
    public var tags: [String]?
    /// The time of `If-Modified-Since`. Used only without `If-None-Match` (RFC 9110 §13.1.3).
    public var modifiedSince: Instant?
    /// True if the client wants the packed body.
    public var wantsGzip = false

    public init() {}

    /// The columns `FeedBody` reads, of table `prayer_feed_body` AS b.
    fileprivate var columns: SQL {
        let etag: SQL = wantsGzip ? "b.gzip_etag" : "b.etag"
        let bytes: SQL = wantsGzip ? "b.gzip" : "b.plain"
        let since = tags == nil && !hasAny ? modifiedSince : nil
        return """
            \(etag) AS etag, b.modified_at, b.expires_at,
            CASE WHEN \(hasAny) OR \(etag) = ANY (\(tags ?? [])) OR b.modified_at <= \(since) THEN NULL
                 ELSE \(bytes) END AS bytes
            """
    }
}

/// A finished feed, or only its validators if the client has it already.
public struct FeedBody: Sendable {
    public let etag: String
    public let modifiedAt: Instant, expiresAt: Instant
    /// The body; nil if the client's copy is current.
    public let bytes: [UInt8]?
    /// The name of the file, without its extension: the city's slug if the feed has a city.
    public var fileName = "prayer"

    public init(etag: String, modifiedAt: Instant, expiresAt: Instant, bytes: [UInt8]?) {
        self.etag = etag
        self.modifiedAt = modifiedAt
        self.expiresAt = expiresAt
        self.bytes = bytes
    }

    /// Returns the body as a file with a city's slug as its name; nil keeps the name.
    public func named(_ slug: String?) -> FeedBody {
        var body = self
        if let slug { body.fileName = slug }
        return body
    }

    /// - Returns: nil if the row has no body.
    fileprivate init?(_ row: Row) throws(PostgresError) {
        guard let etag: String = try row["etag"] else { return nil }
        self.etag = etag
        modifiedAt = try row["modified_at"]
        expiresAt = try row["expires_at"]
        bytes = try row["bytes"]
    }
}

/// A feed's body to send during one day of its place.
public struct NewFeedBody: Sendable, Equatable {
    public let validFrom: Instant, expiresAt: Instant
    /// The time of the last change in whole seconds, as in HTTP.
    public let modifiedAt: Instant
    public let etag: String, gzipEtag: String
    public let plain: [UInt8], gzip: [UInt8]

    public init(
        validFrom: Instant, expiresAt: Instant, modifiedAt: Instant, etag: String, gzipEtag: String,
        plain: [UInt8], gzip: [UInt8]
    ) {
        self.validFrom = validFrom
        self.expiresAt = expiresAt
        self.modifiedAt = modifiedAt
        self.etag = etag
        self.gzipEtag = gzipEtag
        self.plain = plain
        self.gzip = gzip
    }
}

/// A city's feed: the city, and its body if there is one for this moment.
public struct CityFeed: Sendable, RowDecodable {
    public let city: City
    /// The edition of these options; nil if nobody asked for them yet.
    public let editionID: PrayerEditionID?
    /// True if its use was last written down more than a day ago, so that it is time to write it again.
    public let isStale: Bool
    public let body: FeedBody?

    public init(_ row: Row) throws(PostgresError) {
        city = try City(row)
        editionID = try row["edition_id"]
        isStale = try row["is_stale"] ?? false
        body = try FeedBody(row)?.named(city.slug)
    }
}

/// A customer's feed, and its body if there is one for this moment.
public struct CustomerFeed: Sendable, RowDecodable {
    public let feed: PrayerFeed
    /// The slug of the feed's city; nil for a point.
    public let citySlug: String?
    public let isStale: Bool
    public let body: FeedBody?

    public init(_ row: Row) throws(PostgresError) {
        feed = try PrayerFeed(row)
        citySlug = try row["city_slug"]
        isStale = try row["is_stale"]
        body = try FeedBody(row)?.named(citySlug)
    }
}

/// An edition of a timetable that must be rendered.
public struct DueEdition: Sendable, RowDecodable {
    public let id: PrayerEditionID
    public let options: String
    public let freshUntil: Instant
    public let city: City?
    public let feed: PrayerFeed?

    public init(_ row: Row) throws(PostgresError) {
        id = try row["edition_id"]
        options = try row["edition_options"]
        freshUntil = try row["fresh_until"]
        let cityID: Int64? = try row["id"], feedID: PrayerFeedID? = try row["feed_id"]
        city = cityID == nil ? nil : try City(row)
        feed = feedID == nil ? nil : try PrayerFeed(row)
    }
}

extension Store {
    /// The days for which a feed that nobody asks for is kept ready.
    public static let prayerInterestDays = 90

    /// Returns a city's feed for anyone, in one query; nil if there is no such city.
    ///
    /// - Parameters:
    ///   - country: ISO 3166-1 in capitals.
    ///   - options: canonical.
    ///   - now: the moment, by the asking machine's clock, at which the body must be valid.
    public func cityFeed(
        country: String, slug: String, options: String, at now: Instant, _ condition: FeedCondition
    ) throws(PostgresError) -> CityFeed? {
        try connection.row("""
            SELECT \(City.columns), e.id AS edition_id,
                   e.last_fetched_at < now() - interval '1 day' AS is_stale, \(condition.columns)
              FROM city c
              LEFT JOIN prayer_edition e ON e.city_id = c.id AND e.options = \(options)
              LEFT JOIN LATERAL (
                   SELECT * FROM prayer_feed_body
                    WHERE edition_id = e.id AND valid_from <= \(now) AND expires_at > \(now)
                    ORDER BY valid_from DESC LIMIT 1) b ON true
             WHERE c.country = \(country) AND c.slug = \(slug)
            """)
    }

    /// Returns the feed that a token opens, in one query; nil if it opens none.
    ///
    /// - Parameter now: the moment, by the asking machine's clock, at which the body must be valid.
    public func customerFeed(
        tokenDigest: [UInt8], at now: Instant, _ condition: FeedCondition
    ) throws(PostgresError) -> CustomerFeed? {
        try connection.row("""
            SELECT \(PrayerFeed.columns), c.slug AS city_slug,
                   coalesce(f.last_fetched_at < now() - interval '1 day', true) AS is_stale, \(condition.columns)
              FROM prayer_feed f
              LEFT JOIN city c ON c.id = f.city_id
              LEFT JOIN LATERAL (
                   SELECT * FROM prayer_feed_body
                    WHERE edition_id = f.edition_id AND valid_from <= \(now) AND expires_at > \(now)
                    ORDER BY valid_from DESC LIMIT 1) b ON true
             WHERE f.token_sha256 = \(tokenDigest)
            """)
    }

    /// Locks the edition of a city with some options, if it exists, until the transaction ends. Lock it before
    /// its timetable, as the worker does, so that no two transactions wait for each other.
    public func lockEdition(of city: Int64, options: String) throws(PostgresError) {
        try connection.execute("""
            SELECT 1 FROM prayer_edition WHERE city_id = \(city) AND options = \(options) FOR NO KEY UPDATE
            """)
    }

    /// Locks every edition of a timetable until the transaction ends, in the same order everywhere.
    public func lockEditions(of timetable: PrayerTimetableID) throws(PostgresError) {
        try connection.execute("""
            SELECT 1 FROM prayer_edition WHERE timetable_id = \(timetable) ORDER BY id FOR NO KEY UPDATE
            """)
    }

    /// Returns the edition of a city with some options, inserted if there is none.
    public func edition(
        of city: Int64, options: String, timetable: PrayerTimetableID
    ) throws(PostgresError) -> PrayerEditionID {
        let id: PrayerEditionID? = try connection.value("""
            INSERT INTO prayer_edition AS e (timetable_id, city_id, options)
            VALUES (\(timetable), \(city), \(options))
            ON CONFLICT (city_id, options) DO UPDATE SET timetable_id = excluded.timetable_id
            RETURNING e.id
            """)
        guard let id else { throw .decoding("INSERT INTO prayer_edition returned no row") }
        return id
    }

    /// Returns the edition of a customer's feed with the chosen options, inserted if there is none.
    public func edition(
        of feed: PrayerFeedID, options: String, timetable: PrayerTimetableID
    ) throws(PostgresError) -> PrayerEditionID {
        let id: PrayerEditionID? = try connection.value("""
            INSERT INTO prayer_edition AS e (timetable_id, feed_id, options)
            VALUES (\(timetable), \(feed), \(options))
            ON CONFLICT (feed_id) DO UPDATE SET timetable_id = excluded.timetable_id, options = excluded.options
            RETURNING e.id
            """)
        guard let id else { throw .decoding("INSERT INTO prayer_edition returned no row") }
        return id
    }

    /// Links a customer's feed to its edition, through which it finds its bodies.
    public func setEdition(_ edition: PrayerEditionID, of feed: PrayerFeedID) throws(PostgresError) {
        try connection.execute("UPDATE prayer_feed SET edition_id = \(edition) WHERE id = \(feed)")
    }

    /// Stores a finished body. If the same day is rendered twice, both bodies have the same bytes.
    public func replace(_ body: NewFeedBody, of edition: PrayerEditionID) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO prayer_feed_body (
                edition_id, valid_from, expires_at, modified_at, etag, gzip_etag, plain, gzip)
            VALUES (\(edition), \(body.validFrom), \(body.expiresAt), \(body.modifiedAt), \(body.etag),
                    \(body.gzipEtag), \(body.plain), \(body.gzip))
            ON CONFLICT (edition_id, valid_from) DO UPDATE
               SET expires_at = excluded.expires_at, modified_at = excluded.modified_at, etag = excluded.etag,
                   gzip_etag = excluded.gzip_etag, plain = excluded.plain, gzip = excluded.gzip
            """)
        try connection.execute("""
            UPDATE prayer_edition SET fresh_until = greatest(fresh_until, \(body.expiresAt)) WHERE id = \(edition)
            """)
    }

    /// Records that a city's feed was asked for.
    public func touch(_ edition: PrayerEditionID) throws(PostgresError) {
        try connection.execute("UPDATE prayer_edition SET \(Self.fetchedAgain) WHERE id = \(edition)")
    }

    /// Records that a customer's feed was asked for, and if a calendar program did so for the first time.
    ///
    /// - Parameter feed: the feed as its token found it. If its address was renewed meanwhile, its own row does not
    ///   change.
    public func touch(_ feed: PrayerFeed, byCalendar: Bool) throws(PostgresError) {
        try connection.execute("""
            UPDATE prayer_feed
               SET last_fetched_at = now(),
                   first_fetched_at = CASE WHEN \(byCalendar) THEN coalesce(first_fetched_at, now()) ELSE first_fetched_at END
             WHERE id = \(feed.id) AND generation = \(feed.generation)
            """)
        try connection.execute("""
            UPDATE prayer_edition SET \(Self.fetchedAgain)
             WHERE id = (SELECT edition_id FROM prayer_feed WHERE id = \(feed.id))
            """)
    }

    /// The columns that a fetch changes. A fetch at least 12 hours after an edition's creation has it rendered
    /// ahead from then on.
    private static let fetchedAgain: SQL = """
        last_fetched_at = now(), is_wanted = is_wanted OR now() >= created_at + interval '12 hours'
        """

    /// Returns the editions that were asked for on two days and whose last body expires soon, locked until the
    /// transaction ends. Skips those that another worker holds.
    ///
    /// The database's clock decides if an edition was asked for in the last 90 days.
    ///
    /// - Parameter moment: the end of the time, by the worker's clock, in which the last body expires.
    public func dueEditions(before moment: Instant, limit: Int) throws(PostgresError) -> [DueEdition] {
        try connection.rows("""
            SELECT e.id AS edition_id, e.options AS edition_options, e.fresh_until, \(City.columns), \(PrayerFeed.columns)
              FROM prayer_edition e
              LEFT JOIN city c ON c.id = e.city_id
              LEFT JOIN prayer_feed f ON f.id = e.feed_id
             WHERE e.fresh_until < \(moment) AND e.is_wanted AND num_nonnulls(e.city_id, e.feed_id) = 1
               AND e.last_fetched_at > now() - \(Self.prayerInterestDays) * interval '1 day'
             ORDER BY e.fresh_until
             LIMIT \(limit)
               FOR NO KEY UPDATE OF e SKIP LOCKED
            """)
    }

    /// Stops rendering an edition ahead until somebody asks for it.
    public func suspend(_ edition: PrayerEditionID) throws(PostgresError) {
        try connection.execute("UPDATE prayer_edition SET fresh_until = NULL WHERE id = \(edition)")
    }

    /// Stops rendering an edition ahead if rendering did not make it due later than before.
    ///
    /// - Returns: true if the edition was still due at `before` or earlier.
    public func suspend(_ edition: PrayerEditionID, ifDueAt before: Instant) throws(PostgresError) -> Bool {
        try connection.execute("""
            UPDATE prayer_edition SET fresh_until = NULL WHERE id = \(edition) AND fresh_until <= \(before)
            """) > 0
    }

    /// Deletes the bodies of a timetable whose days were computed again, and marks its editions that are kept
    /// ready as due now.
    public func expireBodies(of timetable: PrayerTimetableID, at now: Instant) throws(PostgresError) {
        try connection.execute("""
            DELETE FROM prayer_feed_body b USING prayer_edition e
             WHERE b.edition_id = e.id AND e.timetable_id = \(timetable)
            """)
        try announceChangeOfAllFeeds()
        try connection.execute("""
            UPDATE prayer_edition SET fresh_until = \(now) WHERE timetable_id = \(timetable) AND fresh_until IS NOT NULL
            """)
    }
}
