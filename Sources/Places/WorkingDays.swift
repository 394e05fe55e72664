public import CivilTime

/// The days on which people of a country usually work.
///
/// Source: Unicode CLDR 46, supplemental data `weekData`, `weekendStart` and `weekendEnd`.
public enum WorkingDays {
    /// - Parameter country: ISO 3166-1; nil for an unknown one.
    public static func of(country: String?) -> Set<Weekday> {
        Set(Weekday.allCases).subtracting(country.flatMap { weekends[$0] } ?? [.saturday, .sunday])
    }

    private static let weekends: [String: Set<Weekday>] = {
        var weekends: [String: Set<Weekday>] = [
            "AF": [.thursday, .friday], "IR": [.friday], "IN": [.sunday], "UG": [.sunday],
        ]
        for country in ["BH", "DZ", "EG", "IL", "IQ", "JO", "KW", "LY", "OM", "QA", "SA", "SD", "SY", "YE"] {
            weekends[country] = [.friday, .saturday]
        }
        return weekends
    }()
}
