// Changes that other processes must know at once, since responders keep feeds in memory.

import Postgres

extension Store {
    /// The channel that announces changes of customers' feeds. The payload is the digest of the feed's token in
    /// hexadecimal digits; it is empty if any feed may have changed.
    public static let feedChannel = "prayer_feed"

    /// Announces, when the open transaction commits, that a customer's feed has changed.
    func announceFeedChange(of customer: CustomerID) throws(PostgresError) {
        try connection.execute("""
            SELECT pg_notify(\(Self.feedChannel), encode(token_sha256, 'hex'))
              FROM prayer_feed WHERE customer_id = \(customer)
            """)
    }

    /// Announces, when the open transaction commits, that any feed may have changed.
    func announceChangeOfAllFeeds() throws(PostgresError) {
        try connection.notify(Self.feedChannel)
    }
}
