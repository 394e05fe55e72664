import CivilTime

/// A rule with its start, prepared for expansion: sorted lists, sets as bits, and the open parts filled in
/// from the start (RFC 5545 §3.3.10).
struct RulePlan: Sendable {
    let frequency: RecurrenceRule.Frequency
    let interval: Int
    let calendar: CalendarSystem
    let skip: RecurrenceRule.Skip
    /// DTSTART in seconds on the wall clock, and its day since 1970.
    let start: Int, startDay: Int
    let startMonth: CalendarMonth
    /// 0, Monday, to 6.
    let weekStart: Int

    /// The offsets of the occurrences in a day, hour, minute or second of an interval: seconds, ascending.
    let offsets: [Int]
    let setPositions: [Int]

    let months: [RuleMonth]
    let monthDays: [Int], yearDays: [Int], weekNumbers: [Int]
    /// The weekdays without a number, one bit each; and those with a number.
    let weekdays: UInt8
    let numberedWeekdays: [(weekday: Int, ordinal: Int)]
    /// The hours, minutes and seconds that an interval shorter than a day must have, one bit each; all bits
    /// if the rule has none.
    let hourMask: UInt64, minuteMask: UInt64, secondMask: UInt64

    init(_ rule: RecurrenceRule, start: LocalDateTime, isDate: Bool) {
        frequency = rule.frequency
        interval = max(1, rule.interval)
        calendar = rule.calendar ?? .gregorian
        skip = rule.skip
        startDay = start.date.daysSince1970
        // The times of a day are ignored if the start is a day (§3.3.10, BYSECOND).
        let time = isDate ? 0 : start.hour * 3_600 + start.minute * 60 + start.second
        self.start = startDay * secondsPerDay + time
        startMonth = calendar.month(containing: startDay)
        weekStart = rule.weekStart.index
        months = rule.months
        monthDays = ascending(rule.monthDays)
        yearDays = ascending(rule.yearDays)
        weekNumbers = ascending(rule.weekNumbers)

        let mayBeNumbered = rule.frequency >= .monthly && rule.weekNumbers.isEmpty
        var weekdays: UInt8 = 0
        var numbered: [(Int, Int)] = []
        for day in rule.weekdays {
            if let ordinal = day.ordinal, mayBeNumbered {
                numbered.append((day.weekday.index, ordinal))
            } else {
                weekdays |= 1 << UInt8(day.weekday.index)
            }
        }
        self.weekdays = weekdays
        numberedWeekdays = numbered

        let hours = isDate ? [] : ascending(rule.hours)
        let minutes = isDate ? [] : ascending(rule.minutes)
        let seconds = isDate ? [] : ascending(rule.seconds.map { min($0, 59) })
        hourMask = mask(hours)
        minuteMask = mask(minutes)
        secondMask = mask(seconds)
        offsets = rule.frequency.offsets(
            hours: hours.isEmpty ? [time / 3_600] : hours,
            minutes: minutes.isEmpty ? [time / 60 % 60] : minutes,
            seconds: seconds.isEmpty ? [time % 60] : seconds)
        setPositions = ascending(rule.setPositions)
    }

    var hasWeekdays: Bool { weekdays != 0 || !numberedWeekdays.isEmpty }

    /// True if a part other than BYMONTH picks days.
    var picksDays: Bool { hasWeekdays || !monthDays.isEmpty || !yearDays.isEmpty || !weekNumbers.isEmpty }

    func allows(weekdayOf day: Int) -> Bool { weekdays & (1 << UInt8(weekdayIndex(ofDay: day))) != 0 }
}

extension RecurrenceRule.Frequency {
    /// The seconds of an interval's unit; nil if it is a day or longer.
    var unit: Int? {
        switch self {
        case .secondly: 1
        case .minutely: 60
        case .hourly: 3_600
        case .daily, .weekly, .monthly, .yearly: nil
        }
    }

    fileprivate func offsets(hours: [Int], minutes: [Int], seconds: [Int]) -> [Int] {
        switch self {
        case .secondly: return [0]
        case .minutely: return seconds
        case .hourly: return minutes.flatMap { minute in seconds.map { minute * 60 + $0 } }
        case .daily, .weekly, .monthly, .yearly:
            return hours.flatMap { hour in
                minutes.flatMap { minute in seconds.map { hour * 3_600 + minute * 60 + $0 } }
            }
        }
    }
}

/// Returns each value once, ascending.
func ascending(_ values: [Int]) -> [Int] {
    values.count < 2 ? values : Set(values).sorted()
}

private func mask(_ values: [Int]) -> UInt64 {
    values.isEmpty ? .max : values.reduce(0) { $0 | 1 << UInt64($1) }
}
