package import CivilTime
package import ICalendar

// From the choices of a form to RRULE, and back.

extension Repetition {
    /// Returns the rule of a series (RFC 5545 §3.3.10); nil if the event does not repeat, or `ComputedSeries` makes its
    /// times.
    ///
    /// - Parameters:
    ///   - start: DTSTART.
    ///   - clocks: the rules of the start's zone; nil for days and floating times.
    func recurrenceRule(
        from start: DateOrTime, clocks: (any ZoneRules)?, weekStart: Weekday
    ) -> RecurrenceRule? {
        guard var rule = rule.recurrenceRule(from: start.local.date, weekStart: weekStart) else { return nil }
        switch end {
        case .never: break
        case .count(let count): rule.count = count
        case .until(let day): rule.until = Self.until(day, start, clocks)
        }
        return rule
    }

    /// Returns UNTIL for a last day: of DTSTART's kind, and in UTC if DTSTART means a moment.
    static func until(_ day: LocalDate, _ start: DateOrTime, _ clocks: (any ZoneRules)?) -> DateOrTime {
        if start.isDate { return .date(day) }
        guard let last = LocalDateTime(date: day, hour: 23, minute: 59, second: 59) else { return .date(day) }
        if start.isFloating { return .floating(last) }
        return .utc((clocks ?? TimeZoneRules.utc).instant(of: last))
    }

    /// Reads the rule of a series. A rule for which the form has no choice is `custom`; every working day is a weekly
    /// rule.
    ///
    /// - Parameters:
    ///   - start: DTSTART.
    ///   - clocks: the rules of the start's zone; nil for days and floating times.
    init(_ stored: RecurrenceRule, from start: DateOrTime, clocks: (any ZoneRules)?, weekStart: Weekday) {
        var plain = stored
        (plain.count, plain.until) = (nil, nil)
        let day = start.local.date, meaning = plain.meaning(from: day)
        let choices: [Rule] = [
            .daily, .weekly(interval: stored.interval, Set(meaning.weekdays.map(\.weekday))), .monthlyByDay,
            .monthlyByWeekday, .yearly,
        ]
        rule = choices.first { choice in
            choice.recurrenceRule(from: day, weekStart: weekStart)?.meaning(from: day) == meaning
        } ?? .custom(plain)
        if let count = stored.count {
            end = .count(count)
        } else if let until = stored.until {
            end = .until(until.day(clocks))
        } else {
            end = .never
        }
    }
}

extension Repetition.Rule {
    /// True for a rule with RSCALE or SKIP (RFC 7529). The choices for Hijri days do without them.
    var hasOtherCalendar: Bool {
        if case .custom(let rule) = self { rule.hasOtherCalendar } else { false }
    }

    /// Returns the rule without an end; nil for none, and for Hijri rules.
    func recurrenceRule(from day: LocalDate, weekStart: Weekday) -> RecurrenceRule? {
        switch self {
        case .none, .hijriMonthly, .hijriYearly: return nil
        case .daily: return RecurrenceRule(.daily)
        case .weekdays(let days):
            return Repetition.Rule.weekly(interval: 1, days).recurrenceRule(from: day, weekStart: weekStart)
        case .weekly(let interval, let days):
            var rule = RecurrenceRule(.weekly)
            rule.interval = interval
            let named = days.isEmpty ? [day.weekday] : days
            rule.weekdays = named.sorted { $0.rawValue < $1.rawValue }.map { WeekdayPosition($0) }
            // The beginning of a week matters only if weeks are left out.
            if interval > 1, named.count > 1 { rule.weekStart = weekStart }
            return rule
        case .monthlyByDay:
            var rule = RecurrenceRule(.monthly)
            rule.monthDays = [day.day]
            return rule
        case .monthlyByWeekday:
            var rule = RecurrenceRule(.monthly)
            let ordinal = (day.day - 1) / 7 + 1
            // Few months have a fifth Tuesday; people mean the last one.
            rule.weekdays = [WeekdayPosition(day.weekday, ordinal: ordinal == 5 ? -1 : ordinal)]
            return rule
        case .yearly: return RecurrenceRule(.yearly)
        case .custom(var rule):
            (rule.count, rule.until) = (nil, nil)
            return rule
        }
    }
}

extension RecurrenceRule {
    /// True for a rule with RSCALE or SKIP (RFC 7529).
    package var hasOtherCalendar: Bool { calendar != nil || skip != .omit }

    /// Returns the rule with everything that it takes from the start, so that two rules of the same days are equal.
    fileprivate func meaning(from day: LocalDate) -> RecurrenceRule {
        var rule = self
        if rule.calendar == .gregorian { rule.calendar = nil }
        rule.weekdays = Array(Set(weekdays)).sorted { one, other in
            (one.weekday.rawValue, one.ordinal ?? 0) < (other.weekday.rawValue, other.ordinal ?? 0)
        }
        let isOpen = weekdays.isEmpty && monthDays.isEmpty && yearDays.isEmpty && weekNumbers.isEmpty
        if isOpen {
            switch frequency {
            case .weekly: rule.weekdays = [WeekdayPosition(day.weekday)]
            case .monthly: rule.monthDays = [day.day]
            case .yearly:
                rule.monthDays = [day.day]
                if months.isEmpty { rule.months = [RuleMonth(day.month)] }
            case .secondly, .minutely, .hourly, .daily: break
            }
        }
        if frequency != .weekly || interval == 1 || rule.weekdays.count < 2 { rule.weekStart = .monday }
        return rule
    }
}

extension DateOrTime {
    /// Returns the day on the clocks of a zone.
    package func day(_ clocks: (any ZoneRules)?) -> LocalDate {
        if case .utc(let moment) = self, let clocks { return clocks.local(moment).date }
        return local.date
    }
}
