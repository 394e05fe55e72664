public import Postgres

extension Store {
    /// Notes that the near past and the future of a calendar were read; the rest follows.
    public func noteBegun(_ id: RemoteCalendarID, of owner: CustomerID) throws(PostgresError) {
        try connection.execute("""
            UPDATE remote_calendar SET began_at = clock_timestamp(), good_at = clock_timestamp()
             WHERE customer_id = \(owner) AND id = \(id)
            """)
    }

    /// Notes that a calendar here holds what is there.
    ///
    /// - Parameter isChecked: true if all entity tags were compared.
    public func noteRead(
        _ id: RemoteCalendarID, of owner: CustomerID, syncToken: String?, ctag: String?, isChecked: Bool
    ) throws(PostgresError) {
        try connection.execute("""
            UPDATE remote_calendar r
               SET sync_token = \(syncToken), ctag = \(ctag), good_at = clock_timestamp(),
                   checked_at = CASE WHEN \(isChecked) THEN clock_timestamp() ELSE checked_at END,
                   began_at = coalesce(began_at, clock_timestamp()), gone_since = NULL, held_digest = NULL,
                   held_since = NULL, held_times = 0, held_count = 0, accepted_digest = NULL,
                   skipped_count = (SELECT count(*) FROM remote_object o
                                     WHERE o.customer_id = r.customer_id AND o.remote_id = r.id
                                       AND o.stored_tag IS NULL)
             WHERE customer_id = \(owner) AND id = \(id)
            """)
    }

    /// Notes that many objects vanished together, which is not believed yet. The same ones again count up.
    public func noteHeld(
        _ digest: [UInt8], vanished: Int, in id: RemoteCalendarID, of owner: CustomerID
    ) throws(PostgresError) {
        try connection.execute("""
            UPDATE remote_calendar
               SET held_since = CASE WHEN held_digest = \(digest) THEN held_since ELSE clock_timestamp() END,
                   held_times = CASE WHEN held_digest = \(digest) THEN held_times + 1 ELSE 1 END,
                   held_digest = \(digest), held_count = \(vanished)::integer
             WHERE customer_id = \(owner) AND id = \(id)
            """)
    }

    /// Notes that the customer believes that objects vanished.
    ///
    /// - Returns: false if none is held.
    public func acceptHeld(_ id: RemoteCalendarID, of owner: CustomerID) throws(PostgresError) -> Bool {
        try connection.execute("""
            UPDATE remote_calendar SET accepted_digest = held_digest
             WHERE customer_id = \(owner) AND id = \(id) AND held_digest IS NOT NULL
            """) == 1
    }

    /// Notes that a calendar is no longer there, or may not be read. What is here stays.
    public func noteGone(_ id: RemoteCalendarID, of owner: CustomerID) throws(PostgresError) {
        try connection.execute("""
            UPDATE remote_calendar SET gone_since = coalesce(gone_since, clock_timestamp())
             WHERE customer_id = \(owner) AND id = \(id)
            """)
    }
}
