import CivilTime

/// The tabular Islamic calendar: months of 30 and 29 days in turn, eleven leap years of thirty.
///
/// Source: E. Reingold, N. Dershowitz, *Calendrical Calculations*, 4th ed., chapter 7.
struct IslamicMonths: RegularCalendar {
    static let monthsPerYear = 12
    /// The first day of year 1, in days since 1970.
    let epoch: Int

    /// From Friday, 16 July 622, Julian.
    static let civil = IslamicMonths(epoch: -492_148)
    /// From the Thursday before.
    static let tabular = IslamicMonths(epoch: -492_149)

    func firstDay(year: Int, position: Int) -> Int {
        epoch + 354 * (year - 1) + floorQuotient(11 * year + 3, 30) + 29 * position + (position + 1) / 2
    }

    func month(containing day: Int) -> (year: Int, position: Int) {
        month(containing: day, guess: floorQuotient(30 * (day - epoch), 10_631) + 1)
    }
}

/// Umm al-Qura: the published table, and the civil arithmetic outside of it.
///
/// On both sides the arithmetic is shifted by its difference at the table's end, so that months keep 29 or 30
/// days and no day is left out.
struct UmmAlQuraMonths: RegularCalendar {
    static let monthsPerYear = 12

    func firstDay(year: Int, position: Int) -> Int {
        if let day = HijriCalendar.ummAlQura.firstDay(year: year, month: position + 1) { return day.daysSince1970 }
        let civil = IslamicMonths.civil.firstDay(year: year, position: position)
        return civil + (year < HijriCalendar.years.lowerBound ? Self.daysOffBefore : Self.daysOffAfter)
    }

    func month(containing day: Int) -> (year: Int, position: Int) {
        if let date = HijriCalendar.ummAlQura.date(of: LocalDate(daysSince1970: day)) {
            return (date.year, date.month - 1)
        }
        return month(containing: day, guess: IslamicMonths.civil.month(containing: day).year)
    }

    private static let daysOffBefore: Int = {
        let year = HijriCalendar.years.lowerBound
        guard let first = HijriCalendar.ummAlQura.firstDay(year: year, month: 1) else { return 0 }
        return first.daysSince1970 - IslamicMonths.civil.firstDay(year: year, position: 0)
    }()

    private static let daysOffAfter: Int = {
        let year = HijriCalendar.years.upperBound
        guard let last = HijriCalendar.ummAlQura.firstDay(year: year, month: 12),
              let length = HijriCalendar.ummAlQura.days(inYear: year, month: 12)
        else { return 0 }
        return last.daysSince1970 + length - IslamicMonths.civil.firstDay(year: year + 1, position: 0)
    }()
}
