/// The intervals of a rule, one after the other, and the times in the current one.
///
/// Intervals are numbered, so that any of them can be reached at once: years by the calendar's years, months
/// from its year 0, weeks, days, hours, minutes and seconds from 1970.
struct RuleIntervals: Sendable {
    private let plan: RulePlan
    private var limits: RuleLimits
    /// The number of the next interval.
    private var number: Int
    private let lastNumber: Int

    /// The beginnings in the current interval, ascending. The plan's offsets are added to them.
    private var bases: [Int] = []
    /// The indexes of the times that BYSETPOS keeps, ascending; nil if it keeps all.
    private var kept: [Int]?
    /// The first beginning in the current interval.
    private(set) var earliest: Int

    /// The last second of the year 9999 (RFC 5545 §3.3.4 writes four digits).
    static let end = 253_402_300_799

    /// - Parameter upper: the last time wanted; later intervals are not examined.
    init(_ plan: RulePlan, through upper: Int) {
        self.plan = plan
        limits = RuleLimits(plan)
        number = 0
        // One more, because SKIP and BYWEEKNO move days into the neighbouring interval.
        lastNumber = plan.number(containing: max(min(upper, Self.end), plan.start)) + 1
        earliest = plan.start
        number = firstNumber
    }

    // MARK: The current interval

    /// The number of times in the current interval.
    var count: Int { kept?.count ?? bases.count * plan.offsets.count }

    func time(at position: Int) -> Int {
        let index = kept?[position] ?? position
        return bases[index / plan.offsets.count] + plan.offsets[index % plan.offsets.count]
    }

    /// Returns the position of the first time that is not earlier.
    func position(notBefore wall: Int) -> Int {
        if count == 0 || time(at: 0) >= wall { return 0 }
        return (0..<count).partitionPoint { time(at: $0) < wall }
    }

    // MARK: The next interval

    /// Moves to the next interval that has a time.
    ///
    /// - Returns: false if there is none before the end of the year 9999.
    mutating func advance(_ budget: inout WorkBudget) throws(RecurrenceError) -> Bool {
        while number <= lastNumber {
            try budget.spend()
            let current = number
            number += plan.interval
            bases.removeAll(keepingCapacity: true)
            if let unit = plan.frequency.unit {
                fill(unit: unit, current)
            } else {
                fillDays(current)
                try budget.spend(bases.count / 8)
            }
            guard !bases.isEmpty else { continue }
            keepPositions()
            guard count > 0 else { continue }
            earliest = bases[0]
            return true
        }
        bases = []
        kept = nil
        return false
    }

    private mutating func fillDays(_ number: Int) {
        switch plan.frequency {
        case .yearly: bases = plan.days(inYear: number)
        case .monthly: bases = plan.days(in: plan.calendar.month(number: number))
        case .weekly: plan.addDays(inWeekFrom: plan.firstDay(ofWeek: number), to: &bases)
        default: return fillDay(number)
        }
        if limits.any { bases.removeAll { !limits.check($0).passes } }
        for index in bases.indices { bases[index] *= secondsPerDay }
    }

    private mutating func fillDay(_ day: Int) {
        if limits.any {
            let (passes, next) = limits.check(day)
            guard passes else { return skip(to: next) }
        }
        bases.append(day * secondsPerDay)
    }

    private mutating func fill(unit: Int, _ number: Int) {
        let wall = number * unit
        let day = floorQuotient(wall, secondsPerDay), second = wall - day * secondsPerDay
        if limits.any {
            let (passes, next) = limits.check(day)
            guard passes else { return skip(to: floorQuotient(next * secondsPerDay, unit)) }
        }
        guard plan.hourMask & (1 << UInt64(second / 3_600)) != 0 else {
            return skip(to: floorQuotient((wall - second % 3_600) + 3_600, unit))
        }
        guard unit == 3_600 || plan.minuteMask & (1 << UInt64(second / 60 % 60)) != 0 else {
            return skip(to: floorQuotient((wall - second % 60) + 60, unit))
        }
        guard unit > 1 || plan.secondMask & (1 << UInt64(second % 60)) != 0 else { return }
        bases.append(wall)
    }

    /// Applies BYSETPOS, which counts within the interval.
    private mutating func keepPositions() {
        guard !plan.setPositions.isEmpty else { return }
        let total = bases.count * plan.offsets.count
        kept = ordered(plan.setPositions.compactMap { position in
            let index = position > 0 ? position - 1 : total + position
            return (0..<total).contains(index) ? index : nil
        })
    }

    // MARK: Jumping

    /// Moves forward to the last interval that certainly begins no later.
    ///
    /// - Returns: the number of intervals that are skipped.
    @discardableResult
    mutating func jump(notAfter wall: Int) -> Int {
        // One less, because SKIP and BYWEEKNO move days into the neighbouring interval.
        let target = plan.number(containing: wall) - 1
        guard target > number else { return 0 }
        let skipped = (target - number) / plan.interval
        number += skipped * plan.interval
        return skipped
    }

    /// Skips the intervals before a number.
    private mutating func skip(to target: Int) {
        guard target > number else { return }
        number += (target - number + plan.interval - 1) / plan.interval * plan.interval
    }

    /// The number of times in every interval, perhaps except the first; nil if the numbers differ.
    var constantCount: Int? {
        guard let bases = plan.constantDays else { return nil }
        let total = bases * plan.offsets.count
        if plan.setPositions.isEmpty { return total }
        return Set(plan.setPositions.compactMap { position in
            let index = position > 0 ? position - 1 : total + position
            return (0..<total).contains(index) ? index : nil
        }).count
    }

    // MARK: The first interval

    /// The interval of the start, or the one before, from which SKIP can move a day to the start.
    private var firstNumber: Int {
        let number = plan.number(containing: plan.start)
        guard plan.frequency == .yearly, !plan.weekNumbers.isEmpty else {
            let mayMoveDays = plan.skip == .forward && plan.frequency >= .monthly && constantCount == nil
            return mayMoveDays && plan.interval == 1 ? number - 1 : number
        }
        // The year of the start's week may be the one before or after. A rule that matches its start means
        // the weeks of that year. A start that does not match (which the standard leaves open) counts from
        // its own year.
        let year = plan.weekYear(ofDay: plan.startDay)
        if plan.interval == 1 { return min(year, number) }
        var limits = limits
        let matches = plan.days(inYear: year).contains { $0 >= plan.startDay && limits.check($0).passes }
        return matches ? year : number
    }
}

extension RulePlan {
    /// Returns the interval of a wall time.
    func number(containing wall: Int) -> Int {
        if let unit = frequency.unit { return floorQuotient(wall, unit) }
        let day = floorQuotient(wall, secondsPerDay)
        switch frequency {
        case .yearly: return calendar.month(containing: day).year
        case .monthly:
            let month = calendar.month(containing: day)
            return calendar.number(ofMonthAt: month.position, inYear: month.year)
        case .weekly: return floorQuotient(day + 3 - weekStart, 7)
        default: return day
        }
    }

    func firstDay(ofWeek number: Int) -> Int { number * 7 - 3 + weekStart }

    /// The number of days in every interval (1 for those shorter than a day); nil if it is unknown or
    /// differs.
    var constantDays: Int? {
        switch frequency {
        case .secondly, .minutely, .hourly:
            let isLimited = hourMask != .max || frequency != .hourly && minuteMask != .max
                || frequency == .secondly && secondMask != .max
            return isLimited || picksDays || !months.isEmpty ? nil : 1
        case .daily:
            return picksDays || !months.isEmpty ? nil : 1
        case .weekly:
            guard months.isEmpty, monthDays.isEmpty, yearDays.isEmpty, weekNumbers.isEmpty else { return nil }
            return weekdays == 0 ? 1 : weekdays.nonzeroBitCount
        case .monthly, .yearly:
            return constantMonthDays
        }
    }

    /// The number of days that the rule has in every month or year; nil if it differs. The shortest month has
    /// 28 days, or 29 in the lunar calendars.
    private var constantMonthDays: Int? {
        guard !hasWeekdays, yearDays.isEmpty, weekNumbers.isEmpty, frequency == .yearly || months.isEmpty
        else { return nil }
        // These calendars never have such a month, or SKIP moves it to another that is named as well.
        guard months.allSatisfy({ !$0.isLeap && $0.number <= 12 }) else { return nil }
        let shortest: Int
        switch calendar {
        case .gregorian, .buddhist, .minguo: shortest = 28
        case .islamicCivil, .islamicTabular, .ummAlQura: shortest = 29
        case .hebrew, .ethiopic, .coptic, .chinese, .dangi: return nil
        }
        let days = monthDays.isEmpty ? [startMonthDay] : monthDays
        guard days.allSatisfy({ abs($0) <= shortest }) else { return nil }
        // 28 and -1 are the same day in some months.
        if let first = days.first, let last = days.last, first < 0, last > 0 { return nil }
        return days.count * (frequency == .yearly ? max(1, Set(months).count) : 1)
    }
}
