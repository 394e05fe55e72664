public import CivilTime

// Editing: changes to a series, as calendar programs offer them.
//
// - `SeriesEditor`: one occurrence, and all. SeriesSplit.swift: this and all later ones.
// - SeriesChanges.swift and OverrideEdits.swift keep THISANDFUTURE changes and overrides in step.
// - DetachedEdits.swift edits single occurrences without their series.
// - `SeriesMove` is a move of a series' times; RuleMove.swift and `RuleMover` move its rule.
// - `TimesEdit` is a person's change of a start and an end. ShownOccurrence.swift: what the person sees before it.
// - Mending.swift writes values in the form in which they are read.
// - ComponentEdits.swift and ComponentLength.swift edit one component; `SeriesTimes` finds starts.

/// An editor of a series, with the choices of calendar programs: one occurrence, this and all later ones, or
/// all.
///
/// It works on the components of one calendar object, and leaves all others unchanged. DTSTAMP and
/// LAST-MODIFIED become the moment of the change. SEQUENCE increases if the organizer changes times, the rule
/// or the status, but not for an attendee's changes (RFC 5546 §2.1.4). A call that throws changes nothing. If
/// the object has single occurrences without their series, each is edited alone.
public struct SeriesEditor: Sendable {
    /// The object with all changes so far.
    public internal(set) var calendar: Component

    /// VEVENT, VTODO or VJOURNAL.
    private let name: String
    let uid: String
    let zones: ZoneResolver
    let now: Instant
    let isOrganizer: Bool

    /// - Parameters:
    ///   - uid: the UID of the series.
    ///   - now: the moment of the change.
    ///   - isOrganizer: true if the person who edits is the organizer, or if there is none.
    /// - Throws: `.noSeries` if the object has no component of that UID with a start.
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

    /// Changes the series itself, and with it the components of its occurrences.
    ///
    /// - If its start moves, everything that refers to its occurrences moves too: RECURRENCE-ID, EXDATE,
    ///   RDATE, UNTIL, and the days and times of the rule. An override at its original time moves, and so
    ///   does a THISANDFUTURE change. An override that was moved individually stays; it becomes all day, or gets
    ///   the new time of day, if the series does.
    /// - Other changes are made in every override that still has the old value.
    /// - An override of an occurrence that the series no longer has is removed.
    ///
    /// - Throws: `.unclearRule` if the start moves and the rule cannot follow. A rule that is changed
    ///   together with the start is taken as it is.
    public mutating func changeAll(_ change: (inout Component) -> Void) throws(EditingError) {
        if isDetached { return try changeDetached(overrideIndexes(), change) }
        try changeAll(from: nil, change)
    }

    /// Changes the series as `changeAll(_:)` does.
    ///
    /// - Parameter chosen: the occurrence on which the person made the change, and which must show it. Its
    ///   own override is changed too, and so is a THISANDFUTURE change that hides the series from there on. Nil if
    ///   the person saw the series itself.
    public mutating func changeAll(
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
        // The series does not describe an occurrence that a change hides, or one that it does not have.
        if let isRepeating, isInPlace.contains(isRepeating), edit.hiding == nil || edit.hiding == edit.own {
            gone.insert(isRepeating)
        }
        let kept = edited.calendar.components.indices.filter { !gone.contains($0) }
        calendar.components = kept.map { edited.calendar.components[$0] }
    }

    /// One edit of a series.
    private struct Edit {
        let before: Component, after: Component
        let move: SeriesMove
        /// The indexes of the chosen occurrence's override, and of the change that hides the series from
        /// there on.
        var own: Int?, hiding: Int?
        /// The hiding change before and after the edit.
        var hidden: (before: Component, after: Component)?
    }

    private func edited(_ index: Int, _ edit: Edit, _ change: (inout Component) -> Void) -> Component {
        var override = calendar.components[index]
        guard let id = override.recurrenceID else { return override }
        let move = edit.move
        if index == edit.hiding {
            // The edit is of the change as it would be at the series' start.
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

    /// Returns the overrides whose occurrences the series has.
    private func overridesInPlace() throws(EditingError) -> Set<Int> {
        var times = try times(), places: Set<Int> = []
        for index in overrideIndexes() {
            guard let id = calendar.components[index].recurrenceID, try times.has(id) else { continue }
            places.insert(index)
        }
        return places
    }

    // MARK: One

    /// Changes one occurrence: adds an override, or changes the one there is.
    ///
    /// - Parameter id: the occurrence's start by the rule, in DTSTART's form, in UTC or in another zone.
    /// - Throws: `.noOccurrence` if the series has none at that time.
    public mutating func changeOne(_ id: DateOrTime, _ change: (inout Component) -> Void) throws(EditingError) {
        if isDetached { return try changeDetached(detached(at: id), change) }
        if let index = try ownOverrideIndex(of: id) {
            let before = calendar.components[index]
            change(&calendar.components[index])
            calendar.components[index].touch(now, comparedTo: before, isOrganizer: isOrganizer)
            return
        }
        guard try hasOccurrence(id) else { throw .noOccurrence }
        let before = try described(id)
        var override = before
        change(&override)
        override.touch(now, comparedTo: before, isOrganizer: isOrganizer)
        calendar.components.append(override)
    }

    /// Deletes one occurrence: adds an EXDATE and removes its override.
    ///
    /// - Throws: `.noOccurrence`; `.isFirstOccurrence` if there is no series and no other occurrence.
    public mutating func deleteOne(_ id: DateOrTime) throws(EditingError) {
        if isDetached { return try deleteDetached(detached(at: id)) }
        let isThere = try hasOccurrence(id), excluded = try inSeriesForm(id)
        let override = try ownOverrideIndex(of: id)
        guard override != nil || isThere else { throw .noOccurrence }
        if let override { calendar.components.remove(at: override) }
        let index = try masterIndex(), before = calendar.components[index]
        calendar.components[index].properties.append(Property("EXDATE", excluded))
        calendar.components[index].touch(now, comparedTo: before, isOrganizer: isOrganizer)
    }

    // MARK: The components

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
            return component.name == name && component.isPart(of: uid) && !component.isMaster
        }
    }

    func clock(_ start: DateOrTime) -> SeriesClock { .orUnknownZone(start, zones) }

    /// Returns the times of the series in its current state.
    func times() throws(EditingError) -> SeriesTimes {
        let (component, start, _) = try master()
        return SeriesTimes(component, start: start, zones)
    }

    /// Returns true if the series has an occurrence at this time.
    func hasOccurrence(_ id: DateOrTime) throws(EditingError) -> Bool {
        var times = try times()
        return try times.has(id)
    }

    /// Returns the value in DTSTART's form, which EXDATE and RECURRENCE-ID must have (RFC 5545 §3.8.4.4).
    func inSeriesForm(_ id: DateOrTime) throws(EditingError) -> DateOrTime {
        let (_, start, clock) = try master()
        guard case .key(let key) = clock.identity(of: id) else { throw .noOccurrence }
        // A time in a gap is kept, because counting days from it keeps it too.
        if start.at(id.local) == id { return id }
        return start.at(LocalDateTime(wallSeconds: Int64(clock.wall(ofKey: key))))
    }
}

/// The reason why a series cannot be changed.
public enum EditingError: Error, Hashable, Sendable {
    /// The object has no component of that UID, or it has no start.
    case noSeries
    /// The series has no occurrence at this time.
    case noOccurrence
    /// No occurrence would be left. The caller deletes the object instead.
    case isFirstOccurrence
    /// The occurrence is too far from the start to be counted.
    case tooLong
    /// Several rules, an EXRULE, or a rule of hours in a series of days. Each is counted from DTSTART, and
    /// the second part would have another DTSTART.
    case severalRules
    /// The start moves, and the new rule is not certain: for the workday before the last of the month, the
    /// fifth Monday, every second one of several days. A DTSTART that does not match its rule would be
    /// undefined (RFC 5545 §3.8.5.3). The caller can offer to move this one occurrence only, or ask for a
    /// rule, which is then taken as it is.
    case unclearRule
}
