import CivilTime

// Overrides with RANGE=THISANDFUTURE (RFC 5545 §3.2.13): what they say of one occurrence, and where they begin.

extension SeriesEditor {
    func overrideIndex(of id: DateOrTime) throws(EditingError) -> Int? {
        let clock = try master().clock, time = clock.identity(of: id)
        return overrideIndexes().first { index in
            calendar.components[index].recurrenceID.map { clock.identity(of: $0) == time } ?? false
        }
    }

    /// The override of this occurrence alone. A change that begins with it is divided into one of this
    /// occurrence and one of what follows.
    mutating func ownOverrideIndex(of id: DateOrTime) throws(EditingError) -> Int? {
        guard let index = try overrideIndex(of: id) else { return nil }
        let change = calendar.components[index]
        guard change.isThisAndFuture, var property = change.first("RECURRENCE-ID") else { return index }
        let (_, start, clock) = try master()
        guard case .key(let key) = clock.identity(of: id) else { throw .noOccurrence }
        let next = try firstPlainStart(from: key + 1)
        property.setParameter("RANGE", nil)
        calendar.components[index].set(property)
        if let next {
            let following = change.asChange(from: start.at(LocalDateTime(wallSeconds: Int64(next.wall))), clock, zones)
            calendar.components.insert(following, at: index + 1)
        }
        return index
    }

    /// One occurrence as it is described now: by the series, or by the last change that holds for it.
    func described(_ id: DateOrTime) throws(EditingError) -> Component {
        let (component, start, clock) = try master()
        let id = try inSeriesForm(id)
        guard case .key(let key) = clock.identity(of: id), var change = try governingChange(of: key) else {
            return component.asOverride(id, later: id.local.wallSeconds - start.local.wallSeconds, zones)
        }
        change = change.asChange(from: id, clock, zones)
        return change.asOverride(id, later: 0, zones)
    }

    /// The last change that begins before a time.
    func governingChange(of key: Int) throws(EditingError) -> Component? {
        let clock = try master().clock
        var last: (key: Int, change: Component)?
        for index in overrideIndexes() where calendar.components[index].isThisAndFuture {
            guard let own = calendar.components[index].recurrenceID.map(clock.key(of:)), own < key else { continue }
            if own >= last?.key ?? .min { last = (own, calendar.components[index]) }
        }
        return last?.change
    }

    /// The first occurrence from a time on that has no override; nil where a change begins before it.
    func firstPlainStart(from key: Int) throws(EditingError) -> RecurrenceStart? {
        let clock = try master().clock
        var isChange: [SeriesTime: Bool] = [:]
        for index in overrideIndexes() {
            guard let id = calendar.components[index].recurrenceID else { continue }
            isChange[clock.identity(of: id)] = calendar.components[index].isThisAndFuture
        }
        var times = try times()
        let next = try times.first(from: key) { isChange[.key($0.key)] != false }
        return next.flatMap { isChange[.key($0.key)] == nil ? $0 : nil }
    }

    /// Makes a change that begins with the series itself what the series says, where its rule can be moved
    /// so: whoever edits the series then sees what they have seen.
    mutating func foldFirstChange() throws(EditingError) {
        let (before, start, oldClock) = try master()
        guard let index = try overrideIndex(of: start), let new = calendar.components[index].start else { return }
        // An RDATE may come before the rule's own times.
        var times = try times()
        guard let first = try times.first(from: .min), first.wall == Int(start.local.wallSeconds) else { return }
        let change = calendar.components[index]
        let move = SeriesMove(from: start, oldClock, to: new, clock(new))
        guard change.isThisAndFuture, move.isNothing || before.canMove(move) else { return }
        var after = change
        after.remove("RECURRENCE-ID")
        after.properties += before.properties.filter { Component.recurrenceNames.contains($0.name) }
        after.followMove(move, changedFrom: before)
        calendar.components.remove(at: index)
        calendar.components[try masterIndex()] = after
        for other in overrideIndexes() {
            if let id = calendar.components[other].recurrenceID { calendar.components[other].setRecurrenceID(move.moved(id)) }
        }
    }
}

extension Component {
    /// This change, holding from another occurrence on.
    func asChange(from id: DateOrTime, _ clock: SeriesClock, _ zones: ZoneResolver) -> Component {
        guard let own = recurrenceID else { return self }
        var change = self
        let seconds = id.local.wallSeconds - Int64(clock.wall(ofKey: clock.key(of: own)))
        change.moveTimes(later: seconds, zones)
        change.setRecurrenceID(id)
        return change
    }

    /// Whether the rule gives the same occurrences, moved: within their days, and by no part of its own.
    fileprivate func canMove(_ move: SeriesMove) -> Bool {
        guard move.days == 0, move.old.at(move.new.local) == move.new else { return false }
        return all("RRULE").allSatisfy { property in
            guard let rule = property.rule else { return false }
            return rule.frequency >= .daily && rule.hours.isEmpty && rule.minutes.isEmpty && rule.seconds.isEmpty
        }
    }
}
