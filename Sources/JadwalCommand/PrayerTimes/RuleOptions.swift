import ArgumentParser
import HTTP
import PrayerFeeds
import PrayerTimes
import Runtime
import Templates

/// The options for the rules that times are computed by.
///
/// They are those of a feed's address, and the reader of addresses reads them. Three can say more: `--adjust` takes
/// more minutes, `--elevation` metres instead of yes and no, `--rounding` also one for each event.
struct RuleOptions: ParsableArguments {
    @Option(help: "A name of --list-methods, or custom; the country's own unless named.")
    var method: String?

    @Option(help: "When Asr begins, by the standard shadow or the longer one of the Hanafi school: \(words(AsrSchool.self)).")
    var school: String?

    @Option(help: "What bounds Fajr and Isha where the night is short: \(words(HighLatitudeRule.self)).")
    var highLatitude: String?

    @Option(help: "The same for Fajr alone; as --high-latitude unless given.")
    var highLatitudeFajr: String?

    @Option(help: "The same for Isha alone; as --high-latitude unless given.")
    var highLatitudeIsha: String?

    @Option(help: "What stands in where the sun does not rise or set: \(words(PolarRule.self)); nearest-latitude unless given.")
    var polar: String?

    @Option(help: "Whose end is Isha for the Moonsighting Committee: \(words(Shafaq.self)); general unless given.")
    var shafaq: String?

    @Option(parsing: .unconditional, help: "Minutes of your own, as fajr=2,isha=-1; -180 to 180.")
    var adjust: String?

    @Option(parsing: .unconditional, help: "Metres above the plain, for sunrise and Maghrib; 0 to 9000.")
    var elevation: Double?

    @Option(help: "Custom: degrees below the horizon at Fajr, above 0 and at most 30, with at most two decimals.")
    var fajrAngle: String?

    @Option(help: "Custom: degrees below the horizon at Isha.")
    var ishaAngle: String?

    @Option(help: "Custom: minutes from Maghrib to Isha, 0 to 240, instead of an angle.")
    var ishaMinutes: String?

    @Option(help: "Custom: degrees below the horizon at Maghrib, where it is not sunset.")
    var maghribAngle: String?

    @Option(help: "Custom: nearest, up (sunrise down), down, or by event, as fajr=up,sunrise=down.")
    var rounding: String?

    func validate() throws {
        if let elevation, !(elevation >= 0 && elevation <= 9_000) {
            throw ValidationError("--elevation takes 0 to 9000 metres.")
        }
        _ = try options()
    }

    /// Returns the options of a feed with these rules.
    func options() throws -> FeedOptions {
        let roundings = try roundings()
        var options: FeedOptions
        do throws(FeedOptionProblems) {
            options = try FeedOptions(parameters(readsRounding: roundings == nil), adjustLimits: -180...180)
        } catch {
            throw ValidationError(try sentences(error))
        }
        if let roundings, let custom = options.method {
            options.method = try Method.custom(
                fajrAngle: custom.fajrAngle, isha: custom.isha, maghribAngle: custom.maghribAngle, rounding: roundings)
        }
        return options
    }

    /// Returns the rules of a feed with these options, at a place whose height is not known.
    ///
    /// - Parameter country: its method is used unless the options name one.
    func rules(country: String?) throws -> Rules {
        var rules = try options().rules(country: country, elevationMetres: nil)
        rules.elevationMetres = elevation
        return rules
    }

    /// Returns the options as parameters of an address.
    private func parameters(readsRounding: Bool) -> Form {
        let values: [(name: FeedParameter, value: String?)] = [
            (.method, method), (.school, school), (.highLatitude, highLatitude), (.highLatitudeFajr, highLatitudeFajr),
            (.highLatitudeIsha, highLatitudeIsha), (.polar, polar), (.shafaq, shafaq),
            (.adjust, adjust.map { String($0.map { $0 == "=" ? ":" : $0 }) }), (.elevation, elevation.map { _ in "yes" }),
            (.fajrAngle, fajrAngle), (.ishaAngle, ishaAngle), (.ishaMinutes, ishaMinutes),
            (.maghribAngle, maghribAngle), (.rounding, readsRounding ? rounding : nil),
        ]
        return Form(fields: values.compactMap { name, value in
            value.map { Form.Field(name: name.rawValue, value: $0) }
        })
    }

    /// Returns the rounding of each event of a custom method; nil if the option gives one for all.
    private func roundings() throws -> PerEvent<Rounding>? {
        guard let rounding, rounding.contains("="), method == Method.customName else { return nil }
        var roundings = PerEvent(all: Rounding.nearest), seen: Set<DayEvent> = []
        for part in rounding.split(separator: ",", omittingEmptySubsequences: false) {
            let halves = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard halves.count == 2, let event = DayEvent(rawValue: halves[0]), let one = Rounding(rawValue: halves[1]) else {
                throw ValidationError("""
                    --rounding: '\(part)' is not like fajr=up,sunrise=down; the events are \(words(DayEvent.self)), the \
                    roundings \(words(Rounding.self)).
                    """)
            }
            guard seen.insert(event).inserted else { throw ValidationError("--rounding names \(event.rawValue) twice.") }
            roundings[event] = one
        }
        return roundings
    }

    /// Returns the errors with the names of the options, one line for each.
    private func sentences(_ problems: FeedOptionProblems) throws -> String {
        let catalogue = try readCatalogue()
        return problems.list.map { problem in
            let option = problem.parameter.map { $0 == "_" ? "-" : String($0) }.joined()
            return "--\(option): \(catalogue.text(problem.key, .english, problem.values))"
        }.joined(separator: "\n")
    }
}

/// Returns the texts of pages and feeds, from the folder of the templates.
func readCatalogue() throws -> Catalogue {
    try Catalogue(directory: readConfig().templates + "/strings")
}

private func words<Choice: CaseIterable & RawRepresentable<String>>(_ choices: Choice.Type) -> String {
    choices.allCases.map(\.rawValue).joined(separator: ", ")
}
