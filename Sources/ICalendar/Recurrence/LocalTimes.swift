public import CivilTime

extension RecurrenceRule {
    /// Returns the wall-clock times of the rule's starts, ascending, each once.
    ///
    /// They know neither zone nor gap, as in the standard; `ZoneRules.instant(of:)` gives their moments. The
    /// start is among them only if the rule matches it. UNTIL is compared as a wall-clock time (one in UTC by
    /// UTC's clock); a caller who knows the zone limits them with `through`. There are none after the year
    /// 9999, the last that can be written.
    ///
    /// - Parameters:
    ///   - start: DTSTART, from which intervals and COUNT are counted.
    ///   - isDate: true if DTSTART is a DATE. The rule's times of day are ignored then, and the times are
    ///     midnights.
    ///   - lower: the first time wanted. Intervals before it are skipped, unless COUNT requires counting
    ///     them.
    ///   - upper: the last time wanted.
    public func localTimes(
        from start: LocalDateTime, isDate: Bool = false,
        notBefore lower: LocalDateTime? = nil, through upper: LocalDateTime? = nil
    ) -> LocalTimes {
        let ends = [upper, until.map { isDate ? .midnight($0.local.date) : $0.lastLocal }].compactMap { $0 }
        return LocalTimes(
            RulePlan(self, start: start, isDate: isDate), isDate: isDate, count: count,
            notBefore: lower.map { Int($0.wallSeconds) }, through: ends.min().map { Int($0.wallSeconds) })
    }
}

extension DateOrTime {
    /// The last time that a limit allows; a DATE allows its whole day.
    fileprivate var lastLocal: LocalDateTime { isDate ? local + Int64(secondsPerDay - 1) : local }
}

/// The times of one rule, computed one at a time and not stored.
public struct LocalTimes: Sendable {
    private var intervals: RuleIntervals
    private let isDate: Bool
    /// True if several intervals may be of one day, which counts once.
    private let countsDays: Bool
    /// The first time to return; earlier ones are counted by COUNT only.
    private let lower: Int
    private let upper: Int
    /// The number of times that COUNT still allows.
    private var remaining: Int
    private var position = 0
    /// The last time, returned or skipped.
    private var last: Int
    private var hasBegun = false

    init(_ plan: RulePlan, isDate: Bool, count: Int?, notBefore lower: Int?, through upper: Int?) {
        var lower = max(plan.start, lower ?? plan.start), upper = min(upper ?? RuleIntervals.end, RuleIntervals.end)
        if isDate {
            // A rule of hours may reach a day at any hour.
            lower = -floorQuotient(-lower, secondsPerDay) * secondsPerDay
            upper = endOfDay(upper)
        }
        intervals = RuleIntervals(plan, through: upper)
        self.isDate = isDate
        countsDays = isDate && plan.frequency < .daily
        self.lower = lower
        self.upper = upper
        remaining = count ?? .max
        last = plan.start - 1
    }

    /// Returns the next time.
    ///
    /// - Returns: nil after the last one.
    /// - Throws: `.outOfBudget` if the budget ends before the next one is found; the rest is unknown then.
    public mutating func next(_ budget: inout WorkBudget) throws(RecurrenceError) -> LocalDateTime? {
        try nextWall(&budget).map { LocalDateTime(wallSeconds: Int64($0)) }
    }

    /// Returns the next time in seconds on the wall clock.
    mutating func nextWall(_ budget: inout WorkBudget) throws(RecurrenceError) -> Int? {
        if !hasBegun {
            hasBegun = true
            try begin(&budget)
        }
        while remaining > 0 {
            try budget.spend()
            guard position < intervals.count else {
                guard intervals.earliest <= upper, try intervals.advance(&budget) else { break }
                enter()
                continue
            }
            let wall = intervals.time(at: position)
            position += 1
            guard wall <= upper else { break }
            last = isDate ? endOfDay(wall) : wall
            if remaining != .max { remaining -= 1 }
            return isDate ? floorQuotient(wall, secondsPerDay) * secondsPerDay : wall
        }
        remaining = 0
        return nil
    }

    /// Moves to the interval of `lower`, or to one shortly before.
    private mutating func begin(_ budget: inout WorkBudget) throws(RecurrenceError) {
        guard lower <= upper else {
            remaining = 0
            return
        }
        if remaining == .max {
            intervals.jump(notAfter: lower)
        } else if !countsDays, let size = intervals.constantCount {
            // The first interval may begin before the start; all later ones have the same count.
            guard try intervals.advance(&budget) else { return }
            enter()
            let skipped = intervals.jump(notAfter: lower)
            let (gone, isMore) = skipped.multipliedReportingOverflow(by: size)
            if skipped > 0 {
                let first = intervals.count - position
                remaining = isMore || first + gone >= remaining ? 0 : remaining - first - gone
                position = intervals.count
            }
        }
    }

    /// Skips the times before the start, before `lower`, and those that were already returned.
    private mutating func enter() {
        let first = intervals.position(notBefore: last + 1)
        position = intervals.position(notBefore: max(lower, last + 1))
        if remaining != .max { remaining = max(0, remaining - (position - first)) }
        if position > first {
            let passed = intervals.time(at: position - 1)
            last = max(last, isDate ? endOfDay(passed) : passed)
        }
    }
}

/// Returns the last second of a time's day.
private func endOfDay(_ wall: Int) -> Int { (floorQuotient(wall, secondsPerDay) + 1) * secondsPerDay - 1 }
