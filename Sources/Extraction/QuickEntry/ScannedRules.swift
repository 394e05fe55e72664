import CivilTime

/// The rule of a series as one line says it.
struct SeriesRule {
    var repetition: QuickRepetition
    /// The first day, if the rule names one.
    var day: LocalDate?
    var hijri: HijriDate?
    /// True for weekdays without a word such as "every".
    var isOnce = false
    /// The token after it.
    var next: Int
}

extension Scanner {
    /// Reads a rule that the reader of messages does not know.
    func seriesRule(at index: Int, _ today: LocalDate) -> SeriesRule? {
        ordinalWeekday(at: index) ?? dayOfEveryMonth(at: index) ?? everyHijri(at: index) ?? listedWeekdays(at: index)
    }

    // MARK: Months

    /// Reads "first Monday of every month", "every last Friday", `أول اثنين من كل شهر`, `الاثنين الأول من كل شهر`.
    private func ordinalWeekday(at index: Int) -> SeriesRule? {
        let isMonthly = find(.repeats, index)?.sense.value == "months"
        let lead = find(.every, index)?.next ?? (isMonthly ? find(.repeats, index)?.next : nil)
        let start = theNext(lead ?? index, isFirst: lead == nil)
        let pair: (week: Int, weekday: Weekday, next: Int)
        if let (week, next) = week(at: start), let (weekday, end) = weekdayName(at: next) {
            pair = (week, weekday, end)
        } else if let (weekday, next) = weekdayName(at: start), token(start)?.kind == .arabic,
            let (week, end) = week(at: next)
        {
            pair = (week, weekday, end)
        } else {
            return nil
        }
        let tail = everyMonth(at: pair.next, isEverySaid: lead != nil)
        // "Every second Monday" is every other one.
        guard tail != nil || lead != nil && (isMonthly || pair.week != 2) else { return nil }
        return SeriesRule(
            repetition: .monthlyWeekday(week: pair.week, pair.weekday), next: tail?.next ?? pair.next)
    }

    private func theNext(_ index: Int, isFirst: Bool) -> Int {
        let start = isFirst || word(index) != "on" ? index : skip(.on, index)
        return find(.article, start).flatMap { $0.sense.value == "the" ? $0.next : nil } ?? start
    }

    /// Reads the number of a week in its month: 1 to 4, −1 for the last.
    private func week(at index: Int) -> (Int, Int)? {
        if let (_, next) = find(.lastOf, index) { return (-1, next) }
        guard let (value, next) = ordinal(at: index), (1...5).contains(value) else { return nil }
        return (value == 5 ? -1 : value, next)
    }

    private func everyMonth(at index: Int, isEverySaid: Bool) -> (isHijri: Bool, next: Int)? {
        if let (sense, next) = find(.repeats, index), sense.value == "months" { return (false, next) }
        let of = skip(.of, index), every = find(.every, of)
        guard every != nil || isEverySaid && of > index else { return nil }
        var start = every?.next ?? theNext(of, isFirst: true)
        let before = find(.hijriMark, start)
        start = before?.next ?? start
        guard let (sense, next) = find(.unit, start) ?? find(.period, start), ["months", "month"].contains(sense.value)
        else { return nil }
        let after = find(.hijriMark, next)
        return (before != nil || after != nil, after?.next ?? next)
    }

    /// Reads "the 15th of every month", "the last day of each month", `أول كل شهر`, `١٣ من كل شهر هجري`.
    private func dayOfEveryMonth(at index: Int) -> SeriesRule? {
        let start = theNext(skip(.on, index), isFirst: true)
        let named: (day: Int, next: Int)
        if let (_, next) = find(.lastOf, start) ?? find(.end, start) {
            named = (-1, skipDay(next))
        } else if let (number, _, next) = dayNumber(at: skip(.dayWord, start)) {
            named = (number, skipDay(next))
        } else if let (_, next) = find(.start, start) {
            named = (1, next)
        } else {
            return nil
        }
        guard let (isHijri, next) = everyMonth(at: named.next, isEverySaid: false) else { return nil }
        if isHijri {
            guard named.day > 0,
                let day = (0..<60).lazy.map({ self.today + $0 }).first(where: {
                    self.context.hijri.date(of: $0)?.day == named.day
                })
            else { return nil }
            return SeriesRule(
                repetition: .hijriMonthly, day: day, hijri: context.hijri.date(of: day), next: next)
        }
        if named.day < 0 {
            return SeriesRule(repetition: .monthEnd, day: today.startOfNextMonth - 1, next: next)
        }
        // The 31st is in one of any two months that follow each other.
        guard let day = (0..<62).lazy.map({ self.today + $0 }).first(where: { $0.day == named.day }) else { return nil }
        return SeriesRule(repetition: .monthly, day: day, next: next)
    }

    private func skipDay(_ index: Int) -> Int {
        find(.unit, index).flatMap { $0.sense.value == "days" ? $0.next : nil } ?? skip(.dayWord, index)
    }

    /// Reads "every Hijri year", `كل شهر هجري`.
    private func everyHijri(at index: Int) -> SeriesRule? {
        var unit: String, next: Int
        if let (sense, end) = find(.repeats, index) {
            (unit, next) = (sense.value, end)
            guard let mark = find(.hijriMark, next) else { return nil }
            next = mark.next
        } else {
            guard let (_, start) = find(.every, index) else { return nil }
            let before = find(.hijriMark, start)
            guard let (sense, end) = find(.unit, before?.next ?? start) else { return nil }
            (unit, next) = (sense.value, end)
            let after = find(.hijriMark, next)
            guard before != nil || after != nil else { return nil }
            next = after?.next ?? next
        }
        switch unit {
        case "months": return SeriesRule(repetition: .hijriMonthly, next: next)
        case "years": return SeriesRule(repetition: .hijriYearly, next: next)
        default: return nil
        }
    }

    // MARK: Weekdays

    /// Reads "Mon Wed Fri", "Sun/Tue" and "every Mon Wed".
    private func listedWeekdays(at index: Int) -> SeriesRule? {
        guard !follows(.every, index), !follows(.everyOther, index), !follows(.dualDay, index),
            !follows(.from, index), !follows(.between, index)
        else { return nil }
        let every = find(.every, index)
        let start = every?.next ?? (word(index) == "on" ? skip(.on, index) : index)
        guard let (days, next) = weekdayList(at: start), days.count > 1, joint(at: next) == nil || isSign("-", next),
            writtenDate(at: next, isExpected: false) == nil
        else { return nil }
        return SeriesRule(repetition: .weekly(interval: 1, days), isOnce: every == nil, next: next)
    }

    /// Reads one weekday or several in a row, with commas, slashes or "and" between them.
    func weekdayList(at index: Int) -> (days: Set<Weekday>, next: Int)? {
        guard let (first, afterFirst) = weekdayName(at: index) else { return nil }
        var days: Set = [first], next = afterFirst
        while days.count < 7 {
            var start = [",", "/", "&", "+"].contains(word(next)) ? next + 1 : next
            start = skip(.and, start)
            guard let (day, end) = weekdayName(at: start), !days.contains(day) else { break }
            days.insert(day)
            next = end
        }
        return (days, next)
    }

    private func weekdayName(at index: Int) -> (Weekday, Int)? {
        let start = skip(.dayWord, index)
        guard let (sense, next) = find(.weekday, start) ?? find(.weekdays, start) ?? find(.bareWeekday, start) else {
            return nil
        }
        return Weekday(rawValue: sense.number).map { ($0, next) }
    }

    func isWeekday(before index: Int) -> Bool {
        follows(.weekday, index) || follows(.weekdays, index) || follows(.bareWeekday, index)
    }
}
