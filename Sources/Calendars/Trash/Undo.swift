import Runtime
package import Storage

/// The reason why a change was not undone. Nothing was changed then.
package enum UndoRefusal: Error, Sendable {
    /// The minutes for an undo are over. The trash may still have the version.
    case tooLate
    /// The object has changed since, or the change was undone already.
    case overtaken
}

extension CalendarHome {
    /// Takes a change back: what was added goes, what was edited is as before, octet by octet, what was deleted or
    /// moved is where it was. What this replaces goes to the trash.
    ///
    /// - Returns: the calendar and the address of the object; nil if it is gone.
    /// - Throws: `UndoRefusal`, and `CalendarRefusal` for limits.
    package func undo(_ token: UndoToken) throws -> (calendar: CalendarID, segment: String)? {
        do {
            switch token.change {
            case .added:
                try undoAddition(token)
                return nil
            case .edited, .deleted:
                return (token.calendar, try undoFromTrash(token))
            case .divided:
                return (token.calendar, try undoDivision(token))
            case .moved(let source, let counter):
                return (source, try undoMove(token, source, counter))
            case .editedMove(let source, let counter):
                return (source, try undoEditedMove(token, TrashID(calendar: source, counter: counter)))
            }
        } catch CalendarRefusal.noCalendar {
            throw UndoRefusal.overtaken
        } catch CalendarRefusal.noObject {
            throw UndoRefusal.overtaken
        } catch CalendarRefusal.uidTaken {
            throw UndoRefusal.overtaken
        }
    }

    /// Returns an event as it was before its last edit, and the way back to it. So a form that is sent twice finds
    /// what its first sending did.
    ///
    /// - Returns: nil if its last change was no edit of a few minutes ago.
    package func beforeLastEdit(of event: StoredEvent) throws -> (event: StoredEvent, undo: UndoToken)? {
        let id = TrashID(calendar: event.calendar.id, counter: event.counter)
        guard let trashed = try app.store.trashedObject(of: owner, id), trashed.change == .overwritten,
              trashed.age <= UndoToken.seconds
        else { return nil }
        let new = newObject(try checkedObject(trashed.octets))
        let member = MemberRow(
            unstored: trashed.segment, tag: new.tag, octetCount: trashed.octets.count, kind: trashed.kind)
        let object = ObjectRow(member, uid: trashed.uid, octets: trashed.octets)
        guard let before = try self.event(object, in: event.calendar, event.recurrenceID) else { return nil }
        return (before, UndoToken(.edited, event.calendar.id, event.counter, at: app.now()))
    }

    private func undoAddition(_ token: UndoToken) throws {
        let place = try changedPlace(token)
        try deleteObject(at: place) { before in
            guard before.calendar.id == token.calendar, before.object?.counter == token.counter
            else { throw UndoRefusal.overtaken }
        }
    }

    /// Returns the address of the object as the change left it.
    private func changedPlace(_ token: UndoToken) throws -> ObjectPlace {
        try recent(app.store.changedObject(of: owner, token.calendar, counter: token.counter))
    }

    private func recent(_ found: ChangedPlace?) throws -> ObjectPlace {
        guard let found else { throw UndoRefusal.overtaken }
        guard found.age <= UndoToken.seconds else { throw UndoRefusal.tooLate }
        return found.place
    }

    /// Restores the version that the change removed or replaced, if nobody changed the address since.
    private func undoFromTrash(_ token: UndoToken) throws -> String {
        let id = TrashID(calendar: token.calendar, counter: token.counter)
        guard let trashed = try app.store.trashedObject(of: owner, id), let calendar = trashed.calendar,
              trashed.change == (token.change == .deleted ? .deleted : .overwritten)
        else { throw UndoRefusal.overtaken }
        guard trashed.age <= UndoToken.seconds else { throw UndoRefusal.tooLate }
        let new = newObject(try checkedObject(trashed.octets))
        let changed = try app.store.change(
            of: owner, trash: trash, calendar, trashed.segment, uid: new.uid
        ) { before in
            let isAsLeft = token.change == .deleted ? before.object == nil : before.object?.counter == token.counter
            guard before.calendar.id == token.calendar, isAsLeft else { throw UndoRefusal.overtaken }
            return try restoring(new, trashed, before, at: trashed.segment)
        }
        guard changed != nil else { throw UndoRefusal.overtaken }
        return trashed.segment
    }

    /// Joins a series that was divided. Nothing is lost if a phone changes the second part meanwhile: it stays.
    private func undoDivision(_ token: UndoToken) throws -> String {
        let second = UndoToken(.added, token.calendar, token.counter + 1, at: token.madeAt)
        _ = try changedPlace(second)
        let segment = try undoFromTrash(token)
        try undoAddition(second)
        return segment
    }

    /// Brings the version before an edit and a move back to its calendar, in one transaction. The edited version
    /// goes to the trash.
    private func undoEditedMove(_ token: UndoToken, _ id: TrashID) throws -> String {
        let now = try changedPlace(token)
        guard let trashed = try app.store.trashedObject(of: owner, id), let calendar = trashed.calendar
        else { throw UndoRefusal.overtaken }
        guard trashed.age <= UndoToken.seconds else { throw UndoRefusal.tooLate }
        let before = ObjectPlace(calendar, trashed.segment)
        try moveAndReplace(
            from: now, to: before, trashed.octets, outOfTrash: trashed, undo: nil
        ) { places in
            guard places.source.id == token.calendar, places.target.id == id.calendar,
                  places.object.member.counter == token.counter, places.replaced == nil
            else { throw UndoRefusal.overtaken }
        }
        return trashed.segment
    }

    private func undoMove(_ token: UndoToken, _ source: CalendarID, _ counter: Int64) throws -> String {
        let now = try changedPlace(token)
        let before = try recent(app.store.leftPlace(of: owner, source, counter: counter))
        _ = try move(from: now, to: before, isMove: true) { places in
            guard places.source.id == token.calendar, places.target.id == source,
                  places.object.member.counter == token.counter, places.replaced == nil
            else { throw UndoRefusal.overtaken }
        }
        return before.segment
    }
}
