/// Returns the day on which calendars of a country begin their weeks, by CLDR 44 (`weekData`).
///
/// - Parameter country: ISO 3166, as in SA; nil if it is not known.
/// - Returns: ISO 8601, 1 is Monday.
public func firstWeekday(of country: String?) -> Int {
    guard let country else { return 1 }
    return countriesFromSunday.contains(country) ? 7
        : countriesFromSaturday.contains(country) ? 6 : country == "MV" ? 5 : 1
}

private let countriesFromSunday = Set(
    """
    AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR \
    PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW
    """.split(separator: " ").map(String.init))

private let countriesFromSaturday = Set(
    "AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY".split(separator: " ").map(String.init))
