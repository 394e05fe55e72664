public import Postgres

extension Store {
    /// Keeps an account for its worker for some more time.
    ///
    /// - Parameter calendar: the one that is read; nil for a request about the account itself.
    /// - Returns: false if the customer left the account, or the calendar is no longer read into the same one here.
    public func keep(
        account id: OutsideAccountID, of owner: CustomerID, reading calendar: RemoteCalendarRow?, leaseSeconds: Int
    ) throws(PostgresError) -> Bool {
        if let calendar, try !isRead(calendar) { return false }
        return try connection.execute("""
            UPDATE outside_account SET leased_until = clock_timestamp() + \(leaseSeconds) * interval '1 second'
             WHERE customer_id = \(owner) AND id = \(id)
            """) == 1
    }

    /// Returns true if a calendar is still read into the same one here.
    public func isRead(_ calendar: RemoteCalendarRow) throws(PostgresError) -> Bool {
        guard let here = calendar.calendar else { return false }
        return try connection.value("""
            SELECT EXISTS (SELECT 1 FROM remote_calendar
                            WHERE customer_id = \(calendar.owner) AND id = \(calendar.id) AND collection_id = \(here))
            """) ?? false
    }

    /// Ends a visit that took too long. The next one goes on, after the accounts that waited longer.
    public func goOnLater(account id: OutsideAccountID, of owner: CustomerID) throws(PostgresError) {
        try connection.execute("""
            UPDATE outside_account SET leased_until = NULL, next_at = clock_timestamp()
             WHERE customer_id = \(owner) AND id = \(id)
            """)
    }

    /// Notes that the password was proved, and that the calendars are known. An account that waited for it can be
    /// chosen from.
    public func noteListed(
        homes: [UInt8], of id: OutsideAccountID, _ owner: CustomerID
    ) throws(PostgresError) {
        try connection.execute("""
            UPDATE outside_account
               SET sealed_homes = \(homes), listed_at = clock_timestamp(), good_at = clock_timestamp(),
                   state = CASE state WHEN 'asked' THEN 'found' ELSE state END,
                   leased_until = CASE state WHEN 'asked' THEN NULL ELSE leased_until END,
                   failures = 0, failing_since = NULL, problem = NULL
             WHERE customer_id = \(owner) AND id = \(id)
            """)
    }

    /// Notes that a new account cannot be joined, and deletes its secrets. One that was proved meanwhile stays.
    public func refuse(
        _ problem: String, account id: OutsideAccountID, of owner: CustomerID
    ) throws(PostgresError) {
        try connection.execute("""
            UPDATE outside_account
               SET state = 'refused', sealed_address = NULL, sealed_user = NULL, sealed_password = NULL,
                   leased_until = NULL, failures = failures + 1, problem = \(problem),
                   failing_since = coalesce(failing_since, clock_timestamp())
             WHERE customer_id = \(owner) AND id = \(id) AND state = 'asked'
            """)
    }

    /// Notes that all calendars of an account were read.
    ///
    /// - Parameter account: the row as the visit began: a time for the next one that was set since then stays.
    public func noteRead(
        _ account: OutsideAccountRow, nextAfterSeconds seconds: Int
    ) throws(PostgresError) {
        try connection.execute("""
            UPDATE outside_account
               SET good_at = clock_timestamp(), leased_until = NULL, failures = 0, failing_since = NULL, problem = NULL,
                   next_at = CASE WHEN next_at = \(account.nextAt)
                                  THEN clock_timestamp() + \(seconds) * interval '1 second' ELSE next_at END
             WHERE customer_id = \(account.owner) AND id = \(account.id)
            """)
    }

    /// Notes a failure. What the calendars hold stays.
    ///
    /// - Parameter account: the row as the visit began, as for `noteRead`.
    public func noteFailure(
        _ problem: String, of account: OutsideAccountRow, nextAfterSeconds seconds: Int
    ) throws(PostgresError) {
        try connection.execute("""
            UPDATE outside_account
               SET problem = \(problem), failures = failures + 1, leased_until = NULL,
                   failing_since = coalesce(failing_since, clock_timestamp()),
                   next_at = CASE WHEN next_at = \(account.nextAt)
                                  THEN clock_timestamp() + \(seconds) * interval '1 second' ELSE next_at END
             WHERE customer_id = \(account.owner) AND id = \(account.id)
            """)
    }

    /// Returns true if the customer of an account was here within a day, by a browser, an app or a device.
    public func wasHereToday(_ owner: CustomerID) throws(PostgresError) -> Bool {
        try connection.value("""
            SELECT EXISTS (SELECT 1 FROM session t WHERE t.customer_id = \(owner)
                              AND t.last_seen_at > now() - interval '1 day')
                OR EXISTS (SELECT 1 FROM device_password d WHERE d.customer_id = \(owner)
                              AND d.last_used_at > now() - interval '1 day')
            """) ?? false
    }
}
