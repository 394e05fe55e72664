import Extraction
import HTTP
import Places
import Planning
import PrayerTimes
import Runtime
import Storage
import Templates
import Web

/// The fields of a place, as they were typed or stored: `templates/places/fields.mustache`.
struct PlaceFields: Encodable {
    var name = ""
    var nameProblem: String?
    /// A link of a map, a `geo:` address, two numbers, or the name of a city.
    var typed = ""
    var typedProblem: String?
    /// The points that may be meant, each with a button.
    var offers: [PlaceOffer] = []
    /// The cities that may be meant; nil if none is to be chosen.
    var cities: RadioGroup?
}

/// A point that may be meant.
struct PlaceOffer: Encodable {
    /// The point as the field takes it, and the words of its button.
    var point: String, label: String
}

extension PlaceFields {
    /// Reads the form. Fields keep what was typed.
    ///
    /// - Returns: the values; nil if a field is to be corrected, and then has its problem.
    static func read(_ visit: CustomerVisit) throws -> (fields: PlaceFields, values: PlaceValues?) {
        let form = visit.request.form
        var fields = PlaceFields(name: form["name"].trimmed, typed: form["where"].trimmed)
        guard let point = try fields.point(form, visit) else {
            if fields.name.isEmpty { fields.nameProblem = visit.text("places.problem.name") }
            return (fields, nil)
        }
        func rounded(_ degrees: Double) -> Double { (degrees * 1_000).rounded() / 1_000 }
        let values = PlaceValues(
            name: fields.name, latitude: rounded(point.latitude), longitude: rounded(point.longitude))
        return (fields, values)
    }

    /// Returns the point of the form; nil if it has none, and then notes the problem and the offers.
    private mutating func point(_ form: Form, _ visit: CustomerVisit) throws -> Coordinates? {
        if let number = Int64(form["city"]), let city = try visit.store.city(number) {
            return try OwnPlace(city).coordinates
        }
        // A button of an offer means its point, without another question.
        let isOffered = !form["point"].isEmpty
        if isOffered { typed = form["point"].trimmed }
        switch PointReader.read(typed) {
        case .point(let latitude, let longitude):
            guard let point = Coordinates(latitude: latitude, longitude: longitude) else { return outOfRange(visit) }
            return try isOffered || !isLikelySwapped(point, visit) ? point : askedForOrder(point, visit)
        case .swapped(let latitude, let longitude):
            typedProblem = visit.text("places.problem.swapped")
            offers = [offer("places.swap", latitude, longitude, visit.format)]
        case .zero: typedProblem = visit.text("places.problem.zero")
        case .outOfRange: return outOfRange(visit)
        case .shortLink: typedProblem = visit.text("places.problem.short")
        case .none: return try city(visit)
        }
        return nil
    }

    private mutating func outOfRange(_ visit: CustomerVisit) -> Coordinates? {
        typedProblem = visit.text("places.problem.range")
        return nil
    }

    /// Returns true if the point is far from the customer's own place, and near to it with its numbers swapped.
    private func isLikelySwapped(_ point: Coordinates, _ visit: CustomerVisit) throws -> Bool {
        guard let feed = try visit.store.prayerFeed(of: visit.customer.id),
            let home = Coordinates(latitude: feed.latitude, longitude: feed.longitude)
        else { return false }
        return home.kilometres(toLatitude: point.latitude, longitude: point.longitude) > 1_000
            && home.kilometres(toLatitude: point.longitude, longitude: point.latitude) < 300
    }

    private mutating func askedForOrder(_ point: Coordinates, _ visit: CustomerVisit) -> Coordinates? {
        typedProblem = visit.text("places.problem.far")
        offers = [
            offer("places.swap", point.longitude, point.latitude, visit.format),
            offer("places.keep", point.latitude, point.longitude, visit.format),
        ]
        return nil
    }

    private func offer(_ key: String, _ latitude: Double, _ longitude: Double, _ format: Formatter) -> PlaceOffer {
        let point = Coordinates(latitude: latitude, longitude: longitude).map(format.point) ?? ""
        return PlaceOffer(
            point: PlacePages.typed(latitude, longitude), label: format.text(key, ["point": point]))
    }

    /// Returns the point of the city that was typed; nil for none and for several, which are then a choice.
    private mutating func city(_ visit: CustomerVisit) throws -> Coordinates? {
        guard !typed.isEmpty else {
            typedProblem = visit.text("places.problem.empty")
            return nil
        }
        let search = try CitySearch(typed: typed, visit.request, visit.app)
        if let city = search.only { return try OwnPlace(city).coordinates }
        guard !search.cities.isEmpty else {
            typedProblem = visit.text("places.problem.unknown")
            return nil
        }
        typedProblem = visit.text("places.problem.which")
        cities = RadioGroup(
            name: "city", legend: visit.text("places.cities"),
            options: search.cities.prefix(8).enumerated().map { number, found in
                let item = CityItem(found, visit.language, visit.app)
                return RadioOption(String(found.city.id), item.name, example: item.detail).checked(number == 0)
            })
        return nil
    }

    /// Words a refusal.
    mutating func note(_ refusal: PlaceRefusal, _ format: Formatter) {
        switch refusal {
        case .noName: nameProblem = format.text("places.problem.name")
        case .nameTooLong(let limit):
            nameProblem = format.text("tasks.problem.long", ["limit": format.number(limit)])
        case .nameCharacters: nameProblem = format.text("tasks.problem.characters")
        case .nameTaken: nameProblem = format.text("places.problem.taken")
        case .tooMany(let limit):
            nameProblem = format.text("places.problem.many", ["limit": format.number(limit)])
        }
    }
}
