import CivilTime

/// The Gregorian calendar, proleptic (ISO 8601).
struct GregorianMonths: RegularCalendar {
    static let monthsPerYear = 12

    func firstDay(year: Int, position: Int) -> Int {
        let before = year - 1
        let leapDays = floorQuotient(before, 4) - floorQuotient(before, 100) + floorQuotient(before, 400)
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let daysInYear = Self.daysBefore[position] + (isLeap && position > 1 ? 1 : 0)
        return 365 * before + leapDays + daysInYear - Self.daysFromYear1To1970
    }

    func month(containing day: Int) -> (year: Int, position: Int) {
        let (year, month, _) = LocalDate(daysSince1970: day).components
        return (year, month - 1)
    }

    private static let daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
    private static let daysFromYear1To1970 = 719_162
}

/// Twelve months of thirty days and five or six days more, with a leap day every fourth year.
///
/// Source: E. Reingold, N. Dershowitz, *Calendrical Calculations*, 4th ed., chapter 4.
struct AlexandrianMonths: RegularCalendar {
    static let monthsPerYear = 13
    /// The first day of year 1, in days since 1970.
    let epoch: Int

    /// The Year of Mercy: 29 August 8, Julian.
    static let ethiopic = AlexandrianMonths(epoch: -716_367)
    /// The Era of the Martyrs: 29 August 284, Julian.
    static let coptic = AlexandrianMonths(epoch: -615_558)

    func firstDay(year: Int, position: Int) -> Int {
        epoch + 365 * (year - 1) + floorQuotient(year, 4) + 30 * position
    }

    func month(containing day: Int) -> (year: Int, position: Int) {
        month(containing: day, guess: floorQuotient(4 * (day - epoch), 1_461) + 1)
    }
}
