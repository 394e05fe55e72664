import Crypto
package import Places
import Runtime
package import Storage

extension App {
    /// The secret in a customer's feed's address.
    ///
    /// It is derived each time it is shown; the database holds its digest and the random bytes, but not
    /// the key.
    ///
    /// - Returns: nil if no key of this installation makes the token, as after `secrets/` was lost.
    func feedToken(_ feed: PrayerFeed) -> Token? {
        for message in feed.tokenMessages {
            for key in secrets.feeds.all {
                let token = Token.derived(key: key, from: message)
                if constantTimeEqual(token.digest, feed.tokenDigest) { return token }
            }
        }
        return nil
    }

    /// Where a customer's calendar programs find their feed; nil if the token cannot be derived.
    package func feedURL(_ feed: PrayerFeed) -> String? {
        feedToken(feed).map { url("/prayer/\($0.text).ics") }
    }

    /// A city's feed for anyone, with these options.
    package func feedURL(_ city: City, _ options: FeedOptions) -> String {
        let query = options.query
        return url("/prayer/\(city.country.lowercased())/\(city.slug).ics") + (query.isEmpty ? "" : "?" + query)
    }

    /// Writes what a customer chose for their feed, and returns the feed.
    package func replacePrayerFeed(of customer: CustomerID, by new: NewPrayerFeed) throws -> PrayerFeed {
        try store.replacePrayerFeed(of: customer, by: new, address: newFeedAddress())
    }

    /// Gives a customer's feed another address; returns nil if there is no feed.
    package func renewPrayerFeed(of customer: CustomerID) throws -> PrayerFeed? {
        try store.renewPrayerFeed(of: customer, address: newFeedAddress())
    }

    /// An address that was never given out: its 128 random bits are drawn here.
    private func newFeedAddress() -> NewFeedAddress {
        let nonce = Random.bytes(16)
        let token = Token.derived(key: secrets.feeds.current, from: PrayerFeed.tokenMessage(nonce: nonce))
        return NewFeedAddress(nonce: nonce, tokenDigest: token.digest)
    }
}

extension PrayerFeed {
    /// The texts that the token may be derived from.
    ///
    /// The release before the random bytes derives it from number and generation. An address that it
    /// renewed leaves the bytes of the one before in the row.
    fileprivate var tokenMessages: [String] {
        (nonce.map { [Self.tokenMessage(nonce: $0)] } ?? []) + ["feed \(id) \(generation)"]
    }

    fileprivate static func tokenMessage(nonce: [UInt8]) -> String { "feed nonce \(hex(nonce))" }
}
