package import Crypto
package import Runtime
package import Storage
package import Templates

extension App {
    /// Deletes a customer's prayer feed. Its address is unknown from then on.
    package func deletePrayerFeed(of customer: CustomerID) throws {
        try store.deletePrayerFeed(of: customer)
    }

    /// Shows a customer's prayer times in the calendars of their devices, or hides them there.
    ///
    /// - Returns: false if the customer has no feed.
    package func showPrayerCalendar(of customer: CustomerID, _ isShown: Bool) throws -> Bool {
        try store.showPrayerCalendar(of: customer, isShown)
    }

    /// Records that a city's feed was asked for.
    package func recordRequest(of edition: PrayerEditionID) throws {
        try store.touch(edition)
    }

    /// Records that a customer's feed was asked for.
    ///
    /// - Parameter byCalendar: true if a calendar program asked.
    package func recordRequest(of feed: PrayerFeed, byCalendar: Bool) throws {
        try store.touch(feed, byCalendar: byCalendar)
    }

    /// Makes an address at which the profile of a customer's feed can be fetched for some minutes.
    package func grantProfile(of feed: PrayerFeed, _ language: Language, lifetimeMinutes: Int) throws -> Token {
        let token = Token.random()
        try store.insert(NewProfileGrant(
            tokenDigest: token.digest, customerID: feed.customerID, feedGeneration: feed.generation,
            language: language.tag, lifetimeMinutes: lifetimeMinutes))
        return token
    }

    /// Returns the grant of a profile's address; nil if it has expired or was used up.
    ///
    /// - Parameter counts: true to count a fetch.
    package func profileGrant(_ token: Token, counts: Bool) throws -> ProfileGrant? {
        counts
            ? try store.useProfileGrant(tokenDigest: token.digest)
            : try store.profileGrant(tokenDigest: token.digest)
    }
}
