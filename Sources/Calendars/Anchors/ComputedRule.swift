package import CivilTime
package import ICalendar

/// The rule of a series whose times are computed.
package struct ComputedRule: Sendable, Hashable {
    /// The days of a series.
    package enum Days: Sendable, Hashable {
        /// One day only.
        case once
        /// The days of a rule of the Gregorian calendar, which has no COUNT, no UNTIL and no times of day.
        case rule(RecurrenceRule)
        /// The same day of each Hijri month, from this date on; the last day of a month that is too short.
        case hijriMonthly(HijriDate)
        /// The same day of each Hijri year, from this date on.
        case hijriYearly(HijriDate)
    }

    /// The prayer that the times follow; nil if only the days are computed.
    package var anchor: PrayerAnchor?
    /// The first day, as it was when the series was made.
    package var first: LocalDate
    package var days: Days
    package var end: Repetition.End

    package init(anchor: PrayerAnchor?, first: LocalDate, days: Days, end: Repetition.End = .never) {
        self.anchor = anchor
        self.first = first
        self.days = days
        self.end = end
    }

    /// True if the days are counted in the Hijri calendar.
    var isHijri: Bool {
        switch days {
        case .hijriMonthly, .hijriYearly: true
        case .once, .rule: false
        }
    }

    /// The coming days whose times are written: more for a yearly series, since few of them have an event.
    var coverage: Int {
        if case .hijriYearly = days, anchor == nil { return coveredDaysOfYears }
        return coveredDays
    }
}

extension ComputedRule {
    /// Makes the rule of an event as a form describes it.
    ///
    /// - Throws: `.unsuitableRule`.
    init(_ time: EventTime, _ repetition: Repetition, _ hijri: HijriCalendar) throws(AnchorProblem) {
        let first = time.day
        var anchor: PrayerAnchor?
        if case .anchored(let prayer, _, _) = time { anchor = prayer }
        self.init(anchor: anchor, first: first, days: .once, end: repetition.end)
        switch repetition.rule {
        case .none: end = .never
        case .hijriMonthly, .hijriYearly:
            guard let date = hijri.date(of: first) else { throw .unsuitableRule }
            days = repetition.rule == .hijriMonthly ? .hijriMonthly(date) : .hijriYearly(date)
        default: days = .rule(try repetition.rule.dayRule(first))
        }
    }

    /// The repetition that a form shows.
    var repetition: Repetition {
        switch days {
        case .once: .none
        case .hijriMonthly: Repetition(.hijriMonthly, end)
        case .hijriYearly: Repetition(.hijriYearly, end)
        case .rule(let rule): Repetition(Repetition.Rule(rule, first: first), end)
        }
    }
}

extension Repetition.Rule {
    /// Returns the rule of a series' days, in which everything is written that DTSTART would give.
    ///
    /// - Throws: `.unsuitableRule`.
    fileprivate func dayRule(_ first: LocalDate) throws(AnchorProblem) -> RecurrenceRule {
        let (_, month, day) = first.components
        var rule: RecurrenceRule
        switch self {
        case .none, .hijriMonthly, .hijriYearly: throw .unsuitableRule
        case .daily: rule = RecurrenceRule(.daily)
        case .weekdays(let days):
            rule = RecurrenceRule(.weekly)
            rule.weekdays = positions(days, or: first)
        case .weekly(let interval, let days):
            rule = RecurrenceRule(.weekly)
            rule.interval = max(1, interval)
            rule.weekdays = positions(days, or: first)
        case .monthlyByDay:
            rule = RecurrenceRule(.monthly)
            rule.monthDays = [day]
        case .monthlyByWeekday:
            rule = RecurrenceRule(.monthly)
            rule.weekdays = [ordinalWeekday(first)]
        case .yearly:
            rule = RecurrenceRule(.yearly)
            rule.months = [RuleMonth(month)]
            rule.monthDays = [day]
        case .custom(let custom):
            guard custom.frequency >= .daily, custom.calendar ?? .gregorian == .gregorian, custom.skip == .omit
            else { throw .unsuitableRule }
            rule = custom
            rule.calendar = nil
            (rule.count, rule.until, rule.hours, rule.minutes, rule.seconds) = (nil, nil, [], [], [])
        }
        return rule
    }

    /// Makes the choice of the form for a rule of days.
    fileprivate init(_ rule: RecurrenceRule, first: LocalDate) {
        let (_, month, day) = first.components
        var plain = RecurrenceRule(rule.frequency)
        plain.weekStart = rule.weekStart
        if rule == plain, rule.frequency == .daily {
            self = .daily
            return
        }
        plain.interval = rule.interval
        plain.weekdays = rule.weekdays
        if rule == plain, rule.frequency == .weekly, rule.weekdays.allSatisfy({ $0.ordinal == nil }) {
            self = .weekly(interval: rule.interval, Set(rule.weekdays.map(\.weekday)))
            return
        }
        plain.interval = 1
        if rule == plain, rule.frequency == .monthly, rule.weekdays == [ordinalWeekday(first)] {
            self = .monthlyByWeekday
            return
        }
        plain.monthDays = [day]
        if rule == plain, rule.frequency == .monthly, rule.weekdays.isEmpty {
            self = .monthlyByDay
            return
        }
        plain.months = [RuleMonth(month)]
        self = rule == plain && rule.frequency == .yearly && rule.weekdays.isEmpty ? .yearly : .custom(rule)
    }
}

private func positions(_ days: Set<Weekday>, or first: LocalDate) -> [WeekdayPosition] {
    let days = days.isEmpty ? [first.weekday] : days
    return days.sorted { $0.rawValue < $1.rawValue }.map { WeekdayPosition($0) }
}

/// Returns the weekday of a day with its number in the month; the fifth is the last.
private func ordinalWeekday(_ day: LocalDate) -> WeekdayPosition {
    let ordinal = (day.day - 1) / 7 + 1
    return WeekdayPosition(day.weekday, ordinal: ordinal == 5 ? -1 : ordinal)
}
