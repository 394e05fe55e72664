import PrayerFeeds
import PrayerTimes
import Runtime
import Templates

/// The part of a page with every option of a feed, in five groups: `templates/prayer/options.mustache`.
struct OptionForm: Encodable {
    let times: [OptionField]
    let remind: [OptionField]
    let shown: [OptionField]
    let more: [OptionField]
    let expert: [OptionField]
    /// True if the group must be unfolded, because an option in it is chosen or wrong.
    let isShownOpen: Bool, isMoreOpen: Bool, isExpertOpen: Bool

    /// Returns the errors in the order of the fields.
    ///
    /// - Parameter page: the page with the field of a parameter; empty for this one.
    func problems(_ page: (String) -> String) -> [OptionProblem] {
        (times + remind + shown + more + expert).compactMap { field in
            field.fieldProblem.map { words in
                OptionProblem(fieldURL: "\(page(field.id))#\(field.problemID)", label: field.label, words: words)
            }
        }
    }
}

extension OptionForm {
    /// - Parameters:
    ///   - country: ISO 3166-1; decides the usual method.
    ///   - place: its latitude decides the recommended rule.
    init(_ chosen: ChosenOptions, country: String?, place: Coordinates, _ format: Formatter, _ app: App) {
        let controls = OptionControls(format: format, app: app, chosen: chosen)
        func text(_ key: String) -> String { format.text(key) }
        func named(_ times: [DailyTime]) -> [(value: String, label: String)] {
            times.map { ($0.word, text($0.textKey)) }
        }
        func choices(_ family: String, _ values: [String]) -> [(value: String, label: String)] {
            values.map { ($0, text("\(family).\($0)")) }
        }
        let values = chosen.values
        let minutes = Dictionary(uniqueKeysWithValues: [FeedParameter.adjust, .length, .iqama].map { name in
            (name, Self.minutes(values[name.rawValue] ?? ""))
        })
        let usual = text("method.\(Method.default(country: country ?? "").name)")
        let rules = choices("high-latitude", HighLatitudeRule.allCases.map(\.rawValue))
        let recommended = text("high-latitude.\(HighLatitudeRule.recommended(at: place).rawValue)")

        // The page's own language is an empty value: the page's address names a language only if it is another.
        let ownNames = FeedNames(format.language).rawValue
        let otherNames = [FeedNames.english, .arabic, .both].map(\.rawValue).filter { $0 != ownNames }

        times = [
            controls.select(.method, [
                ("", format.text("option.method.default", ["method": usual])),
            ] + choices("method", Method.all.map(\.name) + [Method.customName])),
            controls.select(.school, [("", text("option.school.default"))] + choices("option.school", AsrSchool.allCases.map(\.rawValue))),
            controls.numbers(
                .adjust, named(DayEvent.allCases.map(\.time)), values: minutes[.adjust]?.own ?? [:], placeholder: "0"),
        ]
        remind = [
            controls.number(.alarm),
            controls.number(
                .length, value: minutes[.length]?.general ?? "", placeholder: String(FeedOptions.defaultLength)),
        ]
        shown = [
            controls.boxes(
                .entries, named(DailyTime.allCases),
                ticked: Self.list(values[FeedParameter.entries.rawValue]) ?? Set(DailyTime.prayers.map(\.word))),
            controls.select(.names, [
                (values[FeedParameter.names.rawValue] == ownNames ? ownNames : "", text("option.names.\(ownNames)")),
            ] + choices("option.names", otherNames)),
            controls.box(.busy),
            controls.select(.hijri, choices("option.hijri", ["yes", "no"])),
        ]
        more = [
            controls.numbers(
                .iqama, named(DailyTime.allCases.filter(\.isPrayer)),
                values: Self.each(of: DailyTime.prayers, minutes[.iqama]), placeholder: "0"),
            controls.numbers(
                .length, textKey: "lengths", named(DailyTime.allCases),
                values: minutes[.length]?.own ?? [:], placeholder: minutes[.length]?.general ?? String(FeedOptions.defaultLength)),
            controls.number(.jumuah),
            controls.boxes(
                .ramadan, choices("prayer", RamadanEntry.allCases.map(\.rawValue)),
                ticked: Self.list(values[FeedParameter.ramadan.rawValue]) ?? []),
            controls.box(.eid),
        ]
        expert = [
            controls.select(.highLatitude, [
                ("", format.text("option.high_latitude.default", ["rule": recommended])),
            ] + rules),
            controls.select(.highLatitudeFajr, [("", text("option.high_latitude.same"))] + rules),
            controls.select(.highLatitudeIsha, [("", text("option.high_latitude.same"))] + rules),
            controls.select(.polar, choices("polar", [PolarRule.nearestLatitude, .nearestDay, .unresolved].map(\.rawValue))),
            controls.select(.shafaq, choices("shafaq", Shafaq.allCases.map(\.rawValue))),
            controls.box(.elevation),
            controls.number(.fajrAngle), controls.number(.ishaAngle), controls.number(.ishaMinutes),
            controls.number(.maghribAngle),
            // The usual rounding is an empty value: the reader accepts `rounding` only with `method=custom`.
            controls.select(.rounding, [("", text("rounding.nearest"))] + choices("rounding", [Rounding.up, .down].map(\.rawValue))),
            controls.number(.days, placeholder: String(app.config.feedDays)),
        ]
        isShownOpen = Self.touches(chosen, [.entries, .names, .busy, .hijri])
        isMoreOpen = Self.touches(chosen, [.iqama, .jumuah, .ramadan, .eid]) || minutes[.length]?.own.isEmpty == false
        isExpertOpen = Self.touches(chosen, [
            .highLatitude, .highLatitudeFajr, .highLatitudeIsha, .polar, .shafaq, .elevation, .fajrAngle, .ishaAngle,
            .ishaMinutes, .maghribAngle, .rounding, .days,
        ]) || values[FeedParameter.method.rawValue] == Method.customName
    }

    /// Returns true if one of the parameters is wrong, or chosen and not as usual.
    private static func touches(_ chosen: ChosenOptions, _ parameters: [FeedParameter]) -> Bool {
        parameters.contains { name in
            let value = chosen.values[name.rawValue]
            return value != nil && value != usualValues[name]
                || chosen.problems.contains { $0.parameter == name.rawValue }
        }
    }

    /// The values that a form sends for the first choice of a list.
    private static let usualValues: [FeedParameter: String] = [
        .polar: PolarRule.nearestLatitude.rawValue, .shafaq: Shafaq.general.rawValue, .hijri: "yes",
    ]

    /// Returns the values of a list such as `fajr,isha`.
    private static func list(_ text: String?) -> Set<String>? {
        text.map { Set($0.split(separator: ",").map(String.init)) }
    }

    /// Returns the parts of a text such as `20,fajr:30`, as written.
    private static func minutes(_ text: String) -> (general: String?, own: [String: String]) {
        var general: String?
        var own: [String: String] = [:]
        for part in text.split(separator: ",") {
            let sides = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            if sides.count == 2 { own[String(sides[0])] = String(sides[1]) } else { general = String(part) }
        }
        return (general, own)
    }

    /// Returns the minutes of each entry: its own, otherwise the general ones.
    private static func each(of entries: Set<DailyTime>, _ minutes: (general: String?, own: [String: String])?) -> [String: String] {
        guard let minutes, let general = minutes.general else { return minutes?.own ?? [:] }
        return Dictionary(uniqueKeysWithValues: entries.map { ($0.word, general) }).merging(minutes.own) { $1 }
    }
}
