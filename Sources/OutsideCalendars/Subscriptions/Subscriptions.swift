import Calendars
import CivilTime
import Runtime
package import Storage

// - Subscriptions.swift: `Subscriptions`, those of one customer. JoinProblem.swift: the reasons to refuse an address.
// - Join.swift and Leave.swift: the beginning and the end of one. SubscriptionStatus.swift: its state.
// - ProgramSubscriptions.swift: those that a Mac made.

/// The calendars of others that one customer subscribed to.
package struct Subscriptions {
    let app: App
    let customer: Customer

    var owner: CustomerID { customer.id }
    /// The calendars, written by Jadwal itself: nobody else writes into a subscribed one.
    var home: CalendarHome { app.calendars(of: customer, by: .jadwal) }

    init(app: App, customer: Customer) {
        self.app = app
        self.customer = customer
    }

    /// Returns the subscriptions in the order of the calendars.
    package func all() throws -> [SubscriptionState] {
        try app.store.subscriptions(of: owner)
    }

    /// Returns the subscription of a calendar; nil if the calendar is the customer's own.
    package func subscription(of calendar: CalendarID) throws -> SubscriptionState? {
        try all().first { $0.subscription.calendar == calendar }
    }

    /// Makes the source of a calendar due at once.
    ///
    /// - Returns: false if there is none, or if it was asked within the last minute.
    package func lookNow(_ calendar: CalendarID) throws -> Bool {
        guard let source = try subscription(of: calendar)?.subscription.source else { return false }
        return try app.store.lookNow(at: source)
    }

    /// Believes the answer that is held, so that the next fetch applies it.
    ///
    /// - Returns: false if no answer is held.
    package func acceptHeld(_ calendar: CalendarID) throws -> Bool {
        guard let source = try subscription(of: calendar)?.source, let digest = source.heldDigest else { return false }
        let store = try app.store
        try store.transaction {
            try store.accept(digest, in: calendar, of: owner)
            try store.putOff(source.id, seconds: 0)
        }
        return true
    }
}
