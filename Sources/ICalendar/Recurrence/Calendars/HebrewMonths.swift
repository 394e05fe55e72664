/// The Hebrew calendar. Its year begins with Tishri, month 1; Adar I is the leap month, `5L`.
///
/// Source: E. Reingold, N. Dershowitz, *Calendrical Calculations*, 4th ed., chapter 8; the numbering of
/// months is RFC 7529 §4.2's.
struct HebrewMonths: CalendarArithmetic {
    let hasLeapMonths = true

    func monthCount(inYear year: Int) -> Int { isLeap(year) ? 13 : 12 }

    func leapMonth(inYear year: Int) -> Int? { isLeap(year) ? 5 : nil }

    func monthsBefore(year: Int) -> Int { floorQuotient(235 * year - 234, 19) }

    func month(number: Int) -> (year: Int, position: Int) {
        var year = floorQuotient(19 * number + 234, 235)
        while monthsBefore(year: year) > number { year -= 1 }
        while monthsBefore(year: year + 1) <= number { year += 1 }
        return (year, number - monthsBefore(year: year))
    }

    func month(containing day: Int) -> (year: Int, position: Int) {
        // A mean year has 35,975,351 days in 98,496 years.
        month(containing: day, guess: floorQuotient((day - Self.epoch) * 98_496, 35_975_351) + 1)
    }

    func firstDay(year: Int, position: Int) -> Int {
        let start = newYear(year)
        if position == 0 { return start }
        let length = newYear(year + 1) - start
        var days = 30                                           // Tishri
        if position > 1 { days += length % 10 == 5 ? 30 : 29 }  // Cheshvan, long in a full year
        if position > 2 { days += length % 10 == 3 ? 29 : 30 }  // Kislev, short in a lacking one
        if position > 3 { days += 29 }                          // Tevet
        if position > 4 { days += 30 }                          // Shevat
        var next = 5
        if isLeap(year) {
            if position > next { days += 30 }                   // Adar I
            next += 1
        }
        // Adar to Elul take 29 and 30 days in turn.
        let more = max(0, position - next)
        return start + days + 29 * more + more / 2
    }

    private func isLeap(_ year: Int) -> Bool { floorRemainder(7 * year + 1, 19) < 7 }

    /// Returns 1 Tishri of a year: never a Sunday, Wednesday or Friday, and delayed if a year would have an
    /// impossible length.
    private func newYear(_ year: Int) -> Int {
        let before = elapsedDays(year - 1), this = elapsedDays(year), after = elapsedDays(year + 1)
        let delay = after - this == 356 ? 2 : this - before == 382 ? 1 : 0
        return Self.epoch + this + delay
    }

    /// Returns the days from the epoch to the mean new moon of Tishri, delayed if it is late in the day or on
    /// the wrong weekday.
    private func elapsedDays(_ year: Int) -> Int {
        let months = monthsBefore(year: year)
        let parts = 12_084 + 13_753 * months
        let day = 29 * months + floorQuotient(parts, 25_920)
        return floorRemainder(3 * (day + 1), 7) < 3 ? day + 1 : day
    }

    /// 7 October 3761 BCE, Julian, in days since 1970.
    private static let epoch = -2_092_590
}
