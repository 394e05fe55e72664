import Crypto
import Postgres
import Runtime
package import Storage

extension CalendarHome {
    /// Deletes a calendar with its objects. It can come back for 30 days.
    ///
    /// - Parameter check: throws to refuse, by the calendar as it is now.
    /// - Throws: `CalendarRefusal`; `defaultStays` for the default calendar.
    package func delete(_ segment: String, if check: (CalendarRow) throws -> Void = { _ in }) throws {
        let store = try app.store
        try store.transaction {
            guard let calendar = try store.lockCalendar(of: owner, segment) else { throw CalendarRefusal.noCalendar }
            try check(calendar)
            guard try store.delete(calendar.id, of: owner) else { throw CalendarRefusal.defaultStays }
        }
    }

    /// Takes back the deletion of a calendar. It gets another address if its own is taken.
    ///
    /// - Returns: false if the calendar is no longer there.
    /// - Throws: `CalendarRefusal.tooManyCalendars`.
    package func restore(_ id: CalendarID) throws -> Bool {
        let store = try app.store
        return try store.transaction {
            guard let count = try store.lockCalendars(of: owner),
                  let calendar = try store.deletedCalendars(of: owner).first(where: { $0.id == id })
            else { return false }
            let limit = app.config.calendarsPerCustomer
            guard count < limit else { throw CalendarRefusal.tooManyCalendars(limit: limit) }
            let isTaken = try store.calendar(of: owner, calendar.segment) != nil
            return try store.restore(
                id, of: owner, as: isTaken ? Random.uuidV4() : calendar.segment, epoch: newEpoch())
        }
    }
}
