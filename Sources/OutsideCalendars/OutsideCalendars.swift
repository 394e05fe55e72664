package import Runtime
package import Storage

// Calendars of others: a person subscribes to an address, and its events appear beside their own.
//
// - Subscriptions: joining, leaving, and the state of each in one value that pages word.
// - Fetching: the thread that fetches, the reading of an answer, and its way into the calendars.
//
// This service writes events through the verbs of `Calendars` only. Nothing is deleted because a server is ill: an
// answer that cannot be read, or that is suddenly empty, leaves what is there.

extension App {
    /// Returns the subscriptions of a customer.
    package func subscriptions(of customer: Customer) -> Subscriptions {
        Subscriptions(app: self, customer: customer)
    }
}
