// The parts of a rule that only exclude days (RFC 5545 §3.3.10, "Limit").

/// The parts that must be checked for each day of an interval.
struct RuleLimits: Sendable {
    private let plan: RulePlan
    private let checksMonth: Bool, checksMonthDay: Bool, checksYearDay: Bool, checksWeekNumber: Bool, checksWeekday: Bool
    /// True if any part must be checked.
    let any: Bool
    /// The month of the last day, since neighbouring days are checked one after the other, and true if
    /// BYMONTH allows it.
    private var month: CalendarMonth
    private var monthIsAllowed: Bool

    init(_ plan: RulePlan) {
        self.plan = plan
        let isYearly = plan.frequency == .yearly, isMonthly = plan.frequency == .monthly
        let byWeek = isYearly && !plan.weekNumbers.isEmpty
        let byYearDay = isYearly && !byWeek && !plan.yearDays.isEmpty
        let byMonthDay = (isYearly && !byWeek && !byYearDay || isMonthly) && !plan.monthDays.isEmpty
        let byWeekday = (isYearly || isMonthly) && !byWeek && !byYearDay && !byMonthDay
            || plan.frequency == .weekly || byWeek
        let byMonth = isMonthly || isYearly && !byWeek && !byYearDay
        checksMonth = !plan.months.isEmpty && !byMonth
        checksMonthDay = !plan.monthDays.isEmpty && !byMonthDay
        checksYearDay = !plan.yearDays.isEmpty && !byYearDay
        checksWeekNumber = !plan.weekNumbers.isEmpty && !byWeek
        checksWeekday = plan.hasWeekdays && !byWeekday
        any = checksMonth || checksMonthDay || checksYearDay || checksWeekNumber || checksWeekday
        month = plan.startMonth
        monthIsAllowed = false
        monthIsAllowed = isAllowed(month)
    }

    /// Returns true if the day is allowed, and if not, the first later day that could be.
    mutating func check(_ day: Int) -> (passes: Bool, next: Int) {
        if !month.contains(day) {
            month = plan.calendar.month(containing: day)
            monthIsAllowed = isAllowed(month)
        }
        guard monthIsAllowed else { return (false, month.firstDay + month.length) }
        let passes = (!checksMonthDay || matches(plan.monthDays, day - month.firstDay, month.length))
            && (!checksYearDay || matches(plan.yearDays, day - month.yearFirstDay, month.yearLength))
            && (!checksWeekday || matchesWeekday(day))
            && (!checksWeekNumber || matchesWeek(day))
        return (passes, day + 1)
    }

    private func isAllowed(_ month: CalendarMonth) -> Bool {
        !checksMonth || plan.monthPositions(inYear: month.year).contains(month.position)
    }

    /// Returns true if one of the numbers, counted from 1 or from -1, means this position.
    private func matches(_ numbers: [Int], _ index: Int, _ count: Int) -> Bool {
        numbers.contains(index + 1) || numbers.contains(index - count)
    }

    private func matchesWeekday(_ day: Int) -> Bool {
        if plan.allows(weekdayOf: day) { return true }
        let inMonth = plan.frequency == .monthly || !plan.months.isEmpty
        let first = inMonth ? month.firstDay : month.yearFirstDay
        let count = inMonth ? month.length : month.yearLength
        return plan.numberedWeekdays.contains { weekday, ordinal in
            plan.nth(ordinal, weekday, first: first, count: count) == day
        }
    }

    private func matchesWeek(_ day: Int) -> Bool {
        let year = plan.weekYear(ofDay: day)
        let first = plan.firstWeek(ofYear: year)
        return matches(plan.weekNumbers, (day - first) / 7, (plan.firstWeek(ofYear: year + 1) - first) / 7)
    }
}
