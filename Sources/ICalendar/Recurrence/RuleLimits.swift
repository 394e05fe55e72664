// The parts of a rule that only let days through (RFC 5545 §3.3.10, "Limit").

/// Which parts still have to be asked once an interval's days are known.
struct RuleLimits: Sendable {
    private let plan: RulePlan
    private let asksMonth: Bool, asksMonthDay: Bool, asksYearDay: Bool, asksWeekNumber: Bool, asksWeekday: Bool
    /// Whether any part has to be asked.
    let any: Bool
    /// The month of the day asked last, since neighbours are asked one after the other, and whether
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
        asksMonth = !plan.months.isEmpty && !byMonth
        asksMonthDay = !plan.monthDays.isEmpty && !byMonthDay
        asksYearDay = !plan.yearDays.isEmpty && !byYearDay
        asksWeekNumber = !plan.weekNumbers.isEmpty && !byWeek
        asksWeekday = plan.hasWeekdays && !byWeekday
        any = asksMonth || asksMonthDay || asksYearDay || asksWeekNumber || asksWeekday
        month = plan.startMonth
        monthIsAllowed = false
        monthIsAllowed = isAllowed(month)
    }

    /// Whether the day gets through, and if not, the first day after it that could.
    mutating func check(_ day: Int) -> (passes: Bool, next: Int) {
        if !month.contains(day) {
            month = plan.calendar.month(containing: day)
            monthIsAllowed = isAllowed(month)
        }
        guard monthIsAllowed else { return (false, month.firstDay + month.length) }
        let passes = (!asksMonthDay || matches(plan.monthDays, day - month.firstDay, month.length))
            && (!asksYearDay || matches(plan.yearDays, day - month.yearFirstDay, month.yearLength))
            && (!asksWeekday || matchesWeekday(day))
            && (!asksWeekNumber || matchesWeek(day))
        return (passes, day + 1)
    }

    private func isAllowed(_ month: CalendarMonth) -> Bool {
        !asksMonth || plan.monthPositions(inYear: month.year).contains(month.position)
    }

    /// Whether one of the numbers, counted from 1 or from -1, means this place.
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
