import Accounts
import Calendars
import HTTP
import Places
import PrayerFeeds
import Runtime
import Storage
import Templates
import Web

extension Question {
    /// The question that makes the customer's prayer calendar.
    static let city = Question(
        name: "city", title: "own.place.title", lead: "first.city.lead",
        fields: { step in try CityAnswer(step).fields() }, answer: { step in try CityAnswer(step).store() },
        skip: { step in try CityAnswer(step).storeLookedAt() })
}

/// The field of a search for a city, and its result.
struct CityField: Encodable {
    var typed = ""
    /// The name whose cities are offered; empty without a search.
    var asked = ""
    /// True if the search found nothing.
    var hasNone = false
    /// The page that the script leads to. A city's number is written behind it.
    var chooseURL: String
    /// The page that the script leads to with the visitor's position.
    var locateURL: String
}

/// The question about the city, of a request.
private struct CityAnswer {
    let step: FirstStep
    private var visit: CustomerVisit { step.visit }
    private var app: App { visit.app }
    private var language: Language { visit.language }
    private var form: Form { visit.request.method.isSafe ? visit.request.query : visit.request.form }

    init(_ step: FirstStep) { self.step = step }

    /// The cities that are offered without a search.
    private static let offered = 6

    /// Returns the fields with the city that the person chose, looked at or is probably in.
    func fields() throws -> QuestionFields {
        let known = try known()
        var cities = known.map { [$0] } ?? []
        let zone = visit.customer.timeZone
        let country = try app.guess(visit.request)?.country ?? app.shared.timeZones.country(of: zone)
        if let country = known?.city.country ?? country {
            for city in try visit.store.cities(of: country, limit: Self.offered)
            where city.id != known?.city.id && cities.count < Self.offered { cities.append((city, nil)) }
        }
        return fields(cities, legend: "first.city.choose", chosen: known?.city.id)
    }

    /// Stores the chosen city as the place of the customer's prayer calendar.
    ///
    /// - Returns: the fields to show again; nil if the city is stored.
    func store() throws -> QuestionFields? {
        // A city that was offered by the search before, or that search again if none of them was chosen.
        let typed = form["q"].trimmed, isChosen = try typed.isEmpty && chosen() != nil
        let search = try CitySearch(
            typed: typed.isEmpty && !isChosen ? form["asked"].trimmed : typed, visit.request, app)
        if search.hasNone {
            var again = try fields()
            again.search?.typed = search.typed
            again.search?.hasNone = true
            again.problem = visit.text("first.city.missing")
            return again
        }
        if !search.cities.isEmpty, search.only == nil {
            let found = search.cities.prefix(12).map { (city: $0.city, note: String?.none) }
            let first = found.count == 1 ? found[0].city : search.largestExact
            var again = fields(Array(found), legend: "find.results", chosen: first?.id)
            again.search?.asked = search.typed
            again.problem = visit.text("first.city.which")
            return again
        }
        guard let city = try search.only ?? chosen() else {
            var again = try fields()
            again.problem = visit.text("first.city.none")
            return again
        }
        return try keep(city)
    }

    /// Returns the city that was chosen from the list; nil if none was.
    private func chosen() throws -> City? { try Int64(form["city"]).flatMap { try visit.store.city($0) } }

    /// Stores the city whose page led to the sign-in, if there is one and the customer has no place yet.
    func storeLookedAt() throws {
        guard let looked = try lookedAt(), try visit.store.prayerFeed(of: visit.customer.id) == nil
        else { return }
        _ = try keep(looked.city)
    }

    /// Stores a city, with the options of its page if it was looked at with any.
    private func keep(_ city: City) throws -> QuestionFields? {
        let customer = visit.customer
        guard try visit.store.prayerFeed(of: customer.id)?.cityID != city.id else { return nil }
        var chosen = ChosenOptions(Form(), language)
        if let looked = try lookedAt(), looked.city.id == city.id, looked.options.problems.isEmpty {
            chosen = looked.options
        }
        if let seconds = try app.choosePrayerTimes(OwnPlace(city).feed(chosen.options), of: customer.id) {
            throw Refusal.tooManyRequests(seconds: seconds)
        }
        if customer.timeZone == app.config.defaultTimeZone, city.timeZone != customer.timeZone {
            // Without a script the browser did not name its zone, and the account has the operator's.
            var moved = customer
            moved.timeZone = city.timeZone
            moved.firstDay = firstWeekday(of: city.country)
            try app.change(moved)
        }
        return nil
    }

    private func fields(
        _ cities: [(city: City, note: String?)], legend: String, chosen: Int64?
    ) -> QuestionFields {
        let group = RadioGroup(
            name: "city", legend: visit.text(legend),
            options: cities.map { city, note in
                let item = CityItem(city, language, app)
                return RadioOption(String(city.id), item.name, example: note ?? item.detail).checked(city.id == chosen)
            })
        let page = First.address(Question.city.name, next: step.next)
        return QuestionFields(
            groups: cities.isEmpty ? [] : [group],
            search: CityField(
                chooseURL: page + (page.contains("?") ? "&" : "?") + "city=", locateURL: page))
    }

    /// Returns the city to begin with, and why it is known; nil if nothing is known.
    private func known() throws -> (city: City, note: String?)? {
        if let number = Int64(form["city"]), let city = try visit.store.city(number) { return (city, nil) }
        if let near = try TypedPoint.coordinates(form).flatMap({ try app.city(near: $0) }) {
            return (near, visit.text("first.city.nearest"))
        }
        if let number = try visit.store.prayerFeed(of: visit.customer.id)?.cityID,
           let city = try visit.store.city(number) { return (city, nil) }
        if let looked = try lookedAt() {
            let note = visit.format.list(
                [app.countryName(looked.city, language), visit.text("first.city.looked")].compactMap(\.self))
            return (looked.city, note)
        }
        return try app.guess(visit.request)?.city.map { ($0, visit.text("find.guess.hint")) }
    }

    /// Returns the city whose page led to the sign-in, and the options of that page.
    private func lookedAt() throws -> (city: City, options: ChosenOptions)? {
        guard let page = Request.ownPage(step.next) else { return nil }
        let parts = page.path.split(separator: "/").map(String.init)
        let fields = page.query.map { Form.Field(name: $0.name, value: $0.value) }
        let options = ChosenOptions(Form(fields: fields), language)
        if parts.count == 3, parts[0] == "prayer",
           let city = try visit.store.city(country: parts[1].uppercased(), slug: parts[2].lowercased()) {
            return (city, options)
        }
        guard page.path == "/settings/prayer",
              let number = page.query.first(where: { $0.name == "city" }).flatMap({ Int64($0.value) })
        else { return nil }
        return try visit.store.city(number).map { ($0, options) }
    }
}
