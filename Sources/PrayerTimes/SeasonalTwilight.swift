import CivilTime

/// The Moonsighting Committee's twilight: minutes that grow with the latitude and change with the season,
/// linearly between the six knots of a year.
///
/// K. Shaukat, moonsighting.com, "Fajr and Isha"; the figures as the Adhan libraries carry them.
enum SeasonalTwilight {
    /// Returns the maximum minutes from Fajr to sunrise.
    static func dawnMinutes(latitude: Double, date: LocalDate) -> Double {
        minutes(base: 75, slopes: (28.65, 19.44, 32.74, 48.10), latitude, date)
    }

    /// Returns the maximum minutes from sunset to Isha.
    static func duskMinutes(_ shafaq: Shafaq, latitude: Double, date: LocalDate) -> Double {
        switch shafaq {
        case .general: minutes(base: 75, slopes: (25.60, 2.05, -9.21, 6.14), latitude, date)
        case .ahmer: minutes(base: 62, slopes: (17.40, -7.16, 5.12, 19.44), latitude, date)
        case .abyad: minutes(base: 75, slopes: (25.60, 7.16, 36.84, 81.84), latitude, date)
        }
    }

    /// The latitude, north or south, from which the minutes are at most a seventh of the night.
    static let seventhFromLatitude = 55.0

    private static func minutes(
        base: Double, slopes k: (Double, Double, Double, Double), _ latitude: Double, _ date: LocalDate
    ) -> Double {
        let knots = [(0.0, k.0), (91, k.1), (137, k.2), (183, k.3), (229, k.2), (275, k.1), (366, k.0)]
        let day = Double(daysSinceWinterSolstice(date, north: latitude >= 0))
        for (first, second) in zip(knots, knots.dropFirst()) where day < second.0 {
            let share = (day - first.0) / (second.0 - first.0)
            return base + (first.1 + share * (second.1 - first.1)) * abs(latitude) / 55
        }
        return base + k.0 * abs(latitude) / 55
    }

    /// Returns the days since 21 December; in the south since 21 June.
    private static func daysSinceWinterSolstice(_ date: LocalDate, north: Bool) -> Int {
        let month = north ? 12 : 6
        let isBefore = (date.month, date.day) < (month, 21)
        let solstice = LocalDate(year: isBefore ? date.year - 1 : date.year, month: month, day: 21)
        return solstice.map { date - $0 } ?? 0
    }
}
