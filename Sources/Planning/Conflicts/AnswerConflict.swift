package import Calendars
package import CivilTime
import Places
import Runtime
import Scheduling
package import Storage

/// The reason why an answer to a conflict changed nothing.
package enum ConflictRefusal: Error, Sendable, Equatable {
    /// It was answered already, or its cause is gone.
    case answered
    /// The event is no longer in the calendar.
    case noEvent
    /// The time is over.
    case past
    /// Something goes against the time: the customer must be told first.
    case clashes([TimeProblem])
}

/// An event of a conflict.
package enum ConflictSide: Sendable, Hashable {
    /// The event that was new or changed; the other one that it clashes with.
    case event, other
}

extension PlanningHome {
    /// Keeps all events where they are: they carry a mark.
    ///
    /// - Throws: `ConflictRefusal.answered`.
    package func keep(_ id: ConflictID) throws {
        try app.store.transaction {
            try app.store.lockConflicts(of: owner)
            guard try app.store.answer(id, of: owner, .kept) else { throw ConflictRefusal.answered }
            try withdrawNotices(of: id)
        }
    }

    /// Takes back that the events stay where they are.
    ///
    /// - Throws: `ConflictRefusal.answered` if that is no longer the answer.
    package func reopen(_ id: ConflictID) throws {
        try app.store.transaction {
            try app.store.lockConflicts(of: owner)
            guard try app.store.reopen(id, of: owner) else { throw ConflictRefusal.answered }
        }
    }

    /// Moves an event of a conflict, or one of its series, and keeps its length.
    ///
    /// - Parameters:
    ///   - start: the new start.
    ///   - isWarned: true if the customer knows what goes against the time.
    /// - Returns: the way back; nil if nothing differs.
    /// - Throws: `ConflictRefusal`, and what `CalendarHome.edit` throws.
    package func move(
        _ side: ConflictSide, of conflict: ShownConflict, to start: Instant, isWarned: Bool
    ) throws -> UndoToken? {
        guard start > app.now() else { throw ConflictRefusal.past }
        guard let entry = side == .event ? conflict.event : conflict.others.first else {
            throw ConflictRefusal.noEvent
        }
        let time = start..<start + (entry.end - entry.start)
        if side == .event, !isWarned {
            let problems = try conflict.covers(time)
                ? conflict.problems(of: time) : freshProblems(of: time, for: conflict)
            guard problems.isEmpty else { throw ConflictRefusal.clashes(problems) }
        }
        return try answer(conflict, side == .event ? .moved : .otherMoved, changing: entry) { home, stored, scope in
            var draft = stored.draft
            draft.time = try moved(draft.time, to: time)
            _ = try home.edit(stored.place, at: stored.recurrenceID, scope, draft, ifTag: stored.tag)
        }
    }

    /// Takes the event of a conflict out of its calendar; of a series, the one that clashes.
    ///
    /// - Returns: the way back.
    /// - Throws: `ConflictRefusal`, and what `CalendarHome.remove` throws.
    package func cancelEvent(of conflict: ShownConflict) throws -> UndoToken? {
        try answer(conflict, .cancelled, changing: conflict.event) { home, stored, scope in
            try home.remove(stored.place, at: stored.recurrenceID, scope, ifTag: stored.tag)
        }
    }

    /// Changes an event and answers its conflict in one transaction.
    private func answer(
        _ conflict: ShownConflict, _ state: ConflictState, changing entry: CalendarEntry,
        _ change: (CalendarHome, StoredEvent, EditScope) throws -> Void
    ) throws -> UndoToken? {
        let home = app.calendars(of: customer)
        try app.store.transaction {
            try app.store.lockConflicts(of: owner)
            guard try app.store.answer(conflict.row.id, of: owner, state) else { throw ConflictRefusal.answered }
            guard let stored = try home.event(in: entry.calendar, entry.segment, at: entry.recurrenceID) else {
                throw ConflictRefusal.noEvent
            }
            try change(home, stored, stored.recurrenceID == nil ? .all : .one)
            try withdrawNotices(of: conflict.row.id)
        }
        return home.made.undo
    }

    /// Returns what goes against a time on days that were not read.
    private func freshProblems(of time: TimeSpan, for conflict: ShownConflict) throws -> [TimeProblem] {
        let zone = conflict.zone, day = zone.date(at: time.lowerBound)
        let read = try self.time(on: day...zone.date(at: time.upperBound))
        return read.problems(of: time, forOneOf: conflict.row.facts.uid, at: conflict.point)
    }

    /// Returns a time of an event on the clocks of its zone. An event that follows a prayer follows the clock then.
    private func moved(_ old: EventTime, to time: TimeSpan) throws -> EventTime {
        let own = try app.zone(of: customer)
        switch old {
        case .timed(_, let startZone, _, let endZone):
            let zones = try [startZone, endZone].map { name in
                name.isEmpty ? own : try app.shared.timeZones.rules(named: name) ?? own
            }
            return .timed(
                start: zones[0].local(time.lowerBound), startZone: startZone,
                end: zones[1].local(time.upperBound), endZone: endZone)
        case .anchored:
            return .timed(
                start: own.local(time.lowerBound), startZone: customer.timeZone, end: own.local(time.upperBound),
                endZone: customer.timeZone)
        case .allDay(let days):
            let first = own.date(at: time.lowerBound)
            return .allDay(first...first + (days.upperBound - days.lowerBound))
        }
    }
}
