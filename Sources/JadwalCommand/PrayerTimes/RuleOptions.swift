public import ArgumentParser
public import PrayerTimes

extension AsrSchool: ExpressibleByArgument {}
extension HighLatitudeRule: ExpressibleByArgument {}
extension PolarRule: ExpressibleByArgument {}
extension Shafaq: ExpressibleByArgument {}

/// The options for the rules that times are computed by.
struct RuleOptions: ParsableArguments {
    @Option(help: "A name of --list-methods, or custom; the country's own unless named.")
    var method: String?

    @Option(help: "When Asr begins: by the standard shadow or the longer one of the Hanafi school.")
    var school: AsrSchool?

    @Option(help: "What bounds Fajr and Isha where the night is short.")
    var highLatitude: HighLatitudeRule?

    @Option(help: "What stands in where the sun does not rise or set.")
    var polar = PolarRule.nearestLatitude

    @Option(help: "Whose end is Isha for the Moonsighting Committee.")
    var shafaq = Shafaq.general

    @Option(parsing: .unconditional, help: "Minutes of your own, as fajr=2,isha=-1; -180 to 180.")
    var adjust: String?

    @Option(parsing: .unconditional, help: "Metres above the plain, for sunrise and Maghrib; 0 to 9000.")
    var elevation: Double?

    @Option(help: "Custom: degrees below the horizon at Fajr, above 0 and at most 30.")
    var fajrAngle: Double?

    @Option(help: "Custom: degrees below the horizon at Isha.")
    var ishaAngle: Double?

    @Option(help: "Custom: minutes from Maghrib to Isha, 0 to 240, instead of an angle.")
    var ishaMinutes: Int?

    @Option(help: "Custom: degrees below the horizon at Maghrib, where it is not sunset.")
    var maghribAngle: Double?

    @Option(help: "Custom: nearest, up (sunrise down), down, or by event, as fajr=up,sunrise=down.")
    var rounding: String?

    func validate() throws {
        if let elevation, !(elevation >= 0 && elevation <= 9_000) {
            throw ValidationError("--elevation takes 0 to 9000 metres.")
        }
        _ = try minutes()
        if method == Method.customName {
            _ = try customMethod()
            return
        }
        if let method, Method.named(method) == nil {
            let names = Method.all.map(\.name).joined(separator: ", ")
            throw ValidationError("There is no method '\(method)'. There are \(names) and custom.")
        }
        let isCustom = fajrAngle != nil || ishaAngle != nil || ishaMinutes != nil || maghribAngle != nil || rounding != nil
        if isCustom {
            throw ValidationError(
                "--fajr-angle, --isha-angle, --isha-minutes, --maghrib-angle and --rounding go with --method custom.")
        }
    }

    /// - Parameter country: its method is used unless the options name one.
    func rules(country: String?) throws -> Rules {
        let chosen = method == Method.customName ? try customMethod() : method.flatMap(Method.named)
        var rules = Rules(method: chosen ?? .default(country: country ?? ""))
        if let school { rules.school = school }
        rules.highLatitude = highLatitude
        rules.polar = polar
        rules.shafaq = shafaq
        rules.minutes = try minutes()
        rules.elevationMetres = elevation
        return rules
    }

    private func minutes() throws -> PerEvent<Int> {
        var minutes = PerEvent(all: 0)
        guard let adjust else { return minutes }
        for (event, value) in try pairs(adjust, of: "--adjust", example: "fajr=2,isha=-1") {
            guard let number = Int(value), (-180...180).contains(number) else {
                throw ValidationError("--adjust: '\(value)' is not a number of minutes from -180 to 180.")
            }
            minutes[event] = number
        }
        return minutes
    }

    private func customMethod() throws -> Method {
        guard let fajrAngle else { throw ValidationError("--method custom wants --fajr-angle.") }
        let isha: Method.Isha
        switch (ishaAngle, ishaMinutes) {
        case (let angle?, nil): isha = .angle(angle)
        case (nil, let minutes?): isha = .minutes(minutes, inRamadan: minutes)
        case (nil, nil): throw ValidationError("--method custom wants --isha-angle or --isha-minutes.")
        case (_?, _?): throw ValidationError("--isha-angle and --isha-minutes contradict each other.")
        }
        do {
            return try Method.custom(
                fajrAngle: fajrAngle, isha: isha, maghribAngle: maghribAngle, rounding: try roundings())
        } catch let error as MethodError {
            throw ValidationError(error.sentence)
        }
    }

    private func roundings() throws -> PerEvent<Rounding> {
        guard let rounding else { return PerEvent(all: .nearest) }
        if let one = Rounding(rawValue: rounding) { return one == .up ? .upSunriseDown : PerEvent(all: one) }
        var roundings = PerEvent(all: Rounding.nearest)
        for (event, value) in try pairs(rounding, of: "--rounding", example: "fajr=up,sunrise=down") {
            guard let one = Rounding(rawValue: value) else {
                throw ValidationError("--rounding: '\(value)' is none of nearest, up and down.")
            }
            roundings[event] = one
        }
        return roundings
    }
}

/// Reads events and values: `fajr=2,isha=-1`.
private func pairs(_ text: String, of option: String, example: String) throws -> [DayEvent: String] {
    var found: [DayEvent: String] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        let halves = part.split(separator: "=", maxSplits: 1).map(String.init)
        guard halves.count == 2, let event = DayEvent(rawValue: halves[0]) else {
            let events = DayEvent.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("\(option): '\(part)' is not like \(example); the events are \(events).")
        }
        guard found.updateValue(halves[1], forKey: event) == nil else {
            throw ValidationError("\(option) names \(event.rawValue) twice.")
        }
    }
    return found
}

extension MethodError {
    fileprivate var sentence: String {
        switch self {
        case .fajrAngle: "--fajr-angle is above 0 and at most 30 degrees."
        case .ishaAngle: "--isha-angle is above 0 and at most 30 degrees."
        case .maghribAngle: "--maghrib-angle is above 0 and at most 30 degrees."
        case .ishaMinutes: "--isha-minutes is 0 to 240."
        case .maghribAfterIsha: "--maghrib-angle is below --isha-angle: Maghrib comes before Isha."
        }
    }
}
