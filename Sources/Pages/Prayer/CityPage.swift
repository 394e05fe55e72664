import CivilTime
package import HTTP
import Logging
import Places
import PrayerFeeds
import PrayerTimes
package import Runtime
import Storage
import Templates
import Text
package import Web

extension Prayer {
    /// `GET /prayer/{country}/{city}`: today, a month, and how to have both in one's calendar.
    package static func showCity(_ visit: Visit, _ app: App) throws -> Response {
        let request = visit.request
        guard let city = try Self.city(of: request, app) else {
            return try noSuchCity(request.pathParameters["city"] ?? "", visit, app)
        }
        let chosen = ChosenOptions(request.query, visit.language)
        let month = request.query["month"].isEmpty ? nil : request.query["month"]
        let others = ["month", "also", "lang"].map { ($0, request.query[$0]) }.filter { !$0.1.isEmpty }
        if request.path != city.page || (chosen.problems.isEmpty && !chosen.isCanonical) {
            return app.redirect(city.page + address(chosen, others))
        }
        guard var page = try cityPage(city, chosen, month: month, visit, app) else {
            app.log.error("a city's zone is not known", metadata: ["city": "\(city.id)", "zone": "\(city.timeZone)"])
            throw Refusal.notFound
        }
        let also = String(request.query["also"].trimmed.prefix(100))
        if !also.isEmpty {
            page.namesakes = Namesakes(name: also.isolated, url: "/prayer?q=\(percentEncoded(also))&all=yes")
        }
        let isWrong = !chosen.problems.isEmpty || page.monthProblem != nil
        let response = app.page(page, visit, status: isWrong ? .unprocessableContent : .ok)
        // Search engines need one page for each city. Months and options would give them pages without end.
        return month == nil && chosen.values.isEmpty && also.isEmpty ? response : response.unindexed
    }

    /// Returns the city in the path of a request; nil if there is none.
    static func city(of request: Request, _ app: App) throws -> City? {
        let country = request.pathParameters["country"] ?? "", slug = request.pathParameters["city"] ?? ""
        return try app.store.city(country: country.uppercased(), slug: slug.lowercased())
    }

    /// Returns the query of chosen options, and of other parameters behind them.
    static func address(_ chosen: ChosenOptions, _ others: [(name: String, value: String)]) -> String {
        let own = chosen.problems.isEmpty ? chosen.query : chosen.values.sorted { $0.key < $1.key }
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
        let place = try FeedPlace(city), hijri = try app.hijri, now = app.now(), today = zone.date(at: now)
        func timetable(_ options: FeedOptions) throws -> Timetable {
            Timetable(
                Place(place.coordinates, zone: zone),
                options.rules(country: city.country, elevationMetres: city.elevationMetres), hijri: hijri,
                table: try app.cityTable(city, options))
        }
        let chosenTimes = try timetable(chosen.options), usualTimes = try timetable(FeedOptions())
        let days = try KeptDays(
            chosenTimes, of: place, options: chosen.values.isEmpty ? "" : nil,
            tableDigest: app.cityTableDigest(city), app)
        let day = DayTimes(chosenTimes, now: now, hijri: hijri, format)
        let name = city.name(arabic: isArabic), title = format.text("city.title", ["city": name])
        let month = typedMonth.flatMap { MonthTable($0) } ?? MonthTable(of: today)
        let isSound = chosen.problems.isEmpty, query = address(chosen, [])
        let form = OptionForm(chosen, country: city.country, place: place.coordinates, format, app)
        // Wrong options may have any length, and a QR code has no room for them. Then it holds the city alone.
        let page = app.url("") + city.page + (isSound ? query : "")
        let country = app.countryName(city, language)
        return CityPage(
            title: title, windowTitle: format.list([title, country].compactMap(\.self)), name: name, country: country,
            description: format.text("city.description", [
                "city": name, "times": format.list(day.today.rows.map { "\($0.name) \($0.time)" }),
            ]),
            canonicalURL: app.url(city.page), ownPath: city.page,
            date: format.day(today, .full), hijri: day.today.hijri,
            glance: try CityGlance(chosenTimes, day, in: name, now: now, format),
            notes: day.today.notes, hasNotes: day.today.hasNotes,
            optionsProblem: problem(chosen, language, app),
            problems: form.problems { parameter in
                CityOptions.own.contains { $0.rawValue == parameter } ? "" : city.page + "/options" + query
            },
            rule: CityOptions(
                chosen, chosenTimes, usual: usualTimes, today: today, allURL: city.page + "/options" + query,
                hijri: hijri, form, format),
            ways: try CityWays(
                feed: { alarm in
                    var options = chosen.options
                    options.alarm = alarm
                    return app.feedURL(city, options)
                },
                alarm: chosen.options.alarm, isAlarmChosen: chosen.options.alarm != nil, name: title,
                code: { chosen.values.isEmpty ? try app.keptCode(page) : try CodePicture(page) }, visit.device, format),
            ownURL: visit.signedIn.map { _ in "/settings/prayer" + address(chosen, [("city", String(city.id))]) },
            table: monthPart(month, of: city, chosen, days, zone, day, now: now, hijri: hijri, format),
            monthProblem: typedMonth != nil && typedMonth.flatMap { MonthTable($0) } == nil
                ? format.text("problem.month") : nil,
            extras: day.extras,
            facts: CityFacts(city, chosenTimes.rules, zone, now: now, format.point(place.coordinates), format))
    }

    private static func monthPart(
        _ month: MonthTable, of city: City, _ chosen: ChosenOptions, _ timetable: KeptDays, _ zone: TimeZoneRules,
        _ times: DayTimes, now: Instant, hijri: HijriCalendar, _ format: Formatter
    ) -> MonthPart {
        let today = times.day.date, firstDay = firstWeekday(of: city.country)
        func link(_ month: MonthTable?) -> MonthLink? {
            month.map { month in
                MonthLink(
                    url: city.page + address(chosen, [("month", month.text)]) + "#month",
                    name: format.monthName(month.month.month))
            }
        }
        let week = today.startOfWeek(firstDay)
        return MonthPart(
            month: format.month(month.month), hijriDays: format.hijriDays(month.days, hijri),
            week: month.days.contains(today) ? ThisWeek(hijriWeek: format.hijriDays(week...(week + 6), hijri)) : nil,
            days: month.rows(
                timetable, zone, now: now, firstDay: firstDay, next: times.coming?.moment, hijri: hijri, format),
            previous: link(month.previous), following: link(month.next), hasHalves: format.clock == .hours12)
    }

    /// Returns the sentence at the top of the page if an option has an error; nil if none has.
    static func problem(_ chosen: ChosenOptions, _ language: Language, _ app: App) -> String? {
        chosen.problems.isEmpty ? nil : app.text("problem.options", language)
    }
}

/// The other cities with the name that a search led here with.
struct Namesakes: Encodable {
    /// The name as it was typed.
    var name: String
    var url: String
}

struct CityPage: Page {
    static let template = "prayer/city"
    /// nil if the name of the search means this city alone.
    var namesakes: Namesakes?
    var title: String
    /// The title with the country.
    var windowTitle: String
    /// The city's name.
    var name: String
    /// The country's name; nil for a disputed place.
    var country: String?
    /// The summary that search engines and previews of a link show.
    var description: String
    var canonicalURL: String
    /// The page's path without options.
    var ownPath: String
    var date: String
    var hijri: String?
    var glance: CityGlance
    var notes: [String]
    var hasNotes: Bool
    var optionsProblem: String?
    var problems: [OptionProblem]
    var rule: CityOptions
    var ways: CityWays
    /// The address at which a customer copies city and options into their own feed.
    var ownURL: String?
    var table: MonthPart
    var monthProblem: String?
    var extras: [ExtraTime]
    var facts: CityFacts
}

/// The part of a city's page that says how its times are computed.
struct CityFacts: Encodable {
    var method: String
    /// `sun 18.5° down`
    var fajr: String
    /// `90 min after Maghrib`
    var isha: String
    /// `Riyadh, UTC+3`
    var zone: String
    var point: String
}

extension CityFacts {
    /// - Parameter point: the coordinates in words.
    init(
        _ city: City, _ rules: Rules, _ zone: TimeZoneRules, now: Instant, _ point: String, _ format: Formatter
    ) {
        func angle(_ degrees: Double) -> String {
            format.text("city.fact.angle", ["degrees": format.decimal(degrees, places: 2)])
        }
        let minutes = zone.offset(at: now) / 60, (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
        let offset = format.digits(rest == 0 ? "\(hours)" : "\(hours):\(rest < 10 ? "0" : "")\(rest)")
        method = format.text("method.\(rules.method.name)")
        fajr = angle(rules.method.fajrAngle)
        switch rules.method.isha {
        case .angle(let degrees): isha = angle(degrees)
        case .minutes(let usual, _): isha = format.text("city.fact.minutes", ["n": format.number(usual)])
        }
        self.zone = format.text(minutes < 0 ? "city.fact.zone.west" : "city.fact.zone.east", [
            "zone": TimeZones.name(of: city.timeZone, arabic: format.language == .arabic), "offset": offset,
        ])
        self.point = point
    }
}
