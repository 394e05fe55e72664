import Runtime
package import Storage

extension CalendarHome {
    /// Changes the customer's choices about the views. Events by Hijri rules follow another shift.
    ///
    /// - Parameter change: may run twice.
    package func changePreferences(_ change: (inout CalendarPreferences) -> Void) throws {
        let store = try app.store
        try store.transaction {
            try store.lock(owner)
            let before = try store.calendarPreferences(of: owner)
            var after = before
            change(&after)
            if after != before { try store.replace(after, of: owner) }
            if after.hijriShift != before.hijriShift { try app.moveTimes(of: owner) }
        }
    }
}
