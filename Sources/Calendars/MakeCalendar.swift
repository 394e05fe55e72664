import Postgres
import Runtime
package import Storage

/// The values of a calendar that a customer or a program chooses.
package struct CalendarValues: Sendable {
    package var displayName = ""
    package var description: String?
    package var color: String?
    package var colorName: String?
    package var order: Int?
    package var timeZone: String?
    package var timeZoneID: String?
    package var components = Self.allComponents
    package var isTransparent = false
    package var sourceURL: String?
    /// Properties that are only kept.
    package var kept: [KeptProperty] = []

    package init() {}

    /// Every kind of component that can be stored.
    package static let allComponents = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VAVAILABILITY"]
}

extension CalendarHome {
    /// The address of the prayer times, which no calendar has.
    package static let prayerTimes = "prayer-times"

    /// Makes a calendar, beside the first ones, which exist then.
    ///
    /// - Parameter segment: the last part of its address, 1 to 255 octets.
    /// - Throws: `CalendarRefusal` for a taken address, or a limit.
    package func make(_ values: CalendarValues, at segment: String) throws {
        guard segment.utf8.count <= 255 else { throw CalendarRefusal.addressTooLong }
        guard segment != Self.prayerTimes else { throw CalendarRefusal.addressTaken }
        // A program that makes a calendar before it lists them finds the first ones all the same.
        _ = try makeFirst()
        let store = try app.store
        do {
            try store.transaction {
                // An account that was deleted meanwhile has no calendars.
                guard let count = try store.lockCalendars(of: owner) else { throw CalendarRefusal.noCalendar }
                let limit = app.config.calendarsPerCustomer
                guard count < limit else { throw CalendarRefusal.tooManyCalendars(limit: limit) }
                var new = NewCalendar(
                    segment: segment, displayName: values.displayName, components: values.components,
                    epoch: newEpoch())
                new.description = values.description
                new.color = values.color
                new.colorName = values.colorName
                new.order = values.order
                new.timeZone = values.timeZone
                new.timeZoneID = values.timeZoneID
                new.isTransparent = values.isTransparent
                new.sourceURL = values.sourceURL
                let id = try store.insert(new, of: owner)
                try keep(values.kept.map { .keep($0) }, at: .calendar(id))
            }
        } catch let error as PostgresError where error.isCalendarAddressTaken {
            throw CalendarRefusal.addressTaken
        }
    }
}
