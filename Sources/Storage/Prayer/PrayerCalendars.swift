public import CivilTime
public import Places
public import Postgres

/// A customer's feed as their calendars show it: its choices, and the state of its timetable.
public struct PrayerCalendarSource: Sendable, RowDecodable {
    public let feed: PrayerFeed
    /// The city of the feed; nil for a point.
    public let city: City?
    /// The customer's language, `en` or `ar`.
    public let language: String
    /// nil after each choice, until something of the feed is rendered.
    public let timetable: PrayerTimetableVersion?

    public init(_ row: Row) throws(PostgresError) {
        feed = try PrayerFeed(row)
        let cityID: Int64? = try row["id"]
        city = cityID == nil ? nil : try City(row)
        language = try row["language"]
        timetable = try PrayerTimetableVersion(row)
    }
}

/// The state of a timetable: as long as it is equal, no stored minute has changed.
public struct PrayerTimetableVersion: Sendable, Hashable {
    public let id: PrayerTimetableID
    /// A digest of the inputs with which the days were computed.
    public let inputsDigest: String
    /// The DTSTAMP of entries that never changed.
    public let publishedAt: Instant
    /// The moment when changed inputs last had the days computed again; nil if that never happened.
    public let refreshedAt: Instant?
    /// The digest of the mosque's timetable whose times won; nil if there was none.
    public let mosqueDigest: String?

    /// - Returns: nil if the row has no timetable.
    fileprivate init?(_ row: Row) throws(PostgresError) {
        guard let id: PrayerTimetableID = try row["timetable_id"] else { return nil }
        self.id = id
        inputsDigest = try row["basis"]
        publishedAt = try row["published_at"]
        refreshedAt = try row["refreshed_at"]
        mosqueDigest = try row["mosque_digest"]
    }

    fileprivate init(_ timetable: PrayerTimetable) {
        id = timetable.id
        inputsDigest = timetable.inputsDigest
        publishedAt = timetable.publishedAt
        refreshedAt = timetable.refreshedAt
        mosqueDigest = timetable.mosqueDigest
    }
}

extension PrayerTimetable {
    public var version: PrayerTimetableVersion { PrayerTimetableVersion(self) }
}

extension Store {
    /// Returns the feed that a customer's calendars show, in one query; nil if there is none, or if the customer
    /// hid it.
    public func prayerCalendarSource(of customer: CustomerID) throws(PostgresError) -> PrayerCalendarSource? {
        try connection.row("""
            SELECT \(City.columns), \(PrayerFeed.columns), u.language,
                   t.id AS timetable_id, t.basis, t.published_at, t.refreshed_at, t.mosque_digest
              FROM prayer_feed f
              JOIN customer u ON u.id = f.customer_id
              LEFT JOIN city c ON c.id = f.city_id
              LEFT JOIN prayer_edition e ON e.id = f.edition_id
              LEFT JOIN prayer_timetable t ON t.id = e.timetable_id
             WHERE f.customer_id = \(customer) AND f.in_calendars
            """)
    }

    /// Shows a customer's prayer times in the calendars of their devices, or hides them there. The feed and its
    /// address stay as they are.
    ///
    /// - Returns: false if the customer has no feed.
    @discardableResult
    public func showPrayerCalendar(of customer: CustomerID, _ isShown: Bool) throws(PostgresError) -> Bool {
        try connection.execute("""
            UPDATE prayer_feed SET in_calendars = \(isShown) WHERE customer_id = \(customer)
            """) > 0
    }
}
