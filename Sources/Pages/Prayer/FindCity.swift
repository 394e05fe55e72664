import Glibc
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
        let search = try CitySearch(typed: typed, visit, app)
        let point = TypedPoint(visit.request.query, language, app)
        var page = FindCityPage(
            typed: search.typed, results: search.cities.map { CityItem($0, language, app) }, hasResults: !search.cities.isEmpty, hasNone: search.hasNone,
            largeTitle: app.text("find.large.world", language),
            typedPoint: point.fields)
        if let coordinates = point.coordinates {
            page.point = point.text
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
            let kilometres = Int(city.kilometres(from: point).rounded())
            return CityItem(
                city, visit.language, app, detail: format.text("find.distance", ["n": format.number(kilometres)]))
        }
    }

    private static func addSuggestions(to page: inout FindCityPage, _ visit: Visit, _ app: App) throws {
        let language = visit.language
        let guess = try app.guess(visit)
        page.guess = guess?.city.map { [CityItem($0, language, app)] } ?? []
        page.hasGuess = !page.guess.isEmpty
        let country = guess?.country ?? visit.request.headers["Accept-Language"].flatMap(country(ofAcceptLanguage:))
        // Read more cities than are shown: disputed places are not listed under a country's name.
        let all = try country.map { try app.store.cities(of: $0, limit: 24) } ?? []
        let cities = all.filter { !app.shared.disputedPlaces.contains($0) }.prefix(12)
        if let first = cities.first {
            page.largeTitle = app.text("find.large", language, ["country": first.countryName(arabic: language == .arabic)])
            // The title names the country, so the cities do not.
            page.large = cities.map { CityItem($0, language, app, detail: $0.admin ?? "") }
        } else if !all.isEmpty {
            page.large = all.prefix(12).map { CityItem($0, language, app) }
        } else {
            page.large = try app.store.largestCity(ofEach: wellKnownCountries).map { city in
                CityItem(city, language, app, detail: app.countryName(city, language) ?? "")
            }
        }
        page.hasLarge = !page.large.isEmpty
    }

    /// The countries of most Muslims and of the holy cities, for visitors whose country is not known.
    private static let wellKnownCountries = [
        "SA", "EG", "TR", "ID", "PK", "BD", "IN", "NG", "IR", "IQ", "DZ", "MA", "SD", "AE", "MY", "GB", "FR", "DE", "US",
    ]

    /// Returns the country of a browser's first language that names one: `SA` of `ar-SA,ar;q=0.9`.
    static func country(ofAcceptLanguage header: String) -> String? {
        for range in header.prefix(1_000).split(separator: ",") {
            let tags = String(range.prefix { $0 != ";" }).trimmed.split(separator: "-")
            if let region = tags.dropFirst().last(where: { $0.utf8.count == 2 })?.uppercased(), isCountryCode(region) {
                return region
            }
        }
        return nil
    }

    /// `GET /prayer/search?q=`: the cities that the search field offers while a person types.
    package static func search(_ request: Request, _ app: App) throws -> Response {
        let language = Language(rawValue: request.query["lang"]) ?? .english
        let country = request.headers["Accept-Language"].flatMap(country(ofAcceptLanguage:))
        let cities = try CitySearch.cities(request.query["q"].trimmed, preferring: country, limit: 8, app)
        var response = Response(body: .bytes(Array(try JSON.text(cities.map { OfferedCity($0, language, app) }).utf8)))
        response.headers["Content-Type"] = "application/json"
        // A person who deletes a letter and types it again needs no second request.
        response.headers["Cache-Control"] = "private, max-age=300"
        response.headers["Vary"] = "Accept-Language"
        return response
    }
}

extension City {
    /// Returns the shortest distance along the ground, on a sphere with the Earth's mean radius.
    func kilometres(from point: Coordinates) -> Double {
        func square(_ degrees: Double) -> Double {
            let half = sin(degrees * .pi / 360)
            return half * half
        }
        let north = cos(latitude * .pi / 180) * cos(point.latitude * .pi / 180)
        let chord = square(latitude - point.latitude) + north * square(longitude - point.longitude)
        return 2 * 6_371 * asin(min(1, chord.squareRoot()))
    }
}

/// The text of a search field, and the cities that it finds.
struct CitySearch {
    /// The typed text, cut to the length that the page shows again.
    let typed: String
    let cities: [City]
    var hasNone: Bool { !typed.isEmpty && cities.isEmpty }

    init(typed: String, _ visit: Visit, _ app: App) throws {
        self.typed = String(typed.prefix(Self.longest))
        guard !typed.isEmpty else {
            cities = []
            return
        }
        let country = visit.request.headers["Accept-Language"].flatMap(Prayer.country(ofAcceptLanguage:))
        cities = try Self.cities(typed, preferring: country, limit: 20, app)
    }

    /// The most letters of a typed name. A longer text finds nothing.
    private static let longest = 100

    static func cities(_ typed: String, preferring country: String?, limit: Int, _ app: App) throws -> [City] {
        guard !typed.isEmpty, typed.count <= longest else { return [] }
        return try app.store.cities(matching: typed, preferring: country, limit: limit)
    }
}

/// A city to choose.
struct CityItem: Encodable {
    let name: String
    /// The region or country, to distinguish cities of the same name.
    let detail: String
    let url: String
}

extension CityItem {
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

    /// The province and country of a city: `NY, United States`. Empty for a disputed place.
    fileprivate func whereabouts(_ city: City, _ language: Language) -> String {
        guard let country = countryName(city, language) else { return "" }
        return city.admin.map { $0 + (language == .arabic ? "، " : ", ") + country } ?? country
    }
}

/// A city as the search field's script offers it.
private struct OfferedCity: Encodable {
    let id: Int64
    let name: String, detail: String, url: String

    init(_ city: City, _ language: Language, _ app: App) {
        let item = CityItem(city, language, app)
        (id, name, detail, url) = (city.id, item.name, item.detail, item.url)
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

    init(_ form: Form, _ language: Language, _ app: App) {
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
            latitudeProblem: isLatitude ? nil : app.text("problem.latitude", language),
            longitudeProblem: isLongitude ? nil : app.text("problem.longitude", language),
            isWrong: !isLatitude || !isLongitude)
        coordinates = y.flatMap { y in x.flatMap { Coordinates(latitude: y, longitude: $0) } }
    }

    /// The point as text: `24.6877, 46.7219`.
    var text: String? {
        coordinates.map { "\(decimalText($0.latitude, places: 4)), \(decimalText($0.longitude, places: 4))" }
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
    fileprivate mutating func allowGeolocation() {
        let policy = headers["Permissions-Policy"] ?? ""
        headers["Permissions-Policy"] = policy.replacing("geolocation=()", with: "geolocation=(self)")
    }
}
