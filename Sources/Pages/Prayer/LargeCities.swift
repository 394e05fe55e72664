package import HTTP
import Places
import PrayerTimes
package import Runtime
import Storage
import Templates
import Web

/// The large cities that are offered to somebody who has not typed anything.
struct LargeCities: Encodable {
    /// The heading, which names the country if there is one.
    let title: String
    let cities: [CityItem]
}

extension App {
    /// Returns the large cities of a country; those of the countries of most Muslims if it is nil or has none.
    ///
    /// - Parameter url: the address that a city leads to; its page if nil.
    func largeCities(
        of country: String?, _ language: Language, url: ((City) -> String)? = nil
    ) throws -> LargeCities {
        // Read more cities than are shown: disputed places are not listed under a country's name.
        let all = try country.map { try store.cities(of: $0, limit: 24) } ?? []
        let cities = all.filter { !shared.disputedPlaces.contains($0) }.prefix(12)
        func item(_ city: City, _ detail: String?) -> CityItem {
            CityItem(city, language, self, detail: detail, url: url?(city))
        }
        if let first = cities.first {
            // The title names the country, so the cities do not.
            return LargeCities(
                title: text("find.large", language, ["country": first.countryNameInText(arabic: language == .arabic)]),
                cities: cities.map { item($0, $0.provinceName(arabic: language == .arabic) ?? "") })
        }
        let world = text("find.large.world", language)
        if !all.isEmpty { return LargeCities(title: world, cities: all.prefix(12).map { item($0, nil) }) }
        let largest = try store.largestCity(ofEach: Self.wellKnownCountries)
        return LargeCities(title: world, cities: largest.map { item($0, countryName($0, language) ?? "") })
    }

    /// Twelve countries with many Muslims, for visitors whose country is not known: as many rows as one country has.
    private static let wellKnownCountries = [
        "SA", "EG", "TR", "ID", "PK", "IN", "NG", "MA", "AE", "MY", "GB", "US",
    ]

    /// Returns the city at the position that a browser sent with `here=yes`; nil if the request has none, or if no city
    /// is near it.
    func cityHere(_ point: TypedPoint, _ request: Request) throws -> City? {
        guard request.query["here"] == "yes", let point = point.coordinates else { return nil }
        return try city(near: point)
    }

    /// Returns the nearest city of a point, at most 60 km away.
    func city(near point: Coordinates) throws -> City? {
        try store.cities(near: point.latitude, longitude: point.longitude, within: 60, limit: 1).first
    }
}

extension Prayer {
    /// `GET /prayer/large?zone=`: the large cities of the country of a browser's time zone. Nothing is stored.
    package static func largeCities(_ request: Request, _ app: App) throws -> Response {
        let language = Language(rawValue: request.query["lang"]) ?? .english
        let zone = app.shared.timeZones.zone(named: request.query["zone"])
        let country = zone.flatMap(app.shared.timeZones.country) ?? request.acceptedCountry
        let large = try app.largeCities(of: country, language)
        var response = Response(body: .bytes(Array(try JSON.text(large).utf8)))
        response.headers["Content-Type"] = "application/json"
        response.headers["Cache-Control"] = "private, max-age=300"
        response.headers["Vary"] = "Accept-Language"
        return response
    }
}
