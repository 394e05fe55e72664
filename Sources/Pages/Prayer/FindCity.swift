package import HTTP
import Places
import PrayerFeeds
import PrayerTimes
package import Runtime
import Storage
import Templates
package import Web

extension Prayer {
    /// `GET /prayer`: a city by its name, by a point, or from the large ones of the visitor's country.
    package static func findCity(_ visit: Visit, _ app: App) throws -> Response {
        try findCity(visit, app, status: .ok, typed: visit.request.query["q"].trimmed)
    }

    /// Returns the page of `GET /prayer` for an address that names no city. It says so and offers cities with similar
    /// names.
    static func noSuchCity(_ slug: String, _ visit: Visit, _ app: App) throws -> Response {
        try findCity(visit, app, status: .notFound, typed: slug.replacing("-", with: " "))
    }

    private static func findCity(_ visit: Visit, _ app: App, status: Status, typed: String) throws -> Response {
        let language = visit.language
        let search = try CitySearch(typed: typed, visit.request, app)
        let point = TypedPoint(visit.request.query, app.formatter(visit))
        if status == .ok, let here = try app.cityHere(point, visit.request) { return app.redirect(here.page) }
        if status == .ok, point.coordinates == nil, visit.request.query["all"] != "yes", let city = search.only {
            return app.redirect(city.page + (search.hasNamesakes ? "?also=" + percentEncoded(search.typed) : ""))
        }
        var page = FindCityPage(
            typed: search.typed, results: search.cities.map { CityItem($0, language, app) }, hasResults: !search.cities.isEmpty, hasNone: search.hasNone,
            largeTitle: app.text("find.large.world", language),
            typedPoint: point.fields)
        if let coordinates = point.coordinates {
            page.point = app.formatter(visit).point(coordinates)
            page.near = try nearCities(coordinates, visit, app)
            if visit.signedIn != nil { page.exactURL = "/settings/prayer?" + point.query }
        } else if search.cities.isEmpty {
            try addSuggestions(to: &page, visit, app)
        }
        var response = app.page(page, visit, status: point.fields.isWrong ? .unprocessableContent : status)
        // The one page that asks where the visitor is, and only when a button is pressed.
        response.allowGeolocation()
        if !visit.request.query.isEmpty || status != .ok { return response.unindexed }
        return response
    }

    private static func nearCities(_ point: Coordinates, _ visit: Visit, _ app: App) throws -> [CityItem] {
        let format = app.formatter(visit)
        return try app.store.cities(near: point.latitude, longitude: point.longitude, limit: 6).map { city in
            let kilometres = Int(point.kilometres(toLatitude: city.latitude, longitude: city.longitude).rounded())
            return CityItem(
                city, visit.language, app, detail: format.text("find.distance", ["n": format.number(kilometres)]))
        }
    }

    private static func addSuggestions(to page: inout FindCityPage, _ visit: Visit, _ app: App) throws {
        let guess = try app.guess(visit.request)
        page.guess = guess?.city.map { [CityItem($0, visit.language, app)] } ?? []
        page.hasGuess = !page.guess.isEmpty
        let large = try app.largeCities(of: guess?.country ?? visit.request.acceptedCountry, visit.language)
        page.largeTitle = large.title
        page.large = large.cities
        page.hasLarge = !page.large.isEmpty
        // The language is a weaker sign than the time zone, which a script knows.
        page.isLanguageOnly = guess?.country == nil
    }

    /// `GET /prayer/search?q=`: the cities that the search field offers while a person types.
    package static func search(_ request: Request, _ app: App) throws -> Response {
        let language = Language(rawValue: request.query["lang"]) ?? .english
        let country = request.acceptedCountry
        let cities = try CitySearch.cities(request.query["q"].trimmed, preferring: country, limit: 8, app)
        var response = Response(body: .bytes(Array(try JSON.text(cities.map { OfferedCity($0, language, app) }).utf8)))
        response.headers["Content-Type"] = "application/json"
        // A person who deletes a letter and types it again needs no second request.
        response.headers["Cache-Control"] = "private, max-age=300"
        response.headers["Vary"] = "Accept-Language"
        return response
    }
}

/// The text of a search field, and the cities that it finds.
struct CitySearch {
    /// The typed text, cut to the length that the page shows again.
    let typed: String
    let cities: [FoundCity]
    /// The city that is meant beyond doubt: it is a hundred times larger than every other with exactly the typed name,
    /// and no larger one has a similar name.
    var only: City? {
        guard let largest = largestExact else { return nil }
        let others = cities.filter { $0.city.id != largest.id }
        return others.contains { other in
            other.city.population > largest.population
                || other.isExact && other.city.population * Self.namesake > largest.population
        } ? nil : largest
    }
    /// The largest city with exactly the typed name; nil if there is none.
    var largestExact: City? {
        cities.filter(\.isExact).map(\.city).max { $0.population < $1.population }
    }
    /// True if several cities have exactly the typed name.
    var hasNamesakes: Bool { cities.filter(\.isExact).count > 1 }
    /// The size of a city in those of the next one with its name, from which on it alone is meant.
    private static let namesake = 100
    var hasNone: Bool { !typed.isEmpty && cities.isEmpty }

    init(typed: String, _ request: Request, _ app: App) throws {
        self.typed = String(typed.prefix(Self.longest))
        guard !typed.isEmpty else {
            cities = []
            return
        }
        let country = request.acceptedCountry
        cities = try Self.cities(typed, preferring: country, limit: 20, app)
    }

    /// The most letters of a typed name. A longer text finds nothing.
    private static let longest = 100

    static func cities(_ typed: String, preferring country: String?, limit: Int, _ app: App) throws -> [FoundCity] {
        guard !typed.isEmpty, typed.count <= longest else { return [] }
        return try app.store.search(typed, preferring: country, limit: limit)
    }
}

/// A city to choose.
struct CityItem: Encodable {
    let name: String
    /// The name that matched, if it is another than the shown one.
    var also: String?
    /// The region or country, to distinguish cities of the same name.
    let detail: String
    let url: String
}

extension CityItem {
    /// Makes the item of a city that a search found.
    init(_ found: FoundCity, _ language: Language, _ app: App, url: String? = nil) {
        self.init(found.city, language, app, url: url)
        if searchKey(found.spelling) != searchKey(name) { also = found.spelling }
    }

    /// - Parameters:
    ///   - detail: the text to show instead of the country.
    ///   - url: the link to use instead of the city's page.
    init(_ city: City, _ language: Language, _ app: App, detail: String? = nil, url: String? = nil) {
        self.init(
            name: city.name(arabic: language == .arabic), detail: detail ?? app.whereabouts(city, language),
            url: url ?? city.page)
    }
}

extension App {
    /// A city's country on a page; nil for a disputed place, which has its own name alone.
    func countryName(_ city: City, _ language: Language) -> String? {
        shared.disputedPlaces.contains(city) ? nil : city.countryName(arabic: language == .arabic)
    }

    /// The province and country of a city: `New York, United States`. Empty for a disputed place.
    fileprivate func whereabouts(_ city: City, _ language: Language) -> String {
        guard let country = countryName(city, language) else { return "" }
        let province = city.provinceName(arabic: language == .arabic)
        return formatter(language).list([province, country].compactMap(\.self))
    }
}

/// A city as the search field's script offers it.
private struct OfferedCity: Encodable {
    let id: Int64
    let name: String, also: String?, detail: String, url: String

    init(_ found: FoundCity, _ language: Language, _ app: App) {
        let item = CityItem(found, language, app)
        (id, name, also, detail, url) = (found.city.id, item.name, item.also, item.detail, item.url)
    }
}

extension City {
    /// The path of its page.
    var page: String { "/prayer/\(country.lowercased())/\(slug)" }
}

/// A point that was typed in, or that a browser sent.
struct TypedPoint {
    /// The point as typed.
    let fields: PointFields
    /// The point's meaning; nil if nothing or something impossible was typed.
    let coordinates: Coordinates?

    init(_ form: Form, _ format: Formatter) {
        let latitude = String(form["latitude"].prefix(30)), longitude = String(form["longitude"].prefix(30))
        guard !latitude.isEmpty || !longitude.isEmpty else {
            fields = PointFields(latitude: "", longitude: "", isWrong: false)
            coordinates = nil
            return
        }
        let y = Self.degrees(latitude), x = Self.degrees(longitude)
        // Check each number alone, with zero for the other.
        let isLatitude = y.map { Coordinates(latitude: $0, longitude: 0) != nil } ?? false
        let isLongitude = x.map { Coordinates(latitude: 0, longitude: $0) != nil } ?? false
        fields = PointFields(
            latitude: latitude, longitude: longitude,
            latitudeProblem: isLatitude ? nil : format.text("problem.latitude"),
            longitudeProblem: isLongitude ? nil : format.text("problem.longitude"),
            isWrong: !isLatitude || !isLongitude)
        coordinates = Self.coordinates(form)
    }

    /// Returns the point of a form; nil if it has none, or an impossible one.
    static func coordinates(_ form: Form) -> Coordinates? {
        guard let latitude = degrees(form["latitude"]), let longitude = degrees(form["longitude"]) else { return nil }
        return Coordinates(latitude: latitude, longitude: longitude)
    }

    /// The point in an address.
    var query: String {
        coordinates.map {
            "latitude=\(decimalText($0.latitude, places: 4))&longitude=\(decimalText($0.longitude, places: 4))"
        } ?? ""
    }

    /// Reads digits with a decimal point or comma.
    private static func degrees(_ typed: String) -> Double? {
        let plain = plainNumber(typed).replacing(",", with: ".")
        guard plain.wholeMatch(of: /-?[0-9]{1,3}(\.[0-9]{0,12})?/) != nil else { return nil }
        return Double(plain)
    }
}

struct FindCityPage: Page {
    static let template = "prayer/find"
    /// The text of the search.
    var typed: String
    var results: [CityItem]
    var hasResults: Bool
    /// True if a search found nothing.
    var hasNone: Bool
    /// The city of the visitor's internet address, if it is known well enough.
    var guess: [CityItem] = []
    var hasGuess = false
    var largeTitle: String
    var large: [CityItem] = []
    var hasLarge = false
    /// True if only the browser's language decided the country of the large cities.
    var isLanguageOnly = false
    /// A point, and the cities around it.
    var point: String?
    var near: [CityItem] = []
    /// The address at which a customer makes the point itself the place of their feed.
    var exactURL: String?
    var typedPoint: PointFields
}

/// The part of a page with the fields of a point: `templates/prayer/point.mustache`.
struct PointFields: Encodable {
    var latitude: String
    var longitude: String
    var latitudeProblem: String?
    var longitudeProblem: String?
    /// True if one of the two has a problem; the fields are then unfolded.
    var isWrong: Bool
}

extension Response {
    /// Lets this page's script ask the browser where it is.
    mutating func allowGeolocation() {
        let policy = headers["Permissions-Policy"] ?? ""
        headers["Permissions-Policy"] = policy.replacing("geolocation=()", with: "geolocation=(self)")
    }
}
