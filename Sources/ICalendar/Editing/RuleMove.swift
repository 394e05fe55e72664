import CivilTime

// Rules of a series whose start moves. DTSTART must be one of the rule's own times (RFC 5545 §3.8.5.3), so
// the rule's days and times move too, if their new meaning is certain.

/// A rule after its series' start has moved.
struct MovedRule {
    var rule: RecurrenceRule
    /// True if every time moves by the same distance as the start. The second Tuesday that becomes the second
    /// Wednesday is not always one day later.
    var keepsDistance = true
}

extension RecurrenceRule {
    /// Returns the rule for a series whose start moves.
    ///
    /// - Days and times that can all move as far as the start do so: weekdays, days of the month up to the
    ///   28th, hours within their day.
    /// - A single day of the month, or a single numbered weekday, becomes that of the new start.
    /// - Throws: `.unclearRule` if the new start would not match the rule, though the old one did, or if
    ///   several meanings are equally likely.
    func moved(_ move: SeriesMove) throws(EditingError) -> MovedRule {
        var mover = RuleMover(self, move)
        try mover.moveTimesOfDay()
        if move.days != 0 { try mover.moveDays() }
        mover.moved.rule.until = until.map(move.movedEnd)
        let isInStep = try generates(move.old)
        if isInStep, try !mover.moved.rule.generates(move.new) { throw .unclearRule }
        return mover.moved
    }

    /// Returns the new time for each of this rule's times when it becomes another rule: the first for the
    /// first, and so on.
    ///
    /// - Parameter last: the last wall time that is needed.
    /// - Returns: an empty dictionary if this would take too long.
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

    /// Returns true if a start is one of the times that are counted from it.
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
