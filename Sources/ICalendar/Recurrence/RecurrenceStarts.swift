import CivilTime

/// A start of an occurrence of a series.
struct RecurrenceStart: Hashable, Sendable {
    /// The key by which times of the series are compared; see `SeriesClock`.
    let key: Int
    /// The reading of the series' wall clock, in seconds.
    let wall: Int
    /// The RDATE of this start, which may have its own end; nil if a rule or DTSTART gives the start.
    let extra: ExtraTime?
}

extension RecurrenceSet {
    /// True if every rule ends before DTSTART. Programs write this when a whole series was deleted, and UNTIL
    /// limits the first occurrence too.
    fileprivate var endsBeforeStart: Bool {
        !rules.isEmpty && extraTimes.isEmpty && rules.allSatisfy { rule in
            guard let until = rule.until else { return false }
            if until.isDate || start.isDate { return until.local.date < start.local.date }
            guard case .key(let end) = clock.identity(of: until) else { return false }
            return end < clock.key(ofWall: Int(start.local.wallSeconds))
        }
    }
}

/// The starts of a recurrence set, ascending, each once, computed one at a time.
struct RecurrenceStarts: Sendable {
    private let set: RecurrenceSet
    private var streams: [RuleStream]
    private var exclusions: [RuleStream]
    private var extras: ArraySlice<ExtraTime>
    /// DTSTART, which is the first start even if no rule matches it (§3.8.5.3).
    private var first: Int?
    private var last = Int.min

    /// - Parameters:
    ///   - lower: the first key wanted.
    ///   - upper: the last key wanted.
    init(_ set: RecurrenceSet, from lower: Int, through upper: Int) {
        self.set = set
        let clock = set.clock
        streams = set.rules.map { RuleStream($0, set, from: lower, through: upper) }
        exclusions = set.exclusionRules.map { RuleStream($0, set, from: lower, through: upper) }
        let start = clock.key(ofWall: Int(set.start.local.wallSeconds))
        first = start >= lower && start <= upper && !set.endsBeforeStart ? start : nil
        let begin = set.extraTimes.partitionPoint { $0.key < lower }
        let end = set.extraTimes.partitionPoint { $0.key <= upper }
        extras = set.extraTimes[begin..<max(begin, end)]
    }

    mutating func next(_ budget: inout WorkBudget) throws(RecurrenceError) -> RecurrenceStart? {
        while let start = try merged(&budget) {
            guard start.key > last else { continue }
            last = start.key
            if try isExcluded(start, &budget) { continue }
            return start
        }
        return nil
    }

    /// Returns the earliest remaining start of the rules, RDATE and DTSTART. An RDATE comes before a rule's
    /// equal start, because it may have an end.
    private mutating func merged(_ budget: inout WorkBudget) throws(RecurrenceError) -> RecurrenceStart? {
        try budget.spend(streams.count)
        // DTSTART is known at once; the first start of a rule may be far away.
        if let key = first {
            if let extra = extras.first, extra.key <= key { return take(extra) }
            first = nil
            return RecurrenceStart(key: key, wall: Int(set.start.local.wallSeconds), extra: nil)
        }
        var best: (index: Int, key: Int)?
        for index in streams.indices {
            guard let head = try streams[index].head(&budget) else { continue }
            if head.key < best?.key ?? .max { best = (index, head.key) }
        }
        if let extra = extras.first, extra.key <= best?.key ?? .max { return take(extra) }
        guard let best, let head = try streams[best.index].head(&budget) else { return nil }
        streams[best.index].drop()
        return RecurrenceStart(key: head.key, wall: head.wall, extra: nil)
    }

    private mutating func take(_ extra: ExtraTime) -> RecurrenceStart {
        extras.removeFirst()
        return RecurrenceStart(key: extra.key, wall: set.clock.wall(ofKey: extra.key), extra: extra)
    }

    private mutating func isExcluded(
        _ start: RecurrenceStart, _ budget: inout WorkBudget
    ) throws(RecurrenceError) -> Bool {
        if !set.excluded.isEmpty {
            if set.excluded.contains(.key(start.key)) { return true }
            if set.excluded.contains(.day(floorQuotient(start.wall, secondsPerDay))) { return true }
        }
        for index in exclusions.indices {
            while let head = try exclusions[index].head(&budget), head.key < start.key { exclusions[index].drop() }
            if let head = try exclusions[index].head(&budget), head.key == start.key { return true }
        }
        return false
    }
}

/// The times of one rule by their keys, ascending even where clocks go forward.
private struct RuleStream: Sendable {
    private let clock: SeriesClock
    /// UNTIL as a moment; a limit on the wall clock is not exact enough.
    private let lastKey: Int
    private let firstKey: Int
    private var times: LocalTimes
    /// True for a rule with several times a day. A time in a gap may move behind later ones.
    private let mayChangeOrder: Bool
    private var waiting: [(key: Int, wall: Int)] = []
    private var ended = false

    init(_ rule: RecurrenceRule, _ set: RecurrenceSet, from lower: Int, through upper: Int) {
        var rule = rule
        clock = set.clock
        // DTSTART is the first start (§3.8.5.3), even if it is in a gap and later wall times are earlier
        // moments.
        firstKey = max(lower, set.clock.key(ofWall: Int(set.start.local.wallSeconds)))
        var lastKey = upper
        if case .zone = set.clock.kind, case .utc(let until) = rule.until {
            lastKey = min(upper, Int(until.secondsSince1970))
            rule.until = nil
        }
        self.lastKey = lastKey
        let local = set.start.local
        let range = clock.walls(from: lower, through: lastKey)
        times = rule.localTimes(
            from: local, isDate: set.start.isDate,
            notBefore: LocalDateTime(wallSeconds: Int64(range.lower)),
            through: LocalDateTime(wallSeconds: Int64(range.upper)))
        if case .zone = set.clock.kind {
            mayChangeOrder = rule.frequency < .daily || rule.hours.count + rule.minutes.count + rule.seconds.count > 0
        } else {
            mayChangeOrder = false
        }
    }

    /// Returns the earliest remaining time, which stays until it is dropped.
    mutating func head(_ budget: inout WorkBudget) throws(RecurrenceError) -> (key: Int, wall: Int)? {
        while !ended, waiting.isEmpty || mayChangeOrder && isEarly(waiting[0]) {
            guard let wall = try times.nextWall(&budget) else {
                ended = true
                break
            }
            let key = clock.key(ofWall: wall)
            if key < firstKey || key > lastKey { continue }
            waiting.insert((key, wall), at: waiting.partitionPoint { $0.key <= key })
        }
        return waiting.first
    }

    mutating func drop() { waiting.removeFirst() }

    /// Returns true if a later wall time may still come before this one. That is so for a time in a gap until
    /// the wall times up to its new place are read.
    private func isEarly(_ time: (key: Int, wall: Int)) -> Bool {
        let shown = clock.wall(ofKey: time.key)
        guard shown > time.wall, let newest = waiting.max(by: { $0.wall < $1.wall }) else { return false }
        return newest.wall < shown
    }
}

extension SeriesClock {
    /// Returns the range of wall times for a range of keys.
    ///
    /// Around a change of the clocks, a time is shown or read with the offset before the change as well:
    /// times in a gap, and times that are shown twice.
    fileprivate func walls(from lower: Int, through upper: Int) -> (lower: Int, upper: Int) {
        let lower = min(max(lower, -100_000_000_000), RuleIntervals.end + 2 * secondsPerDay)
        let upper = min(max(upper, -100_000_000_000), RuleIntervals.end + 2 * secondsPerDay)
        return (
            min(wall(ofKey: lower), wall(ofKey: lower - secondsPerDay) + secondsPerDay),
            max(wall(ofKey: upper), wall(ofKey: upper - secondsPerDay) + secondsPerDay))
    }
}
