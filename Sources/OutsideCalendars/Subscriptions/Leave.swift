import Calendars
import Runtime
package import Storage

/// The fate of the events of a subscription that ends.
package enum Leaving: String, Sendable, CaseIterable {
    /// The calendar is deleted. It can come back for 30 days, as an own one.
    case remove
    /// The calendar stays as the customer's own.
    case keep
}

extension Subscriptions {
    /// Ends a subscription. The address is forgotten at once, if nobody else subscribed to it.
    ///
    /// - Returns: false if the calendar was not subscribed.
    /// - Throws: `CalendarRefusal`.
    package func leave(_ calendar: CalendarRow, _ leaving: Leaving) throws -> Bool {
        let store = try app.store
        return try store.transaction {
            guard try store.unsubscribe(calendar.id, of: owner) else { return false }
            if leaving == .remove { try home.delete(calendar.segment) }
            return true
        }
    }
}
