// What other processes must know at once: responders keep feeds in memory.

import Postgres

extension Store {
    /// Where changes of customers' feeds are announced: the digest of the feed's token in hexadecimal
    /// digits, or nothing when any feed may have changed.
    public static let feedChannel = "prayer_feed"

    /// Announces, when the open transaction commits, that a customer's feed is not what it was.
    func announceFeedChange(of customer: CustomerID) throws(PostgresError) {
        try connection.execute("""
            SELECT pg_notify(\(Self.feedChannel), encode(token_sha256, 'hex'))
              FROM prayer_feed WHERE customer_id = \(customer)
            """)
    }

    /// Announces the same of every feed.
    func announceChangeOfAllFeeds() throws(PostgresError) {
        try connection.notify(Self.feedChannel)
    }
}
