package import HTTP
import PrayerTimes

extension FeedOptions {
    /// Reads the options of an address.
    ///
    /// Nothing is guessed and nothing is ignored. An unknown name could be a misspelt one, and if a name has two
    /// values, nobody knows which was meant. So a feed is exactly what its address says, or an error.
    ///
    /// - Parameter adjustLimits: the minutes that may be added to a time.
    package init(_ form: Form, adjustLimits: ClosedRange<Int> = Self.adjustLimits) throws(FeedOptionProblems) {
        var reader = FeedOptionReader(form)
        self.init()
        reader.readMethod(into: &self)
        if let school: AsrSchool = reader.choice(.school) { self.school = school }
        highLatitude = TwilightRules(both: reader.choice(.highLatitude))
        if let rule: HighLatitudeRule = reader.choice(.highLatitudeFajr) { highLatitude.fajr = rule }
        if let rule: HighLatitudeRule = reader.choice(.highLatitudeIsha) { highLatitude.isha = rule }
        if let rule: PolarRule = reader.choice(.polar) { polar = rule }
        if let glow: Shafaq = reader.choice(.shafaq) { shafaq = glow }
        for (name, minutes) in reader.pairs(.adjust, DayEvent.allCases, adjustLimits).own { adjust[name] = minutes }
        if let answer = reader.yesOrNo(.elevation) { usesElevation = answer }
        if let entries: Set<DailyTime> = reader.choices(.entries) { self.entries = entries }
        if let names: FeedNames = reader.choice(.names) { self.names = names }
        let lengths = reader.pairs(.length, DailyTime.allCases, Self.lengthLimits)
        length = lengths.general ?? Self.defaultLength
        self.lengths = lengths.own.filter { $0.value != length }
        let iqamas = reader.pairs(.iqama, DailyTime.allCases.filter(\.isPrayer), Self.iqamaLimits)
        if let general = iqamas.general { for prayer in DailyTime.prayers { iqama[prayer] = general } }
        iqama = iqama.merging(iqamas.own) { $1 }.filter { $0.value > 0 }
        if let answer = reader.yesOrNo(.busy) { isBusy = answer }
        alarm = reader.number(.alarm, Self.alarmLimits)
        if let answer = reader.yesOrNo(.hijri) { hijri = answer }
        if let entries: Set<RamadanEntry> = reader.choices(.ramadan) { ramadan = entries }
        jumuah = reader.number(.jumuah, Self.jumuahLimits)
        if let answer = reader.yesOrNo(.eid) { eid = answer }
        days = reader.number(.days, Self.dayLimits)
        reader.checkShafaq(self)
        guard reader.problems.isEmpty else { throw FeedOptionProblems(list: reader.problems) }
    }
}

/// A reader that takes parameters one by one and collects their errors.
struct FeedOptionReader {
    private let values: [String: String]
    private(set) var problems: [FeedOptionProblem] = []

    package init(_ form: Form) {
        var values: [String: String] = [:]
        var repeated: Set<String> = []
        for field in form.fields {
            // Nobody reads more than 20 errors.
            if problems.count >= 20 { break }
            if FeedParameter(rawValue: field.name) == nil {
                problems.append(FeedOptionProblem(
                    quotable(field.name), "feed.problem.unknown",
                    ["names": FeedOptions.parameterNames.joined(separator: ", ")]))
            } else if values.updateValue(field.value, forKey: field.name) != nil, repeated.insert(field.name).inserted {
                problems.append(FeedOptionProblem(field.name, "feed.problem.repeated"))
            }
        }
        self.values = values
    }

    /// Returns one of an enumeration's values.
    package mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(_ name: FeedParameter) -> Choice? {
        guard let text = values[name.rawValue] else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        note(name, "feed.problem.choice", ["choices": Choice.allCases.map(\.rawValue).joined(separator: ", ")])
        return nil
    }

    /// Returns one or more of an enumeration's values, separated by commas.
    package mutating func choices<Choice: CaseIterable & RawRepresentable<String> & Hashable>(_ name: FeedParameter) -> Set<Choice>? {
        guard let text = values[name.rawValue] else { return nil }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let choices = parts.compactMap { Choice(rawValue: String($0)) }
        if choices.count == parts.count { return Set(choices) }
        note(name, "feed.problem.choices", ["choices": Choice.allCases.map(\.rawValue).joined(separator: ",")])
        return nil
    }

    mutating func yesOrNo(_ name: FeedParameter) -> Bool? {
        guard let text = values[name.rawValue] else { return nil }
        if text == "yes" || text == "no" { return text == "yes" }
        note(name, "feed.problem.choice", ["choices": "yes, no"])
        return nil
    }

    package mutating func number(_ name: FeedParameter, _ limits: ClosedRange<Int>) -> Int? {
        guard let text = values[name.rawValue] else { return nil }
        if let number = wholeNumber(text), limits.contains(number) { return number }
        note(name, "feed.problem.number", limits.words)
        return nil
    }

    /// Reads minutes for single entries, `fajr:20,isha:5`, and an optional number for all entries, `20,fajr:30`.
    package mutating func pairs<Entry: RawRepresentable<String> & Hashable>(
        _ name: FeedParameter, _ entries: [Entry], _ limits: ClosedRange<Int>
    ) -> (general: Int?, own: [Entry: Int]) {
        guard let text = values[name.rawValue] else { return (nil, [:]) }
        var general: Int?
        var own: [Entry: Int] = [:]
        var isSound = true
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: ":", omittingEmptySubsequences: false)
            guard let minutes = sides.last.flatMap({ wholeNumber(String($0)) }), limits.contains(minutes), sides.count <= 2
            else { isSound = false; break }
            if sides.count == 1, general == nil, limits.lowerBound >= 0 {
                general = minutes
            } else if sides.count == 2, let entry = entries.first(where: { $0.rawValue == sides[0] }), own[entry] == nil {
                own[entry] = minutes
            } else {
                isSound = false
            }
        }
        if isSound { return (general, own) }
        note(name, "feed.problem.pairs", limits.words.merging(["names": entries.map(\.rawValue).joined(separator: ", ")]) { $1 })
        return (nil, [:])
    }

    /// Reads the method, and the custom figures that are allowed only with `method=custom`.
    mutating func readMethod(into options: inout FeedOptions) {
        let figures: [FeedParameter] = [.fajrAngle, .ishaAngle, .ishaMinutes, .maghribAngle, .rounding]
        guard let name = values[FeedParameter.method.rawValue], name == PrayerMethod.customName else {
            for figure in figures where values[figure.rawValue] != nil { note(figure, "feed.problem.needs-custom") }
            guard let name = values[FeedParameter.method.rawValue] else { return }
            options.method = PrayerMethod.named(name)
            if options.method == nil {
                let names = PrayerMethod.all.map(\.name) + [PrayerMethod.customName]
                note(.method, "feed.problem.choice", ["choices": names.joined(separator: ", ")])
            }
            return
        }
        options.method = customMethod()
    }

    private mutating func customMethod() -> PrayerMethod? {
        let fajr = degrees(.fajrAngle), isha = degrees(.ishaAngle), maghrib = degrees(.maghribAngle)
        let minutes = number(.ishaMinutes, PrayerMethod.ishaMinutesLimits)
        let rounding: Rounding = choice(.rounding) ?? .nearest
        if values[FeedParameter.fajrAngle.rawValue] == nil { note(.fajrAngle, "feed.problem.missing") }
        let hasAngle = values[FeedParameter.ishaAngle.rawValue] != nil
        let hasMinutes = values[FeedParameter.ishaMinutes.rawValue] != nil
        if hasAngle, hasMinutes { note(.ishaMinutes, "feed.problem.excludes", ["name": FeedParameter.ishaAngle.rawValue]) }
        if !hasAngle, !hasMinutes { note(.ishaAngle, "feed.problem.missing") }
        guard problems.isEmpty, let fajr, let end = isha.map(PrayerMethod.Isha.angle) ?? minutes.map({ .minutes($0, inRamadan: $0) })
        else { return nil }
        // Sunrise ends Fajr. If prayers are rounded up, sunrise must be rounded down, or Fajr would seem longer.
        var roundings = PerEvent(all: rounding)
        if rounding == .up { roundings.sunrise = .down }
        let method = Result { () throws(MethodError) in
            try PrayerMethod.custom(fajrAngle: fajr, isha: end, maghribAngle: maghrib, rounding: roundings)
        }
        if case .failure(let error) = method {
            switch error {
            case .fajrAngle: note(.fajrAngle, "feed.problem.degrees")
            case .ishaAngle: note(.ishaAngle, "feed.problem.degrees")
            case .maghribAngle: note(.maghribAngle, "feed.problem.degrees")
            case .ishaMinutes: note(.ishaMinutes, "feed.problem.number", PrayerMethod.ishaMinutesLimits.words)
            case .maghribAfterIsha: note(.maghribAngle, "feed.problem.maghrib-angle")
            }
        }
        return try? method.get()
    }

    /// Refuses a chosen twilight glow that no other option uses: it would have no effect, and nobody would notice.
    mutating func checkShafaq(_ options: FeedOptions) {
        guard options.shafaq != .general, options.highLatitude.isha != .moonsighting, options.method?.isSeasonal != true
        else { return }
        note(.shafaq, "feed.problem.shafaq")
    }

    private mutating func degrees(_ name: FeedParameter) -> Double? {
        guard let text = values[name.rawValue] else { return nil }
        if text.wholeMatch(of: /[0-9]{1,2}(\.[0-9]{1,2})?/) != nil, let value = Double(text) { return value }
        note(name, "feed.problem.degrees")
        return nil
    }

    private mutating func note(_ name: FeedParameter, _ key: String, _ values: [String: String] = [:]) {
        problems.append(FeedOptionProblem(name.rawValue, key, values))
    }
}

/// Reads digits with an optional minus sign. Each number has one spelling; nil for any other text.
private func wholeNumber(_ text: String) -> Int? {
    guard let number = Int(text), String(number) == text else { return nil }
    return number
}

/// Returns a parameter's name if it is safe to repeat to the sender; else `?`.
private func quotable(_ name: String) -> String {
    name.wholeMatch(of: /[A-Za-z0-9_-]{1,40}/) != nil ? name : "?"
}

extension ClosedRange<Int> {
    fileprivate var words: [String: String] { ["least": String(lowerBound), "most": String(upperBound)] }
}
