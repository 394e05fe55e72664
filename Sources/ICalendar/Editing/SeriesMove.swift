import CivilTime

/// How the times of a series are moved: by so many seconds on the wall, perhaps into another zone, or
/// between days and times.
struct SeriesMove: Sendable {
    let old: DateOrTime, new: DateOrTime
    private let oldClock: SeriesClock, newClock: SeriesClock
    let seconds: Int

    init(from old: DateOrTime, _ oldClock: SeriesClock, to new: DateOrTime, _ newClock: SeriesClock) {
        (self.old, self.oldClock) = (old, oldClock)
        (self.new, self.newClock) = (new, newClock)
        seconds = Int(new.local.wallSeconds - old.local.wallSeconds)
    }

    var isNothing: Bool { old == new }

    /// By how many days the start moves.
    var days: Int { new.local.date - old.local.date }

    /// What a value that means one of the series' times means afterwards.
    func moved(_ value: DateOrTime) -> DateOrTime { new.at(LocalDateTime(wallSeconds: Int64(wall(value)))) }

    func moved(_ period: Period) -> Period {
        guard case .time(let end) = period.end else { return Period(start: moved(period.start), end: period.end) }
        return Period(start: moved(period.start), end: .time(moved(end)))
    }

    /// UNTIL, which is a day for days and a moment where there is a zone (RFC 5545 §3.3.10).
    func movedEnd(_ until: DateOrTime) -> DateOrTime {
        let wall = wall(until), local = LocalDateTime(wallSeconds: Int64(wall))
        return switch newClock.kind {
        case .days: .date(local.date)
        case .floating: .floating(local)
        case .utc, .zone: .utc(Instant(secondsSince1970: Int64(newClock.key(ofWall: wall))))
        }
    }

    private func wall(_ value: DateOrTime) -> Int {
        switch oldClock.identity(of: value) {
        case .key(let key): oldClock.wall(ofKey: key) + seconds
        case .day(let day): day * secondsPerDay + floorRemainder(Int(old.local.wallSeconds), secondsPerDay) + seconds
        }
    }

    func isSame(_ one: DateOrTime, _ other: DateOrTime) -> Bool { oldClock.identity(of: one) == oldClock.identity(of: other) }
}

extension RecurrenceRule {
    /// The rule for a series whose start moves: the days that it names are others where they were the
    /// start's. What it names beyond that stays, since only a person knows what was meant.
    func moved(_ move: SeriesMove) -> RecurrenceRule {
        var rule = self
        rule.until = until.map(move.movedEnd)
        guard move.days != 0, calendar == nil || calendar == .gregorian else { return rule }
        let old = move.old.local.date.components, new = move.new.local.date.components
        if frequency == .weekly {
            rule.weekdays = weekdays.map { WeekdayPosition($0.weekday.later(move.days)) }
            // In every second week it matters where weeks begin.
            if interval > 1 { rule.weekStart = weekStart.later(move.days) }
            return rule
        }
        if monthDays == [old.day] { rule.monthDays = [new.day] }
        if months == [RuleMonth(old.month)] { rule.months = [RuleMonth(new.month)] }
        if let only = weekdays.first, weekdays.count == 1, let ordinal = only.ordinal, frequency == .monthly || !months.isEmpty {
            let weekday = Weekday(index: weekdayIndex(ofDay: move.new.local.date.daysSince1970))
            rule.weekdays = [WeekdayPosition(weekday, ordinal: ordinal < 0 ? ordinal : (new.day - 1) / 7 + 1)]
        }
        return rule
    }
}

extension Weekday {
    fileprivate func later(_ days: Int) -> Weekday { Weekday(index: floorRemainder(index + days, 7)) }

    /// - Parameter index: 0, Monday, to 6.
    fileprivate init(index: Int) { self = Weekday(rawValue: index + 1) ?? .monday }
}
