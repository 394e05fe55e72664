package import Places
package import PrayerTimes
package import Storage

/// A feed's place, with its name and the values its times are computed from.
package struct FeedPlace: Sendable {
    /// The place in the UIDs of a feed's events: GeoNames' number, or the point itself. It is no id of Jadwal's
    /// database, so a feed has the same bytes from every database.
    package let identifier: String
    package let name: String
    let nameArabic: String
    package let coordinates: Coordinates
    package let elevationMetres: Int?
    /// IANA name, as in Asia/Riyadh.
    package let timeZone: String
    /// ISO 3166-1, as in SA.
    package let country: String?
    /// GeoNames' number; nil for a point that a customer chose.
    let cityID: Int64?
    /// The path of the city's page; nil for a point that a customer chose.
    package let page: String?

    package init(_ city: City) throws(BadCoordinates) {
        identifier = String(city.id)
        name = city.name
        nameArabic = city.name(arabic: true)
        coordinates = try Self.coordinates(city.latitude, city.longitude)
        elevationMetres = city.elevationMetres
        timeZone = city.timeZone
        country = city.country
        cityID = city.id
        page = "/prayer/\(city.country.lowercased())/\(city.slug)"
    }

    /// Makes a place of the point that a customer chose.
    package init(pointOf feed: PrayerFeed) throws(BadCoordinates) {
        identifier = Self.identifier(feed.latitude, feed.longitude)
        name = feed.placeName
        nameArabic = feed.placeName
        coordinates = try Self.coordinates(feed.latitude, feed.longitude)
        elevationMetres = feed.elevationMetres
        timeZone = feed.timeZone
        country = feed.country
        cityID = nil
        page = nil
    }

    /// Makes a place that is not stored.
    ///
    /// - Parameters:
    ///   - timeZone: IANA name, as in Asia/Riyadh.
    ///   - country: ISO 3166-1, as in SA; nil if it is not known.
    package init(name: String, _ coordinates: Coordinates, timeZone: String, country: String?) {
        identifier = Self.identifier(coordinates.latitude, coordinates.longitude)
        self.name = name
        nameArabic = name
        self.coordinates = coordinates
        elevationMetres = nil
        self.timeZone = timeZone
        self.country = country
        cityID = nil
        page = nil
    }

    private static func identifier(_ latitude: Double, _ longitude: Double) -> String {
        degrees(latitude, "N", "S") + degrees(longitude, "E", "W")
    }

    private static func coordinates(_ latitude: Double, _ longitude: Double) throws(BadCoordinates) -> Coordinates {
        guard let coordinates = Coordinates(latitude: latitude, longitude: longitude) else { throw BadCoordinates() }
        return coordinates
    }

    /// Formats degrees with four decimals, about eleven metres: `24.7136N`.
    package static func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
        let tenThousandths = Int((abs(value) * 10_000).rounded())
        let fraction = String(tenThousandths % 10_000)
        return "\(tenThousandths / 10_000)." + String(repeating: "0", count: 4 - fraction.utf8.count) + fraction
            + (value < 0 ? negative : positive)
    }
}

/// The error for a point outside the globe. The database's constraints allow none.
package struct BadCoordinates: Error {}
