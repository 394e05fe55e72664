package import HTTP
import PrayerTimes

extension FeedOptions {
    /// The canonical query: names in the order of `FeedParameter`, no default values, and one spelling of
    /// every value. Empty if every option has its default.
    ///
    /// All of its characters are allowed in a query as they are (RFC 3986 §3.4).
    package var query: String {
        parameters.map { "\($0.name.rawValue)=\($0.value)" }.joined(separator: "&")
    }

    /// Returns the query with another text for the language of the names; nil leaves it out.
    func query(names: FeedNames?) -> String {
        FeedParameter.allCases.compactMap { name in
            (name == .names ? names?.rawValue : text(of: name)).map { "\(name.rawValue)=\($0)" }
        }.joined(separator: "&")
    }

    /// The parameters of `query` as fields, for a form that passes them on.
    package var fields: [Form.Field] {
        parameters.map { Form.Field(name: $0.name.rawValue, value: $0.value) }
    }

    private var parameters: [(name: FeedParameter, value: String)] {
        FeedParameter.allCases.compactMap { name in text(of: name).map { (name, $0) } }
    }

    /// Returns a parameter's canonical value; nil if it is the default.
    private func text(of parameter: FeedParameter) -> String? {
        let standard = FeedOptions()
        switch parameter {
        case .method: return method?.name
        case .fajrAngle: return custom.map { degrees($0.fajrAngle) }
        case .ishaAngle: return custom.flatMap { if case .angle(let angle) = $0.isha { degrees(angle) } else { nil } }
        case .ishaMinutes: return custom.flatMap { if case .minutes(let minutes, _) = $0.isha { String(minutes) } else { nil } }
        case .maghribAngle: return custom?.maghribAngle.map(degrees)
        case .rounding: return custom.flatMap { $0.rounding.fajr == .nearest ? nil : $0.rounding.fajr.rawValue }
        case .school: return school?.rawValue
        case .highLatitude: return hasOneRule ? highLatitude.fajr?.rawValue : nil
        case .highLatitudeFajr: return hasOneRule ? nil : highLatitude.fajr?.rawValue
        case .highLatitudeIsha: return hasOneRule ? nil : highLatitude.isha?.rawValue
        case .polar: return polar == standard.polar ? nil : polar.rawValue
        case .shafaq: return shafaq == standard.shafaq ? nil : shafaq.rawValue
        case .adjust: return pairs(DayEvent.allCases.filter { adjust[$0] != 0 }.map { ($0.rawValue, adjust[$0]) })
        case .elevation: return usesElevation ? "yes" : nil
        case .entries: return entries == standard.entries ? nil : list(DailyTime.allCases.filter(entries.contains))
        case .names: return names == standard.names ? nil : names.rawValue
        case .length: return lengthText
        case .iqama: return pairs(DailyTime.allCases.compactMap { entry in iqama[entry].map { (entry.rawValue, $0) } })
        case .busy: return isBusy ? "yes" : nil
        case .alarm: return alarm.map { String($0) }
        case .hijri: return hijri ? nil : "no"
        case .ramadan: return list(RamadanEntry.allCases.filter(ramadan.contains))
        case .jumuah: return jumuah.map { String($0) }
        case .eid: return eid ? "yes" : nil
        case .days: return days.map { String($0) }
        }
    }

    /// True if both twilights have the same rule: then one parameter says both.
    private var hasOneRule: Bool { highLatitude.fajr == highLatitude.isha }

    private var custom: PrayerMethod? { method?.name == PrayerMethod.customName ? method : nil }

    /// The text of the lengths: `20`, `fajr:30`, or both: `20,fajr:30`.
    private var lengthText: String? {
        let general = length == Self.defaultLength ? [] : [String(length)]
        let own = DailyTime.allCases.compactMap { entry in
            lengths[entry].flatMap { $0 == length ? nil : "\(entry.rawValue):\($0)" }
        }
        return general.isEmpty && own.isEmpty ? nil : (general + own).joined(separator: ",")
    }

    /// Formats degrees with no more digits than needed: `18.5`.
    private func degrees(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : "\(value)"
    }

    private func pairs(_ pairs: [(String, Int)]) -> String? {
        pairs.isEmpty ? nil : pairs.map { "\($0.0):\($0.1)" }.joined(separator: ",")
    }

    private func list<Choice: RawRepresentable<String>>(_ choices: [Choice]) -> String? {
        choices.isEmpty ? nil : choices.map(\.rawValue).joined(separator: ",")
    }
}
