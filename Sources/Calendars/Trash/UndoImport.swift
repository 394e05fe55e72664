import Runtime
import Storage

/// The result of taking an import back.
package struct UndoneImport: Sendable, Equatable {
    /// The objects that went, and those that are as before.
    package var undone = 0
    /// The objects that stay as the import left them: no version from before is kept, or the calendar does not take it.
    package var stayed = 0

    package init() {}

    /// Adds the result of another part of the import.
    package static func += (result: inout UndoneImport, other: UndoneImport) {
        result.undone += other.undone
        result.stayed += other.stayed
    }
}

extension CalendarHome {
    /// Takes an import back: what was new goes, what was replaced is as before. What changed since stays.
    ///
    /// What goes does not come to the trash, since the file has it. What replaced something never goes. A calendar
    /// that was made for the import goes with it if it is empty then, and can come back for 30 days.
    @discardableResult
    package func undoImport(_ token: UndoToken) throws -> UndoneImport {
        var result = UndoneImport()
        guard case .imported(let last, let madeCalendar) = token.change,
              let calendar = try calendars().first(where: { $0.id == token.calendar })
        else { return result }
        let places = try app.store.changedObjects(
            of: owner, token.calendar, counters: token.counter...last, withinSeconds: UndoToken.importSeconds)
        guard !places.isEmpty else { return result }
        if madeCalendar, places.count(where: \.isNew) == calendar.objectCount, try deleteUnchanged(calendar) {
            result.undone = places.count
            return result
        }
        guard places.count <= UndoToken.mostImported else {
            result.stayed = places.count
            return result
        }
        // What goes makes room for what comes back.
        for place in places.filter(\.isNew) + places.filter({ !$0.isNew }) {
            if try undo(place, of: token) { result.undone += 1 } else { result.stayed += 1 }
        }
        if madeCalendar, let left = try calendars().first(where: { $0.id == token.calendar }), left.objectCount == 0 {
            _ = try deleteUnchanged(left)
        }
        return result
    }

    /// Deletes a calendar that was made for an import, unless something in it changed since it was read.
    ///
    /// - Returns: false if it stays.
    private func deleteUnchanged(_ calendar: CalendarRow) throws -> Bool {
        do {
            try delete(calendar.segment) { now in
                guard now.id == calendar.id, now.counter == calendar.counter else { throw UndoRefusal.overtaken }
            }
            return true
        } catch is UndoRefusal {
            return false
        } catch is CalendarRefusal {
            return false
        }
    }

    /// Takes back one of the changes of an import.
    ///
    /// - Returns: false if the object stays as it is.
    private func undo(_ one: ManyChangedPlace, of token: UndoToken) throws -> Bool {
        guard one.isNew || one.hasReplaced else { return false }
        do {
            if one.isNew {
                try discard(one, in: token.calendar)
            } else {
                let edit = UndoToken(.edited, token.calendar, one.counter, at: token.madeAt)
                _ = try undoFromTrash(edit, within: UndoToken.importSeconds)
            }
            return true
        } catch is UndoRefusal {
            return false
        } catch is CalendarRefusal {
            return false
        }
    }

    private func discard(_ one: ManyChangedPlace, in calendar: CalendarID) throws {
        let changed = try app.store.change(
            of: owner, trash: nil, one.place.calendar, one.place.segment, uid: nil
        ) { before in
            guard before.calendar.id == calendar, before.object?.counter == one.counter
            else { throw UndoRefusal.overtaken }
            return .remove
        }
        guard changed != nil else { throw UndoRefusal.overtaken }
    }
}
