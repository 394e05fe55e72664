public import Postgres

/// The place and the options of a customer's prayer feed, for a line on a page.
public struct PrayerFeedSummary: Sendable, RowDecodable {
    private let name: String
    private let nameArabic: String?
    /// ISO 3166-1, as in SA.
    public let country: String?
    /// Canonical query text, as `PrayerFeed.options`.
    public let options: String

    public init(_ row: Row) throws(PostgresError) {
        name = try row["name"]
        nameArabic = try row["name_ar"]
        country = try row["country"]
        options = try row["options"]
    }

    /// Returns the name of the place, the Latin one if no Arabic name is known.
    public func placeName(arabic: Bool) -> String {
        arabic ? nameArabic ?? name : name
    }

    static func query(_ customer: CustomerID) -> SQL {
        """
        SELECT coalesce(c.name, f.place_name) AS name, c.name_ar, coalesce(c.country, f.country) AS country, f.options
          FROM prayer_feed f LEFT JOIN city c ON c.id = f.city_id
         WHERE f.customer_id = \(customer)
        """
    }
}

extension Store {
    /// Returns the place and the options of a customer's prayer feed; nil without one.
    public func prayerFeedSummary(of customer: CustomerID) throws(PostgresError) -> PrayerFeedSummary? {
        try connection.row(PrayerFeedSummary.query(customer))
    }
}
