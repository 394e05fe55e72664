import CivilTime
import ICalendar

/// A day of a series.
struct ComputedDay: Hashable, Sendable {
    /// The day of the event; for an anchored one, the day of its prayer.
    let day: LocalDate
    /// The day on which the plain rule of the object has this occurrence.
    let nominal: LocalDate
}

extension ComputedRule {
    /// The days from one nominal day to the next, in a series of Hijri days. A month has 29 or 30 days, a year 354
    /// or 355.
    var nominalInterval: Int {
        if case .hijriMonthly = days { 30 } else { 354 }
    }

    /// Returns the days of the series in a range, in order.
    ///
    /// - Throws: `.unsuitableRule` if the rule needs too much work.
    func days(
        from lower: LocalDate, through upper: LocalDate, _ hijri: HijriCalendar
    ) throws(AnchorProblem) -> [ComputedDay] {
        guard lower <= upper else { return [] }
        switch days {
        case .once: return lower <= first && first <= upper ? [ComputedDay(day: first, nominal: first)] : []
        case .rule(let rule): return try days(of: rule, from: lower, through: upper)
        case .hijriMonthly(let date):
            return hijriDays(from: lower, through: upper) { count in
                let months = date.year * 12 + date.month - 1 + count
                return hijri.day(year: months / 12, month: months % 12 + 1, day: date.day)
            }
        case .hijriYearly(let date):
            return hijriDays(from: lower, through: upper) { count in
                hijri.day(year: date.year + count, month: date.month, day: date.day)
            }
        }
    }

    private func days(
        of rule: RecurrenceRule, from lower: LocalDate, through upper: LocalDate
    ) throws(AnchorProblem) -> [ComputedDay] {
        var rule = rule
        switch end {
        case .never: break
        case .until(let last): rule.until = .date(last)
        case .count(let count): rule.count = count
        }
        var days: [ComputedDay] = [], budget = WorkBudget.standard
        var times = rule.localTimes(
            from: .midnight(first), isDate: true, notBefore: .midnight(lower), through: .midnight(upper))
        do throws(RecurrenceError) {
            while let time = try times.next(&budget) { days.append(ComputedDay(day: time.date, nominal: time.date)) }
        } catch {
            throw .unsuitableRule
        }
        return days
    }

    private func hijriDays(
        from lower: LocalDate, through upper: LocalDate, _ day: (Int) -> LocalDate?
    ) -> [ComputedDay] {
        var days: [ComputedDay] = [], count = 0
        while let next = day(count), next <= upper {
            if case .count(let most) = end, count >= most { break }
            if case .until(let last) = end, next > last { break }
            if next >= lower { days.append(ComputedDay(day: next, nominal: nominal(count))) }
            count += 1
        }
        return days
    }

    private func nominal(_ count: Int) -> LocalDate { first + count * nominalInterval }

    /// Returns true if no day of the series comes after this one.
    func ends(by day: LocalDate, _ hijri: HijriCalendar) throws(AnchorProblem) -> Bool {
        switch end {
        case .never: return days == .once && first <= day
        case .until(let last): return last <= day
        // The longest wait of a rule is for a 29 February. A rule that waits longer has ended, too.
        case .count: return try days(from: day + 1, through: day + 3_000, hijri).isEmpty
        }
    }

    /// Returns the plain rule that gives each occurrence its nominal day; nil for a single event.
    ///
    /// It is one that every program knows. Rules with RSCALE are not: one of them stops the synchronization of an
    /// Android phone.
    func carrier(until last: DateOrTime?) -> RecurrenceRule? {
        var carrier: RecurrenceRule
        switch days {
        case .once: return nil
        case .rule(let rule): carrier = rule
        case .hijriMonthly, .hijriYearly:
            carrier = RecurrenceRule(.daily)
            carrier.interval = nominalInterval
        }
        carrier.until = last
        return carrier
    }
}
