import CivilTime

// What becomes of a rule when its series' start moves. DTSTART has to be one of the rule's own times (RFC 5545
// §3.8.5.3), so what the rule names goes along: as a person means it, or not at all.

/// A rule as it is after its series' start has moved.
struct MovedRule {
    var rule: RecurrenceRule
    /// Whether each of its times is one of before, moved just as the start was; the second Tuesday that
    /// becomes the second Wednesday is not always the day after.
    var keepsDistance = true
}

extension RecurrenceRule {
    /// The rule for a series whose start moves.
    ///
    /// - Days and times that all can go as far as the start does go so: weekdays, days of the month up to the
    ///   28th, hours within their day.
    /// - One day of the month, or one weekday by its number, becomes the one that the new start is.
    /// - Throws: `.unclearRule` where the new start would not be one of the rule's times, though the old one
    ///   was, or several meanings are as likely.
    func moved(_ move: SeriesMove) throws(EditingError) -> MovedRule {
        var mover = RuleMover(self, move)
        try mover.moveTimesOfDay()
        if move.days != 0 { try mover.moveDays() }
        mover.moved.rule.until = until.map(move.movedEnd)
        let isInStep = try generates(move.old)
        if isInStep, try !mover.moved.rule.generates(move.new) { throw .unclearRule }
        return mover.moved
    }

    /// Where this rule's times go when it becomes another: the first to the first, and so on.
    ///
    /// - Parameter last: nothing later, on the wall, has to be known.
    /// - Returns: nothing where that would take too long.
    func places(_ other: RecurrenceRule, _ move: SeriesMove, through last: Int) -> [Int: Int] {
        var rules = (self, other), places: [Int: Int] = [:], budget = WorkBudget.standard
        (rules.0.count, rules.0.until, rules.1.count, rules.1.until) = (nil, nil, nil, nil)
        var old = rules.0.localTimes(
            from: move.old.local, isDate: move.old.isDate, through: LocalDateTime(wallSeconds: Int64(last)))
        var new = rules.1.localTimes(from: move.new.local, isDate: move.new.isDate)
        do throws(RecurrenceError) {
            while let from = try old.nextWall(&budget), let to = try new.nextWall(&budget) { places[from] = to }
            return places
        } catch {
            return [:]
        }
    }

    /// Whether a start is one of the times that are counted from it.
    func generates(_ start: DateOrTime) throws(EditingError) -> Bool {
        var rule = self
        rule.count = nil
        rule.until = nil
        var times = rule.localTimes(from: start.local, isDate: start.isDate, through: start.local)
        var budget = WorkBudget.standard
        do throws(RecurrenceError) {
            return try times.next(&budget) != nil
        } catch {
            throw .tooLong
        }
    }
}
