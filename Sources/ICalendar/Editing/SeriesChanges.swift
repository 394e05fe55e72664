import CivilTime

// THISANDFUTURE changes (RFC 5545 §3.2.13): the override of one occurrence, and the occurrence where a change
// begins.

extension SeriesEditor {
    func overrideIndex(of id: DateOrTime) throws(EditingError) -> Int? {
        let clock = try master().clock, time = clock.identity(of: id)
        return overrideIndexes().first { index in
            calendar.components[index].recurrenceID.map { clock.identity(of: $0) == time } ?? false
        }
    }

    /// Returns the override of this occurrence alone. A change that begins with it is first divided in two:
    /// this occurrence, and all later ones.
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

    /// Returns one occurrence as it is described now: by the series, or by the last change that holds for it.
    func described(_ id: DateOrTime) throws(EditingError) -> Component {
        let (component, start, clock) = try master()
        let id = try inSeriesForm(id)
        guard case .key(let key) = clock.identity(of: id), var change = try governingChange(of: key) else {
            return component.asOverride(id, later: id.local.wallSeconds - start.local.wallSeconds, zones)
        }
        change = change.asChange(from: id, clock, zones)
        return change.asOverride(id, later: 0, zones)
    }

    /// Returns the last change that begins before a time.
    func governingChange(of key: Int) throws(EditingError) -> Component? {
        let clock = try master().clock
        var last: (key: Int, change: Component)?
        for index in overrideIndexes() where calendar.components[index].isThisAndFuture {
            guard let own = calendar.components[index].recurrenceID.map(clock.key(of:)), own < key else { continue }
            if own >= last?.key ?? .min { last = (own, calendar.components[index]) }
        }
        return last?.change
    }

    /// Returns the first occurrence from a time on that has no override; nil if a change begins before it.
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

    /// Returns the change that holds for all of the series except single overrides.
    func leadingChangeIndex() throws(EditingError) -> Int? {
        let clock = try master().clock
        var indexes: [SeriesTime: Int] = [:]
        for index in overrideIndexes() {
            if let id = calendar.components[index].recurrenceID { indexes[clock.identity(of: id)] = index }
        }
        var times = try times()
        let first = try times.first(from: .min) { start in
            indexes[.key(start.key)].map { calendar.components[$0].isThisAndFuture } ?? true
        }
        return first.flatMap { indexes[.key($0.key)] }
    }

    /// Replaces the series by the change that holds for all of it, if its rule can move so. A person who
    /// edits the series then edits what they have seen.
    ///
    /// - Returns: the move of the series' times; nil if nothing was done.
    mutating func foldFirstChange() throws(EditingError) -> SeriesMove? {
        let (before, start, oldClock) = try master()
        guard let index = try leadingChangeIndex() else { return nil }
        let change = calendar.components[index].asChange(from: start, oldClock, zones)
        // An RDATE may be before the rule's own times.
        var times = try times()
        guard let new = change.start, start.at(new.local) == new, let first = try times.first(from: .min),
              first.wall == Int(start.local.wallSeconds) else { return nil }
        let move = SeriesMove(from: start, oldClock, to: new, clock(new))
        var after = change
        after.remove("RECURRENCE-ID")
        after.properties += before.properties.filter { Component.recurrenceNames.contains($0.name) }
        guard move.isNothing || after.keepsDistance(move, from: before) else { return nil }
        calendar.components.remove(at: index)
        calendar.components[try masterIndex()] = after
        for other in overrideIndexes() {
            if let id = calendar.components[other].recurrenceID {
                calendar.components[other].setRecurrenceID(move.moved(id))
            }
        }
        return move
    }
}

extension Component {
    /// Returns this change with another first occurrence.
    func asChange(from id: DateOrTime, _ clock: SeriesClock, _ zones: ZoneResolver) -> Component {
        guard let own = recurrenceID else { return self }
        var change = self
        let seconds = id.local.wallSeconds - Int64(clock.wall(ofKey: clock.key(of: own)))
        change.moveTimes(later: seconds, zones)
        change.setRecurrenceID(id)
        return change
    }

    /// Moves the series' rules and dates. Returns true if its occurrences are the same ones, moved.
    fileprivate mutating func keepsDistance(_ move: SeriesMove, from before: Component) -> Bool {
        let rules = (all("RRULE") + all("EXRULE")).map(\.rule)
        guard rules.allSatisfy({ $0.map { $0.frequency >= .daily } ?? false }) else { return false }
        var move = move
        do throws(EditingError) {
            return try followMove(&move, changedFrom: before)
        } catch {
            return false
        }
    }

    /// Makes a person's edit in this override or change, but keeps the series' rules and dates.
    mutating func take(_ change: (inout Component) -> Void, _ zones: ZoneResolver) {
        let before = self
        change(&self)
        for name in Self.recurrenceNames { remove(name) }
        replace("RECURRENCE-ID", with: before.all("RECURRENCE-ID"))
        let lengths = ["DTEND", "DUE", "DURATION"]
        let isEdited = lengths.contains { all($0) != before.all($0) }
        if isEdited {
            // If it has an end and the series a DURATION, or the other way round, the edited one counts.
            let hasBoth = first("DURATION") != nil && first(endName) != nil
            for name in lengths where hasBoth && all(name) == before.all(name) { remove(name) }
        } else if let start, let oldStart = before.start, start != oldStart, let length = before.length(zones) {
            switch (length, start.isDate) {
            case (.seconds, true): setLength(length.onDays(from: oldStart.local), like: before, zones)
            case (.days, false): setLength(nil, like: before, zones)
            default: if first("DURATION") == nil { setLength(length, like: before, zones) }
            }
        }
    }

    /// Returns true if another component describes the same, apart from the times of its changes and its
    /// RECURRENCE-ID.
    func says(sameAs other: Component) -> Bool {
        let bookkeeping = ["RECURRENCE-ID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE"]
        func said(_ component: Component) -> [String: [Property]] {
            Dictionary(grouping: component.properties.filter { !bookkeeping.contains($0.name) }, by: \.name)
        }
        return components == other.components && said(self) == said(other)
    }
}
