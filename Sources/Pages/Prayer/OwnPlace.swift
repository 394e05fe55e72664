import CivilTime
package import HTTP
import Logging
import Places
import PrayerFeeds
import PrayerTimes
import Runtime
import Storage
import Templates
package import Web

/// The place of a customer's feed: kept, or chosen on a page and not kept yet.
struct OwnPlace {
    /// The chosen city; nil for a point.
    let city: City?
    /// The name that the owner gave to a point.
    let pointName: String
    let coordinates: Coordinates
    let elevationMetres: Int?
    /// IANA name, as in Asia/Riyadh.
    let timeZone: String
    /// ISO 3166-1; decides the usual method.
    let country: String?

    init(_ city: City) throws {
        self.city = city
        let place = try FeedPlace(city)
        pointName = ""
        coordinates = place.coordinates
        elevationMetres = city.elevationMetres
        timeZone = city.timeZone
        country = city.country
    }

    /// Makes the place of a stored feed.
    init(_ feed: PrayerFeed, _ app: App) throws {
        if let city = try feed.cityID.flatMap({ try app.store.city($0) }) {
            try self.init(city)
        } else {
            self.init(
                pointName: feed.placeName, coordinates: try FeedPlace(pointOf: feed).coordinates,
                elevationMetres: feed.elevationMetres, timeZone: feed.timeZone, country: feed.country)
        }
    }

    /// Returns the zone of the place.
    ///
    /// - Throws: `Refusal.notFound` if tzdata does not know it.
    func zone(_ app: App) throws -> TimeZoneRules {
        if let zone = try app.shared.timeZones.rules(named: timeZone) { return zone }
        app.log.error("a feed's zone is not known", metadata: ["zone": "\(timeZone)"])
        throw Refusal.notFound
    }

    private init(
        pointName: String, coordinates: Coordinates, elevationMetres: Int?, timeZone: String, country: String?
    ) {
        city = nil
        self.pointName = pointName
        self.coordinates = coordinates
        self.elevationMetres = elevationMetres
        self.timeZone = timeZone
        self.country = country
    }

    /// Reads the place that an address or a form names: `city=108410`, or `latitude=…&longitude=…` with or
    /// without a zone and a name.
    ///
    /// - Returns: nil if it names no place, or one that does not exist.
    init?(_ form: Form, _ language: Language, _ app: App) throws {
        if let number = Int64(form["city"]) {
            guard let city = try app.store.city(number) else { return nil }
            try self.init(city)
            return
        }
        guard let coordinates = TypedPoint.coordinates(form) else { return nil }
        // The nearest city gives the name, zone and country that the form does not name.
        let nearest = try app.store.cities(near: coordinates.latitude, longitude: coordinates.longitude, limit: 1).first
        self.init(
            pointName: form.contains("placeName") ? form["placeName"].trimmed : nearest?.name(arabic: language == .arabic) ?? "",
            coordinates: coordinates, elevationMetres: nil,
            timeZone: app.shared.timeZones.zone(named: form["timeZone"]) ?? nearest?.timeZone ?? "UTC",
            country: nearest?.country)
    }

    func name(_ language: Language) -> String { city?.name(arabic: language == .arabic) ?? pointName }

    /// Returns the line below the place's name: province and country, or coordinates. nil for a disputed place.
    func detail(_ format: Formatter, _ app: App) -> String? {
        guard let city else { return format.point(coordinates) }
        return app.countryName(city, format.language)
    }

    /// True if the name may be stored. A city's name always may.
    var hasFitName: Bool {
        city != nil || (1...100).contains(pointName.unicodeScalars.count) && !pointName.unicodeScalars.contains(where: \.isUnfitForNames)
    }

    /// Returns the feed of this place with these options, to be stored.
    func feed(_ options: FeedOptions) -> NewPrayerFeed {
        if let city { return NewPrayerFeed(city, options: options.query) }
        return NewPrayerFeed(
            cityID: nil, placeName: pointName, country: country, latitude: coordinates.latitude,
            longitude: coordinates.longitude, elevationMetres: elevationMetres, timeZone: timeZone, options: options.query)
    }
}

extension Prayer {
    /// `GET /settings/prayer/place`: finds a customer's place by name or by a point, as `GET /prayer` does for anyone.
    /// Its links lead back to the customer's own page.
    package static func findOwnPlace(_ visit: CustomerVisit) throws -> Response {
        let language = visit.language, app = visit.app
        let point = TypedPoint(visit.request.query, visit.format)
        func url(_ city: City) -> String { "/settings/prayer?city=\(city.id)" }
        if let here = try app.cityHere(point, visit.request) { return visit.redirect(url(here)) }
        if point.coordinates != nil { return visit.redirect("/settings/prayer?" + point.query) }
        let search = try CitySearch(typed: visit.request.query["q"].trimmed, visit.request, app)
        if let city = search.only { return visit.redirect(url(city)) }
        let guess = try app.guess(visit.request)?.city.map { [CityItem($0, language, app, url: url($0))] } ?? []
        let country = try app.guess(visit.request)?.country ?? app.shared.timeZones.country(of: visit.customer.timeZone)
        let large = try search.cities.isEmpty ? app.largeCities(of: country, language, url: url) : nil
        let page = OwnPlacePage(
            typed: search.typed, results: search.cities.map { CityItem($0, language, app, url: url($0.city)) },
            hasResults: !search.cities.isEmpty, hasNone: search.hasNone, guess: guess, hasGuess: !guess.isEmpty && search.typed.isEmpty,
            largeTitle: large?.title ?? "", large: large?.cities ?? [], hasLarge: large?.cities.isEmpty == false,
            typedPoint: point.fields)
        var response = visit.page(page, status: point.fields.isWrong ? .unprocessableContent : .ok)
        response.allowGeolocation()
        return response
    }
}

struct OwnPlacePage: Page {
    static let template = "prayer/own-place"
    var typed: String
    var results: [CityItem]
    var hasResults: Bool
    var hasNone: Bool
    var guess: [CityItem]
    var hasGuess: Bool
    var largeTitle: String
    var large: [CityItem]
    var hasLarge: Bool
    var typedPoint: PointFields
}
