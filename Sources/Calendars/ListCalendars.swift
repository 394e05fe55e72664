import Postgres
import Runtime
package import Storage
import Templates

extension CalendarHome {
    /// Returns the customer's calendars, the default one first, the properties that programs keep, and the octets of
    /// all objects, also of deleted calendars.
    ///
    /// A customer without any gets the first ones: one for events, and one for tasks, because Apple's Reminders looks
    /// for a calendar of its own.
    package func list() throws -> (calendars: [CalendarRow], kept: [PlacedProperty], usedOctets: Int) {
        let found = try app.store.calendarsAndProperties(of: owner)
        guard found.calendars.isEmpty, try makeFirst() else { return found }
        return try app.store.calendarsAndProperties(of: owner)
    }

    /// Returns the customer's calendars alone, as `list()` does.
    package func calendars() throws -> [CalendarRow] {
        let found = try app.store.calendars(of: owner)
        return try found.isEmpty && makeFirst() ? app.store.calendars(of: owner) : found
    }

    /// Makes the first calendars, unless the customer has calendars.
    ///
    /// - Returns: false if the customer has some.
    package func makeFirst() throws -> Bool {
        let store = try app.store
        return try store.transaction {
            guard try store.lockCalendars(of: owner) == 0, try !store.hasAnyCalendar(owner) else { return false }
            let language = customer.spokenLanguage
            var events = NewCalendar(
                segment: "personal", displayName: app.text("calendar.first.events", language),
                components: ["VEVENT"], epoch: newEpoch())
            events.color = CalendarPalette.colors[0]
            events.isDefault = true
            _ = try store.insert(events, of: owner)
            var tasks = NewCalendar(
                segment: "tasks", displayName: app.text("calendar.first.tasks", language), components: ["VTODO"],
                epoch: newEpoch())
            tasks.color = CalendarPalette.colors[1]
            _ = try store.insert(tasks, of: owner)
            return true
        }
    }

    /// Returns a calendar by the last part of its address.
    package func calendar(_ segment: String) throws -> CalendarRow? {
        try app.store.calendar(of: owner, segment)
    }

    /// Returns the properties that programs keep at a place.
    package func keptProperties(at place: PropertyPlace) throws -> [KeptProperty] {
        try app.store.keptProperties(of: owner).filter { $0.place == place }.map(\.property)
    }

    /// Returns the calendars that were deleted and can come back, the last deleted one first.
    package func deleted() throws -> [CalendarRow] {
        try app.store.deletedCalendars(of: owner)
    }
}

extension CalendarRow {
    /// True if people and programs may add events.
    package var takesEvents: Bool { components.contains("VEVENT") && !isReadOnly }
    /// True if people and programs may add to-dos.
    package var takesToDos: Bool { components.contains("VTODO") && !isReadOnly }
}
