public import CivilTime

extension RecurrenceRule {
    /// The wall-clock times at which the rule makes something begin, ascending, none twice.
    ///
    /// Like the standard's rules they know neither zone nor gap; `ZoneRules.instant(of:)` says which
    /// moments they are. The start is among them only if the rule matches it. UNTIL counts as a wall
    /// clock's time here (one in UTC as UTC's): who knows the zone asks for less with `through`.
    /// Nothing begins after the year 9999, which is the last that can be written.
    ///
    /// - Parameters:
    ///   - start: DTSTART, from which intervals and COUNT are counted.
    ///   - isDate: whether DTSTART is a DATE; the rule's times of day are then ignored, and the times
    ///     are midnights.
    ///   - lower: the first time wanted. Intervals before it are not walked through, unless COUNT has
    ///     to count what is in them.
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
    /// The last time that a limit lets through: a DATE means its whole day.
    fileprivate var lastLocal: LocalDateTime { isDate ? local + Int64(secondsPerDay - 1) : local }
}

/// The times of one rule, made one after the other and never kept.
public struct LocalTimes: Sendable {
    private var intervals: RuleIntervals
    private let isDate: Bool
    /// Whether several intervals may be of one day, which counts once.
    private let countsDays: Bool
    /// Nothing earlier is given out; COUNT counts it all the same.
    private let lower: Int
    private let upper: Int
    /// How many more COUNT allows.
    private var remaining: Int
    private var position = 0
    /// The last time there was, given out or not.
    private var last: Int
    private var hasBegun = false

    init(_ plan: RulePlan, isDate: Bool, count: Int?, notBefore lower: Int?, through upper: Int?) {
        var lower = max(plan.start, lower ?? plan.start), upper = min(upper ?? RuleIntervals.end, RuleIntervals.end)
        if isDate {
            // A rule of hours may come upon a day at any of them.
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

    /// - Returns: nil after the last one.
    /// - Throws: when the budget is used up before the next one is found; what follows is unknown then.
    public mutating func next(_ budget: inout WorkBudget) throws(RecurrenceError) -> LocalDateTime? {
        try nextWall(&budget).map { LocalDateTime(wallSeconds: Int64($0)) }
    }

    /// In seconds on the wall.
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

    /// Goes to the interval in which `lower` is, or shortly before.
    private mutating func begin(_ budget: inout WorkBudget) throws(RecurrenceError) {
        guard lower <= upper else {
            remaining = 0
            return
        }
        if remaining == .max {
            intervals.jump(notAfter: lower)
        } else if !countsDays, let size = intervals.constantCount {
            // The first interval may have begun before the start; all after it have the same count.
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

    /// Steps over what begins before the start or before `lower`, or was there already.
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

/// The last second of the day that a time is in.
private func endOfDay(_ wall: Int) -> Int { (floorQuotient(wall, secondsPerDay) + 1) * secondsPerDay - 1 }
