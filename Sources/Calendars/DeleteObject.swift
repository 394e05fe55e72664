import Runtime
package import Storage

extension CalendarHome {
    /// Removes an object from its calendar.
    ///
    /// - Parameter check: throws to refuse, by the state of the address.
    /// - Throws: `CalendarRefusal.noObject`, and what `check` throws.
    package func deleteObject(
        at place: ObjectPlace, if check: (PlaceBeforeWrite) throws -> Void = { _ in }
    ) throws {
        let changed = try app.store.change(of: owner, place.calendar, place.segment, uid: nil) { before in
            guard before.object != nil else { throw CalendarRefusal.noObject }
            try check(before)
            return .remove
        }
        guard changed != nil else { throw CalendarRefusal.noObject }
    }
}
