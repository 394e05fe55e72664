import CivilTime

/// A move of a series' times: by seconds on the wall clock, perhaps into another zone, or between days and
/// times.
struct SeriesMove: Sendable {
    let old: DateOrTime, new: DateOrTime
    private let oldClock: SeriesClock, newClock: SeriesClock
    let seconds: Int
    /// The new wall times of single times, if the rule's times do not all move as far as the start.
    var places: [Int: Int] = [:]

    init(from old: DateOrTime, _ oldClock: SeriesClock, to new: DateOrTime, _ newClock: SeriesClock) {
        (self.old, self.oldClock) = (old, oldClock)
        (self.new, self.newClock) = (new, newClock)
        seconds = Int(new.local.wallSeconds - old.local.wallSeconds)
    }

    var isNothing: Bool { old == new }

    /// The number of days by which the start moves.
    var days: Int { new.local.date - old.local.date }

    /// Returns the new value of a value that means one of the series' times.
    func moved(_ value: DateOrTime) -> DateOrTime { new.at(LocalDateTime(wallSeconds: Int64(wall(value)))) }

    /// Returns the new start of an occurrence's override.
    ///
    /// An override at its original time moves, and so does a THISANDFUTURE change. One that was moved by
    /// itself keeps its day and time. But if days become times or times become days, it does too: at the
    /// series' new time of day, or all day.
    func moved(_ start: DateOrTime, of id: DateOrTime, isThisAndFuture: Bool) -> DateOrTime {
        if isSame(start, id) || isThisAndFuture && old.at(start.local) == start {
            let distance = oldWall(start) - oldWall(id)
            return new.at(LocalDateTime(wallSeconds: Int64(wall(id) + distance)))
        }
        let isOtherKind = old.isDate != new.isDate
        var own = start
        if isThisAndFuture {
            own = start.at(start.local + Int64(isOtherKind || start.isDate ? days * secondsPerDay : seconds))
        }
        guard isOtherKind, own.isDate != new.isDate else { return own }
        let time = new.local.wallSeconds - LocalDateTime.midnight(new.local.date).wallSeconds
        return new.at(.midnight(shown(own).date) + time)
    }

    /// Returns the reading of the clock by which a value is written; for a moment, the series' own clock.
    func shown(_ value: DateOrTime) -> LocalDateTime {
        guard case .utc = value else { return value.local }
        return LocalDateTime(wallSeconds: Int64(oldClock.wall(ofKey: oldClock.key(of: value))))
    }

    func moved(_ period: Period) -> Period {
        guard case .time(let end) = period.end else { return Period(start: moved(period.start), end: period.end) }
        return Period(start: moved(period.start), end: .time(moved(end)))
    }

    /// Returns the new UNTIL: a day in a series of days, and a moment if there is a zone (RFC 5545 §3.3.10).
    func movedEnd(_ until: DateOrTime) -> DateOrTime {
        let end = oldEnd(until)
        // The last occurrence must stay the last.
        let wall = places.keys.filter { $0 <= end }.max().flatMap { places[$0] } ?? end + seconds
        let local = LocalDateTime(wallSeconds: Int64(wall))
        return switch newClock.kind {
        case .days: .date(local.date)
        case .floating: .floating(local)
        case .utc, .zone:
            newClock.writesFloating
                ? .floating(local) : .utc(Instant(secondsSince1970: Int64(newClock.key(ofWall: wall))))
        }
    }

    /// Returns UNTIL as a wall time before the move. A day means the whole day, even if the series has times.
    func oldEnd(_ until: DateOrTime) -> Int {
        guard until.isDate, !old.isDate else { return oldWall(until) }
        return (until.local.date.daysSince1970 + 1) * secondsPerDay - 1
    }

    private func wall(_ value: DateOrTime) -> Int {
        let old = oldWall(value)
        return places[old] ?? old + seconds
    }

    /// Returns the reading of the series' own clock before the move.
    func oldWall(_ value: DateOrTime) -> Int {
        switch oldClock.identity(of: value) {
        case .key(let key): oldClock.wall(ofKey: key)
        case .day(let day): day * secondsPerDay + floorRemainder(Int(old.local.wallSeconds), secondsPerDay)
        }
    }

    func isSame(_ one: DateOrTime, _ other: DateOrTime) -> Bool {
        oldClock.identity(of: one) == oldClock.identity(of: other)
    }
}
