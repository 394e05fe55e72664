public import CivilTime

/// Changes a series the way calendar programs offer it: one occurrence, this and all that follow, or all.
///
/// Works on the components of one calendar object and leaves everything it is not about as it was.
/// DTSTAMP and LAST-MODIFIED become the moment of the change. SEQUENCE counts up where the organizer
/// changes times, the rule or the status; an attendee's changes are not counted (RFC 5546 §2.1.4). What
/// throws has changed nothing. Where the object has single occurrences without their series, each is edited
/// for itself.
public struct SeriesEditor: Sendable {
    /// The object as it is now.
    public internal(set) var calendar: Component

    /// VEVENT, VTODO or VJOURNAL.
    private let name: String
    let uid: String
    let zones: ZoneResolver
    let now: Instant
    let isOrganizer: Bool

    /// - Parameters:
    ///   - uid: of the series that is changed.
    ///   - now: the moment of the change.
    ///   - isOrganizer: whether who changes it is its organizer, or it has none.
    /// - Throws: `.noSeries` where the object has nothing of that UID that has a start.
    public init(
        _ calendar: Component, uid: String, zones: ZoneResolver, now: Instant, isOrganizer: Bool = true
    ) throws(EditingError) {
        let master = calendar.components.first { $0.isMaster(of: uid) }
        guard let part = master ?? calendar.components.first(where: { $0.isPart(of: uid) }), part.start != nil else {
            throw .noSeries
        }
        self.calendar = calendar
        name = part.name
        self.uid = uid
        self.zones = zones
        self.now = now
        self.isOrganizer = isOrganizer
    }

    // MARK: All

    /// Changes the series itself, and with it what is said of its occurrences elsewhere.
    ///
    /// - Where its start moves, what refers to its occurrences moves along: RECURRENCE-ID, EXDATE, RDATE
    ///   and UNTIL, and the days and times that the rule names. An override that took place when
    ///   it was due, and a change of this and what follows, move too; one that was moved by itself stays
    ///   where it is, all day or at the new time of day where the series becomes one of days or of times.
    /// - What else changes, changes in every override that still had the old value.
    /// - An override of an occurrence that the series no longer has is gone.
    ///
    /// - Throws: `.unclearRule` where the start moves and the rule cannot. A rule that is changed along with
    ///   the start is taken as it is.
    public mutating func changeAll(_ change: (inout Component) -> Void) throws(EditingError) {
        if isDetached { return try changeDetached(overrideIndexes(), change) }
        try changeAll(from: nil, change)
    }

    /// - Parameter chosen: the first occurrence that is edited, which itself has to be as edited: its own
    ///   override is changed too, and so is a change of this and what follows that hides the series from there.
    mutating func changeAll(
        from chosen: DateOrTime?, _ change: (inout Component) -> Void
    ) throws(EditingError) {
        let index = try masterIndex(), before = calendar.components[index]
        var after = before
        change(&after)
        guard let old = before.start, let new = after.start else { throw .noSeries }
        var move = SeriesMove(from: old, clock(old), to: new, clock(new))
        if !move.isNothing {
            let ids = overrideIndexes().compactMap { calendar.components[$0].recurrenceID }
            try after.followMove(&move, changedFrom: before, overrides: ids)
        }
        after.touch(now, comparedTo: before, isOrganizer: isOrganizer)
        let hasOtherTimes = Component.recurrenceNames.contains { after.all($0) != before.all($0) } || !move.isNothing
        let hadOccurrence = hasOtherTimes ? try overridesInPlace() : []
        var edit = Edit(before: before, after: after, move: move)
        if let chosen {
            (edit.own, edit.hiding) = (try overrideIndex(of: chosen), try leadingChangeIndex())
            edit.hidden = edit.hiding.map { hiding in
                var after = calendar.components[hiding]
                change(&after)
                return (calendar.components[hiding], after)
            }
        }
        var edited = self, isRepeating: Int?
        edited.calendar.components[index] = after
        for other in overrideIndexes() {
            let was = calendar.components[other]
            var override = self.edited(other, edit, change)
            guard override != was else { continue }
            if other == edit.own, let id = override.recurrenceID {
                let plain = after.asOverride(id, later: id.local.wallSeconds - new.local.wallSeconds, zones)
                if override.says(sameAs: plain) { isRepeating = other }
            }
            override.touch(now, comparedTo: was, isOrganizer: isOrganizer)
            edited.calendar.components[other] = override
        }
        let isInPlace = hasOtherTimes || isRepeating != nil ? try edited.overridesInPlace() : []
        var gone = hasOtherTimes ? hadOccurrence.subtracting(isInPlace) : []
        // What a change hides, the series does not say, nor what it has no occurrence for.
        if let isRepeating, isInPlace.contains(isRepeating), edit.hiding == nil || edit.hiding == edit.own {
            gone.insert(isRepeating)
        }
        let kept = edited.calendar.components.indices.filter { !gone.contains($0) }
        calendar.components = kept.map { edited.calendar.components[$0] }
    }

    /// What is done to a series.
    private struct Edit {
        let before: Component, after: Component
        let move: SeriesMove
        /// The override of the chosen occurrence, and the change that hides the series from there on.
        var own: Int?, hiding: Int?
        /// What that change says before and after.
        var hidden: (before: Component, after: Component)?
    }

    private func edited(_ index: Int, _ edit: Edit, _ change: (inout Component) -> Void) -> Component {
        var override = calendar.components[index]
        guard let id = override.recurrenceID else { return override }
        let move = edit.move
        if index == edit.hiding {
            // As it is where the series starts, which is what the edit is of.
            override = override.asChange(from: move.old, clock(move.old), zones)
            override.take(change, zones)
            override.setRecurrenceID(move.new)
            return override.asChange(from: move.moved(id), clock(move.new), zones)
        }
        if index == edit.own {
            override.take(change, zones)
            override.setRecurrenceID(move.moved(id))
            return override
        }
        override.follow(move, from: edit.before, to: edit.after, zones)
        if let hidden = edit.hidden { override.followValues(from: hidden.before, to: hidden.after) }
        return override
    }

    /// The overrides of occurrences that the series has.
    private func overridesInPlace() throws(EditingError) -> Set<Int> {
        var times = try times(), places: Set<Int> = []
        for index in overrideIndexes() {
            guard let id = calendar.components[index].recurrenceID, try times.has(id) else { continue }
            places.insert(index)
        }
        return places
    }

    // MARK: One

    /// Changes one occurrence: makes an override of it, or changes the one there is.
    ///
    /// - Parameter id: when the occurrence begins by the rule: as DTSTART is written, or a moment in UTC or in
    ///   another zone.
    /// - Throws: `.noOccurrence` where the series has none then.
    public mutating func changeOne(_ id: DateOrTime, _ change: (inout Component) -> Void) throws(EditingError) {
        if isDetached { return try changeDetached(detached(at: id), change) }
        if let index = try ownOverrideIndex(of: id) {
            let before = calendar.components[index]
            change(&calendar.components[index])
            calendar.components[index].touch(now, comparedTo: before, isOrganizer: isOrganizer)
            return
        }
        guard try begins(id) else { throw .noOccurrence }
        let before = try described(id)
        var override = before
        change(&override)
        override.touch(now, comparedTo: before, isOrganizer: isOrganizer)
        calendar.components.append(override)
    }

    /// Takes one occurrence away: an EXDATE, and no override.
    ///
    /// - Throws: `.noOccurrence`; `.isFirstOccurrence` where there is no series, and no other occurrence.
    public mutating func deleteOne(_ id: DateOrTime) throws(EditingError) {
        if isDetached { return try deleteDetached(detached(at: id)) }
        let isThere = try begins(id), excluded = try inSeriesForm(id)
        let override = try ownOverrideIndex(of: id)
        guard override != nil || isThere else { throw .noOccurrence }
        if let override { calendar.components.remove(at: override) }
        let index = try masterIndex(), before = calendar.components[index]
        calendar.components[index].properties.append(Property("EXDATE", excluded))
        calendar.components[index].touch(now, comparedTo: before, isOrganizer: isOrganizer)
    }

    // MARK: What is there

    func masterIndex() throws(EditingError) -> Int {
        guard let index = calendar.components.firstIndex(where: { $0.isMaster(of: uid) }) else { throw .noSeries }
        return index
    }

    func master() throws(EditingError) -> (component: Component, start: DateOrTime, clock: SeriesClock) {
        let component = calendar.components[try masterIndex()]
        guard let start = component.start else { throw .noSeries }
        return (component, start, clock(start))
    }

    func overrideIndexes() -> [Int] {
        calendar.components.indices.filter { index in
            let component = calendar.components[index]
            return component.name == name && component.isPart(of: uid) && component.first("RECURRENCE-ID") != nil
        }
    }

    func clock(_ start: DateOrTime) -> SeriesClock { .orFloating(start, zones) }

    /// When the series begins again, as it is now.
    func times() throws(EditingError) -> SeriesTimes {
        let (component, start, _) = try master()
        return SeriesTimes(component, start: start, zones)
    }

    /// Whether the series has an occurrence then.
    func begins(_ id: DateOrTime) throws(EditingError) -> Bool {
        var times = try times()
        return try times.has(id)
    }

    /// The value in the form of DTSTART, as EXDATE and RECURRENCE-ID have to be (RFC 5545 §3.8.4.4).
    func inSeriesForm(_ id: DateOrTime) throws(EditingError) -> DateOrTime {
        let (_, start, clock) = try master()
        guard case .key(let key) = clock.identity(of: id) else { throw .noOccurrence }
        // A time in a gap stays what it is: what is counted from it in days is, too.
        if start.at(id.local) == id { return id }
        return start.at(LocalDateTime(wallSeconds: Int64(clock.wall(ofKey: key))))
    }
}

/// Why a series cannot be changed so.
public enum EditingError: Error, Hashable, Sendable {
    /// The object has nothing of that UID, or it has no start.
    case noSeries
    /// The series has no occurrence then.
    case noOccurrence
    /// Nothing would be left: who wants that deletes the object.
    case isFirstOccurrence
    /// The occurrence is too far into the series to be counted up to.
    case tooLong
    /// Several rules, an EXRULE, or a rule of hours in a series of days: each is counted from DTSTART, of which
    /// the rest has another.
    case severalRules
    /// The start moves, and what the rule would have to name instead cannot be known: the workday before the last
    /// of the month, the fifth Monday, every second one of several days. DTSTART outside its own rule would be
    /// undefined (RFC 5545 §3.8.5.3). The caller can offer to move this one occurrence only, or ask for a rule:
    /// one that is changed along with the start is taken as it is.
    case unclearRule
}
