public import Places
public import Postgres

/// A customer's choice of prayer times, with the city it names.
public struct PrayerSource: Sendable, RowDecodable {
    public let feed: PrayerFeed
    /// nil for a point that was chosen without a city.
    public let city: City?
    /// The mosques' timetables that can decide the times.
    public let tables: MosqueTables

    public init(_ row: Row) throws(PostgresError) {
        feed = try PrayerFeed(row)
        let cityID: Int64? = try row["id"]
        city = cityID == nil ? nil : try City(row)
        tables = try MosqueTables(row)
    }

    static func query(_ customer: CustomerID) -> SQL {
        """
        SELECT \(City.columns), \(PrayerFeed.columns), \(MosqueTables.columns)
          FROM prayer_feed f
          LEFT JOIN city c ON c.id = f.city_id
          LEFT JOIN mosque_table own ON own.feed_id = f.id
          LEFT JOIN mosque_table town ON town.city_id = f.city_id
         WHERE f.customer_id = \(customer)
        """
    }
}

extension Store {
    /// Returns a customer's choice of prayer times; nil if they have made none.
    public func prayerSource(of customer: CustomerID) throws(PostgresError) -> PrayerSource? {
        try connection.row(PrayerSource.query(customer))
    }
}
