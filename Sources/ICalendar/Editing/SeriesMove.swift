import CivilTime

/// How the times of a series are moved: by so many seconds on the wall, perhaps into another zone, or
/// between days and times.
struct SeriesMove: Sendable {
    let old: DateOrTime, new: DateOrTime
    private let oldClock: SeriesClock, newClock: SeriesClock
    let seconds: Int
    /// Where single times go, in seconds on the wall, where the rule's times do not all go as far as the start.
    var places: [Int: Int] = [:]

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

    /// Where an override of an occurrence begins afterwards.
    ///
    /// One that took place when it was due, and a change of this and what follows, move along. What was moved
    /// by itself stays on its day at its time; but where days become times or times days, so it does: at the
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

    /// What the clock that a value is written by shows; of a moment, the series' own.
    func shown(_ value: DateOrTime) -> LocalDateTime {
        guard case .utc = value else { return value.local }
        return LocalDateTime(wallSeconds: Int64(oldClock.wall(ofKey: oldClock.key(of: value))))
    }

    func moved(_ period: Period) -> Period {
        guard case .time(let end) = period.end else { return Period(start: moved(period.start), end: period.end) }
        return Period(start: moved(period.start), end: .time(moved(end)))
    }

    /// UNTIL, which is a day for days and a moment where there is a zone (RFC 5545 §3.3.10).
    func movedEnd(_ until: DateOrTime) -> DateOrTime {
        let end = oldEnd(until)
        // The last occurrence stays the last.
        let wall = places.keys.filter { $0 <= end }.max().flatMap { places[$0] } ?? end + seconds
        let local = LocalDateTime(wallSeconds: Int64(wall))
        return switch newClock.kind {
        case .days: .date(local.date)
        case .floating: .floating(local)
        case .utc, .zone: newClock.writesFloating ? .floating(local) : .utc(Instant(secondsSince1970: Int64(newClock.key(ofWall: wall))))
        }
    }

    /// A day means all of it also where the series has times.
    func oldEnd(_ until: DateOrTime) -> Int {
        guard until.isDate, !old.isDate else { return oldWall(until) }
        return (until.local.date.daysSince1970 + 1) * secondsPerDay - 1
    }

    private func wall(_ value: DateOrTime) -> Int {
        let old = oldWall(value)
        return places[old] ?? old + seconds
    }

    /// What the series' own clock shows before the move.
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
