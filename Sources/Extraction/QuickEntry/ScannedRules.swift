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
    func seriesRule(at index: Int) -> SeriesRule? {
        ordinalWeekday(at: index) ?? dayOfEveryMonth(at: index) ?? everyHijri(at: index) ?? everyDate(at: index)
            ?? rangedWeekdays(at: index) ?? listedWeekdays(at: index)
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

    /// Reads "every 12 March" and "every 1st".
    private func everyDate(at index: Int) -> SeriesRule? {
        guard let (_, next) = find(.every, index) else { return nil }
        if let date = writtenDate(at: next, isExpected: false), date.end == nil, !date.isVague {
            return SeriesRule(repetition: .yearly, day: date.date, hijri: date.hijri, next: date.next)
        }
        guard let (number, isOrdinal, end) = dayNumber(at: next), isOrdinal, token(next)?.kind == .number,
            token(end).map({ $0.kind == .sign || isLink(end) }) ?? true, let day = dayOfMonth(number, end)
        else { return nil }
        return SeriesRule(repetition: .monthly, day: day.date, next: end)
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

    /// Reads "every Mon-Thu", `كل يوم من الأحد إلى الخميس` and, beside an hour, "Mon-Thu".
    private func rangedWeekdays(at index: Int) -> SeriesRule? {
        let daily = find(.repeats, index).flatMap { $0.sense.value == "days" ? $0 : nil }
        let every = find(.every, index) ?? daily
        guard every != nil || !follows(.every, index), !follows(.between, index) else { return nil }
        let unit = daily == nil ? every.flatMap { find(.unit, $0.next) } : nil
        let start = skip(.from, unit.map { $0.sense.value == "days" ? $0.next : index } ?? every?.next ?? index)
        guard let (first, next) = weekdayName(at: start), let to = joint(at: next),
            let (last, end) = weekdayName(at: to), first != last, every != nil || saysHour,
            writtenDate(at: next, isExpected: false) == nil, writtenDate(at: end, isExpected: false) == nil
        else { return nil }
        let length = (last.rawValue - first.rawValue + 7) % 7
        let days = Set((0...length).compactMap { Weekday(rawValue: (first.rawValue - 1 + $0) % 7 + 1) })
        return SeriesRule(repetition: .weekly(interval: 1, days), isOnce: every == nil, next: end)
    }

    /// True if the sentence names an hour or the time of a prayer.
    private var saysHour: Bool {
        text.tokens.indices.contains { index in
            if prayer(at: index, afterDay: false) != nil { return true }
            guard let at = find(.at, index) else { return clock(at: index, isLed: false)?.isStrong ?? false }
            return clock(at: at.next, isLed: true) != nil
        }
    }

    /// Returns the days before one of every month, as those of "13, 14 and 15 of every month", and their first token.
    func listedDays(before index: Int) -> (days: [Int], first: Int)? {
        var days: [Int] = [], first = index
        while days.count < 30, let (day, start) = dayNumber(before: first) {
            days.append(day)
            first = start
        }
        return days.isEmpty ? nil : (days, first)
    }

    /// Returns the first token of "on the" before a token; the same token if there is none.
    func lead(before index: Int) -> Int {
        let noun = has(.article, index - 1) ? index - 1 : index
        return [noun - 1, noun, noun - 2].first { start in
            find(.on, start).map { $0.next == noun || $0.next == index } ?? false
        } ?? noun
    }

    private func dayNumber(before index: Int) -> (day: Int, first: Int)? {
        for end in [index, index - 1, index - 2] {
            guard end == index || isJoint(end..<index) else { continue }
            for start in stride(from: end - 1, through: max(0, end - 3), by: -1) {
                if let number = dayNumber(at: start), number.next == end { return (number.day, start) }
            }
        }
        return nil
    }

    private func isJoint(_ tokens: Range<Int>) -> Bool {
        tokens.lowerBound > 0 && tokens.allSatisfy { has(.and, $0) || isSign(",", $0) || isSign("/", $0) }
    }

    /// Returns the token after "last working day of every month".
    func endOfWorkingDay(at index: Int) -> Int? {
        let start = theNext(index, isFirst: true)
        guard let (_, next) = week(at: start), let (_, end) = find(.workingDays, next) else { return nil }
        return everyMonth(at: end, isEverySaid: true)?.next ?? end
    }

    /// Reads one weekday or several in a row, with commas, slashes or "and" between them.
    func weekdayList(at index: Int) -> (days: Set<Weekday>, next: Int)? {
        guard let (first, afterFirst) = weekdayName(at: index) else { return nil }
        var days: Set = [first], next = afterFirst
        while days.count < 7 {
            var start = [",", "/", "&", "+"].contains(word(next)) ? next + 1 : next
            start = skip(.and, start)
            guard let (day, end) = weekdayName(at: start) ?? andSunday(at: next), !days.contains(day) else { break }
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
