import Runtime
package import Storage

extension CalendarHome {
    /// Moves a calendar up or down among the customer's calendars. It changes nothing at the ends of the list.
    ///
    /// All calendars get a number then, which CalDAV programs see as calendar-order.
    ///
    /// - Parameter places: negative for up.
    /// - Throws: `CalendarRefusal.noCalendar`.
    package func move(_ id: CalendarID, by places: Int) throws {
        let store = try app.store
        try store.transaction {
            guard try store.lockCalendars(of: owner) != nil else { throw CalendarRefusal.noCalendar }
            var calendars = try store.calendars(of: owner)
            guard let from = calendars.firstIndex(where: { $0.id == id }) else { throw CalendarRefusal.noCalendar }
            let to = min(max(from + places, 0), calendars.count - 1)
            calendars.insert(calendars.remove(at: from), at: to)
            for (number, calendar) in calendars.enumerated() where calendar.order != number + 1 {
                try store.order(calendar.id, of: owner, number + 1)
            }
        }
    }
}
