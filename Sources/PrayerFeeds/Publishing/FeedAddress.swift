import Crypto
package import Places
import Runtime
package import Storage

extension App {
    /// Derives the secret part of the address of a customer's feed.
    ///
    /// It is derived each time it is shown. The database holds its digest and its random bytes, but not
    /// the key.
    ///
    /// - Returns: nil if no key of this installation makes the token, for example after `secrets/` was lost.
    func feedToken(_ feed: PrayerFeed) -> Token? {
        for message in feed.tokenMessages {
            for key in secrets.feeds.all {
                let token = Token.derived(key: key, from: message)
                if constantTimeEqual(token.digest, feed.tokenDigest) { return token }
            }
        }
        return nil
    }

    /// Returns the address of a customer's feed, for calendar programs; nil if its token cannot be derived.
    package func feedURL(_ feed: PrayerFeed) -> String? {
        feedToken(feed).map { url("/prayer/\($0.text).ics") }
    }

    /// Returns the customer's feed of an address, as `feedURL` makes it or with `webcal:`; nil for any other address.
    package func prayerFeed(at address: String) throws -> PrayerFeed? {
        let plain = address.hasPrefix("webcal://") ? "https" + address.dropFirst("webcal".count) : address
        let start = url("/prayer") + "/", end = ".ics"
        guard plain.hasPrefix(start), plain.hasSuffix(end),
              let token = Token(text: String(plain.dropFirst(start.count).dropLast(end.count)))
        else { return nil }
        return try store.prayerFeed(tokenDigest: token.digest)
    }

    /// Returns the address of a city's public feed with some options.
    package func feedURL(_ city: City, _ options: FeedOptions) -> String {
        let query = options.query
        return url("/prayer/\(city.country.lowercased())/\(city.slug).ics") + (query.isEmpty ? "" : "?" + query)
    }

    /// Stores a customer's choices for their feed, and returns the feed.
    package func replacePrayerFeed(of customer: CustomerID, by new: NewPrayerFeed) throws -> PrayerFeed {
        try store.replacePrayerFeed(of: customer, by: new, address: newFeedAddress())
    }

    /// Gives a customer's feed another address; returns nil if there is no feed.
    package func renewPrayerFeed(of customer: CustomerID) throws -> PrayerFeed? {
        try store.renewPrayerFeed(of: customer, address: newFeedAddress())
    }

    /// Makes a new address from 128 random bits.
    private func newFeedAddress() -> NewFeedAddress {
        let nonce = Random.bytes(16)
        let token = Token.derived(key: secrets.feeds.current, from: PrayerFeed.tokenMessage(nonce: nonce))
        return NewFeedAddress(nonce: nonce, tokenDigest: token.digest)
    }
}

extension PrayerFeed {
    /// The texts that the token may be derived from.
    ///
    /// Releases without random bytes derive the token from the feed's number and generation. If such a release
    /// renews an address, the row still has the random bytes of the address before.
    fileprivate var tokenMessages: [String] {
        (nonce.map { [Self.tokenMessage(nonce: $0)] } ?? []) + ["feed \(id) \(generation)"]
    }

    fileprivate static func tokenMessage(nonce: [UInt8]) -> String { "feed nonce \(hex(nonce))" }
}
