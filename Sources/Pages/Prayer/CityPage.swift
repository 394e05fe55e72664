import CivilTime
package import HTTP
import Logging
import Places
import PrayerFeeds
import PrayerTimes
package import Runtime
import Storage
import Templates
package import Web

extension Prayer {
    /// `GET /prayer/{country}/{city}`: today, a month, and how to have both in one's calendar.
    package static func showCity(_ visit: Visit, _ app: App) throws -> Response {
        let request = visit.request
        let country = request.pathParameters["country"] ?? "", slug = request.pathParameters["city"] ?? ""
        guard let city = try app.store.city(country: country.uppercased(), slug: slug.lowercased()) else {
            return try noSuchCity(slug, visit, app)
        }
        let chosen = ChosenOptions(request.query)
        let month = request.query["month"].isEmpty ? nil : request.query["month"]
        let others = ["month", "lang"].map { ($0, request.query[$0]) }.filter { !$0.1.isEmpty }
        if request.path != city.page || (chosen.problems.isEmpty && !chosen.isCanonical) {
            return app.redirect(city.page + address(chosen, others))
        }
        guard let page = try cityPage(city, chosen, month: month, visit, app) else {
            app.log.error("a city's zone is not known", metadata: ["city": "\(city.id)", "zone": "\(city.timeZone)"])
            throw Refusal.notFound
        }
        let isWrong = !chosen.problems.isEmpty || page.monthProblem != nil
        let response = app.page(page, visit, status: isWrong ? .unprocessableContent : .ok)
        // Search engines need one page for each city. Months and options would give them pages without end.
        return month == nil && chosen.values.isEmpty ? response : response.unindexed
    }

    private static func address(_ chosen: ChosenOptions, _ others: [(name: String, value: String)]) -> String {
        let own = chosen.problems.isEmpty ? chosen.options.query : chosen.values.sorted { $0.key < $1.key }
            .map { "\($0.key)=\(percentEncoded($0.value))" }.joined(separator: "&")
        let query = ([own] + others.map { "\($0.name)=\(percentEncoded($0.value))" }).filter { !$0.isEmpty }
        return query.isEmpty ? "" : "?" + query.joined(separator: "&")
    }

    /// Makes a city's page; nil if tzdata does not know the city's zone.
    private static func cityPage(
        _ city: City, _ chosen: ChosenOptions, month typedMonth: String?, _ visit: Visit, _ app: App
    ) throws -> CityPage? {
        let language = visit.language, isArabic = language == .arabic, format = app.formatter(visit)
        guard let zone = try app.shared.timeZones.rules(named: city.timeZone) else { return nil }
        let place = try FeedPlace(city)
        let rules = chosen.options.rules(country: city.country, elevationMetres: city.elevationMetres)
        let hijri = try app.hijri
        let timetable = Timetable(Place(place.coordinates, zone: zone), rules, hijri: hijri)
        let now = app.now()
        let day = DayTimes(timetable, now: now, hijri: hijri, format)
        let thisMonth = MonthTable(of: zone.date(at: now))
        let month = typedMonth.flatMap { MonthTable($0) } ?? thisMonth
        // Wrong options may have any length, and a QR code has no room for them. Then it holds the city alone.
        let pageURL = city.page + (chosen.problems.isEmpty ? address(chosen, []) : "")
        let name = city.name(arabic: isArabic)
        let title = app.text("city.title", language, ["city": name])
        let ways = try Subscription(
            feed: app.feedURL(city, chosen.options), name: title, qr: app.url("") + pageURL)
        func link(_ month: MonthTable?) -> String? {
            month.map { city.page + address(chosen, [("month", $0.text)]) + "#month" }
        }
        let times = format.list(day.today.rows.map { "\($0.name) \($0.time)" })
        let country = app.countryName(city, language)
        return CityPage(
            title: title, windowTitle: country.map { title + (isArabic ? "، " : ", ") + $0 } ?? title, country: country,
            description: app.text("city.description", language, ["city": name, "times": times]),
            canonicalURL: app.url(city.page), ownPath: city.page,
            today: day.today, extras: day.extras,
            method: app.text("method.\(rules.method.name)", language),
            school: app.text("city.fact.school.\(rules.school.rawValue)", language),
            point: app.words(place.coordinates, language), timeZone: city.timeZone.replacing("_", with: " "),
            ways: ways,
            ownURL: visit.signedIn.map { _ in "/settings/prayer" + address(chosen, [("city", String(city.id))]) },
            table: MonthPart(
                month: format.month(month.month),
                days: month.days(timetable, today: zone.date(at: now), hijri: hijri, format),
                previousURL: link(month.previous), nextURL: link(month.next)),
            monthProblem: typedMonth != nil && typedMonth.flatMap { MonthTable($0) } == nil
                ? app.text("problem.month", language) : nil,
            optionsProblem: problem(chosen, language, app),
            options: OptionForm(chosen, country: city.country, place: place.coordinates, format, app),
            hasOptions: !chosen.values.isEmpty)
    }

    /// Returns the sentence at the top of the page if an option has an error; nil if none has.
    static func problem(_ chosen: ChosenOptions, _ language: Language, _ app: App) -> String? {
        chosen.problems.isEmpty ? nil : app.text("problem.options", language)
    }
}

struct CityPage: Page {
    static let template = "prayer/city"
    var title: String
    /// The title with the country.
    var windowTitle: String
    /// The country's name; nil for a disputed place.
    var country: String?
    /// The summary that search engines and previews of a link show.
    var description: String
    var canonicalURL: String
    /// The page's path without options.
    var ownPath: String
    var today: Today
    var extras: [ExtraTime]
    var method: String
    var school: String
    var point: String
    var timeZone: String
    var ways: Subscription
    /// The address at which a customer copies city and options into their own feed.
    var ownURL: String?
    var table: MonthPart
    var monthProblem: String?
    var optionsProblem: String?
    var options: OptionForm
    /// True if any option was chosen.
    var hasOptions: Bool
}
