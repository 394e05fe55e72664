import Runtime
package import Storage

extension CalendarHome {
    /// Removes an object from its calendar. It stays in the trash.
    ///
    /// - Parameter check: throws to refuse, by the state of the address.
    /// - Returns: the way back.
    /// - Throws: `CalendarRefusal.noObject`, and what `check` throws.
    @discardableResult
    package func deleteObject(
        at place: ObjectPlace, if check: (PlaceBeforeWrite) throws -> Void = { _ in }
    ) throws -> UndoToken {
        let changed = try app.store.change(of: owner, trash: trash, place.calendar, place.segment, uid: nil) { before in
            guard before.object != nil else { throw CalendarRefusal.noObject }
            try requireWritable(before.calendar)
            try check(before)
            return .remove
        }
        guard let (before, counter) = changed else { throw CalendarRefusal.noObject }
        return undoToken(.deleted, before.calendar.id, counter)
    }

    /// Removes an object that Jadwal wrote itself, and writes again if it is needed. It does not go to the trash.
    ///
    /// Nothing happens if there is none.
    package func discardObject(at place: ObjectPlace) throws {
        _ = try app.store.change(of: owner, trash: nil, place.calendar, place.segment, uid: nil) { before in
            before.object == nil ? .nothing : .remove
        }
    }
}
