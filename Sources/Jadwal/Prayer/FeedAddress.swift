import Crypto
import FeatureKit
import Storage

extension App {
    /// The secret in a customer's feed's address. It is made from the feed's number and generation
    /// each time it is to be shown; the database knows its digest alone.
    func feedToken(_ id: PrayerFeedID, generation: Int) -> Token {
        Token.derived(key: secrets.feeds.current, from: "feed \(id) \(generation)")
    }

    func feedToken(_ feed: PrayerFeed) -> Token {
        feedToken(feed.id, generation: feed.generation)
    }

    /// Where a customer's calendar programs find their feed.
    func feedURL(_ feed: PrayerFeed) -> String {
        url("/prayer/\(feedToken(feed).text).ics")
    }

    /// A city's feed for anyone, with these options.
    func feedURL(_ city: City, _ options: FeedOptions) -> String {
        let query = options.query
        return url("/prayer/\(city.country.lowercased())/\(city.slug).ics") + (query.isEmpty ? "" : "?" + query)
    }

    /// Writes what a customer chose for their feed, and gives the feed.
    func replacePrayerFeed(of customer: CustomerID, by new: NewPrayerFeed) throws -> PrayerFeed {
        try store.replacePrayerFeed(of: customer, by: new) { feedToken($0, generation: $1).digest }
    }

    /// Gives a customer's feed another address; nil where there is no feed.
    func renewPrayerFeed(of customer: CustomerID) throws -> PrayerFeed? {
        try store.renewPrayerFeed(of: customer) { feedToken($0, generation: $1).digest }
    }
}
