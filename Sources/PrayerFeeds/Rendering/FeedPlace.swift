package import Places
package import PrayerTimes
package import Storage

/// Where a feed's times are for, and what the place is called.
package struct FeedPlace: Sendable {
    /// The place in the identifiers of a feed's events: GeoNames' number, or the point itself. Nothing
    /// of ours, so that a feed is the same whichever database it was rendered from.
    package let identifier: String
    package let name: String
    let nameArabic: String
    package let coordinates: Coordinates
    package let elevationMetres: Int?
    /// IANA name, as in Asia/Riyadh.
    package let timeZone: String
    /// ISO 3166-1, as in SA.
    package let country: String?
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
        page = "/prayer/\(city.country.lowercased())/\(city.slug)"
    }

    /// The point that a customer chose.
    package init(pointOf feed: PrayerFeed) throws(BadCoordinates) {
        identifier = Self.degrees(feed.latitude, "N", "S") + Self.degrees(feed.longitude, "E", "W")
        name = feed.placeName
        nameArabic = feed.placeName
        coordinates = try Self.coordinates(feed.latitude, feed.longitude)
        elevationMetres = feed.elevationMetres
        timeZone = feed.timeZone
        country = feed.country
        page = nil
    }

    private static func coordinates(_ latitude: Double, _ longitude: Double) throws(BadCoordinates) -> Coordinates {
        guard let coordinates = Coordinates(latitude: latitude, longitude: longitude) else { throw BadCoordinates() }
        return coordinates
    }

    /// `24.7136N`, to some eleven metres.
    package static func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
        let tenThousandths = Int((abs(value) * 10_000).rounded())
        let fraction = String(tenThousandths % 10_000)
        return "\(tenThousandths / 10_000)." + String(repeating: "0", count: 4 - fraction.utf8.count) + fraction
            + (value < 0 ? negative : positive)
    }
}

/// A place outside the globe; the database's own checks allow none.
package struct BadCoordinates: Error {}
