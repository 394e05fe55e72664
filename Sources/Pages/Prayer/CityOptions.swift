import CivilTime
package import HTTP
import Places
import PrayerFeeds
import PrayerTimes
package import Runtime
import Storage
import Templates
package import Web

extension Prayer {
    /// `GET /prayer/{country}/{city}/options`: every option of a city's times. The form comes back here; its choices
    /// lead to the city's page, and errors stay beside their fields.
    package static func showCityOptions(_ visit: Visit, _ app: App) throws -> Response {
        let request = visit.request
        guard let city = try Self.city(of: request, app) else {
            return try noSuchCity(request.pathParameters["city"] ?? "", visit, app)
        }
        let chosen = ChosenOptions(request.query, visit.language), isSound = chosen.problems.isEmpty
        let others = [("lang", request.query["lang"])].filter { !$0.1.isEmpty }
        if isSound, request.query["apply"] == "yes" { return app.redirect(city.page + address(chosen, others)) }
        if isSound, request.path != city.page + "/options" || !chosen.isCanonical {
            return app.redirect(city.page + "/options" + address(chosen, others))
        }
        let language = visit.language, format = app.formatter(visit)
        let options = OptionForm(
            chosen, country: city.country, place: try FeedPlace(city).coordinates, format, app)
        let page = CityOptionsPage(
            title: format.text("city.options.title", ["city": city.name(arabic: language == .arabic)]),
            cityURL: city.page + (isSound ? address(chosen, []) : ""), ownPath: city.page + "/options",
            optionsProblem: problem(chosen, language, app), problems: options.problems { _ in "" }, options: options)
        return app.page(page, visit, status: isSound ? .ok : .unprocessableContent).unindexed
    }
}

struct CityOptionsPage: Page {
    static let template = "prayer/city-options"
    var title: String
    /// The page of the city with the present options.
    var cityURL: String
    var ownPath: String
    var optionsProblem: String?
    var problems: [OptionProblem]
    var options: OptionForm
}

/// An error of an option, with the address of its field.
struct OptionProblem: Encodable {
    var fieldURL: String
    var label: String
    var words: String
}

/// The part of a city's page with the three options that most people look for: `templates/prayer/rule.mustache`.
struct CityOptions: Encodable {
    /// `Umm al-Qura (Saudi Arabia)`
    let methodName: String
    /// `Asr: Shafi‘i, Maliki, Hanbali`
    let school: String
    let method: OptionField
    let schools: [SchoolChoice]
    let schoolProblem: String?
    let adjust: OptionField
    /// The other chosen options, which the form keeps.
    let kept: [KeptOption]
    /// True if the form has an error.
    let isOpen: Bool
    /// True if any option was chosen.
    let hasOptions: Bool
    /// The page with every option.
    let allURL: String
    /// The times that the options changed, in one sentence; nil if they changed none.
    let changes: String?

    /// A school of law with its Asr of today.
    struct SchoolChoice: Encodable {
        let value: String
        let label: String
        let hint: String
        let time: String
        let isChosen: Bool
    }

    struct KeptOption: Encodable {
        let name: String
        let value: String
    }
}

extension CityOptions {
    /// The parameters of the form.
    static let own: [FeedParameter] = [.method, .school, .adjust]

    /// - Parameters:
    ///   - timetable: by the chosen options.
    ///   - usual: without any option.
    ///   - allURL: the page with every option.
    init(
        _ chosen: ChosenOptions, _ timetable: Timetable, usual: Timetable, today: LocalDate,
        allURL: String, hijri: HijriCalendar, _ form: OptionForm, _ format: Formatter
    ) {
        let rules = timetable.rules, zone = timetable.place.zone
        func time(_ moment: Instant?) -> String { moment.map { format.time($0, zone) } ?? "–" }
        let found = timetable.day(today).times, before = usual.day(today).times
        methodName = format.text("method.\(rules.method.name)")
        school = format.text("city.asr", ["school": format.text("city.fact.school.\(rules.school.rawValue)")])
        method = form.times[0]
        adjust = form.times[2]
        schoolProblem = form.times[1].fieldProblem
        schools = AsrSchool.allCases.map { school in
            var own = rules
            own.school = school
            let isChosen = school == rules.school
            let asr = isChosen ? found.asr : Timetable(timetable.place, own, hijri: hijri).day(today).times.asr
            return SchoolChoice(
                // The method's own school is an empty value, so that an untouched form chooses nothing.
                value: school == rules.method.school ? "" : school.rawValue,
                label: format.text("city.fact.school.\(school.rawValue)"),
                hint: format.text("city.school.\(school.rawValue)"),
                time: time(asr), isChosen: isChosen)
        }
        let names = Self.own.map(\.rawValue)
        kept = chosen.values.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
            .map { KeptOption(name: $0.key, value: $0.value) }
        isOpen = chosen.problems.contains { names.contains($0.parameter) }
        hasOptions = !chosen.values.isEmpty
        self.allURL = allURL
        let changed = DayEvent.allCases.filter { before[$0] != found[$0] }.map { event in
            format.text("city.changed.time", [
                "prayer": format.text(event.time.textKey), "time": time(found[event]), "usual": time(before[event]),
            ])
        }
        changes = changed.isEmpty ? nil : format.text("city.changed", ["list": format.list(changed)])
    }
}
