import PrayerFeeds
package import Runtime
package import Storage

extension App {
    /// Stores what a customer chose about their prayer times, and counts it: each choice has its own days and body.
    ///
    /// - Returns: the seconds to wait if there were too many choices; nil if this one was stored.
    package func choosePrayerTimes(_ new: NewPrayerFeed, of customer: CustomerID) throws -> Int? {
        try countingPrayerChoice(of: customer) {
            _ = try replacePrayerFeed(of: customer, by: new)
            return true
        }
    }

    /// Stores a choice about the times of a customer in one transaction, with the events that follow a prayer.
    ///
    /// - Parameter stored: returns false if nothing was stored.
    /// - Returns: the seconds to wait if there were too many choices; nil if this one was taken.
    package func countingPrayerChoice(of customer: CustomerID, _ stored: () throws -> Bool) throws -> Int? {
        let choices = throttle(
            "feed.choice", Array(customer.description.utf8), limit: config.choicesPerCustomer, seconds: 3_600)
        return try store.transaction {
            if let seconds = try count([choices]) { return seconds }
            if try stored() { try moveTimes(of: customer) }
            return nil
        }
    }
}
