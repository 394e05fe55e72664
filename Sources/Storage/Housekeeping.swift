/// What is kept for how long; the privacy page says the same.
public import Postgres

/// How many rows a purge removed, by table.
public struct PurgeCounts: Sendable, Equatable {
    public var customers = 0, signIns = 0, sessions = 0, throttleEvents = 0, profileGrants = 0, jobs = 0

    public init() {}
}

extension Store {
    /// Removes everything whose time is over. Running it twice, or in two workers, is harmless.
    public func purge() throws(PostgresError) -> PurgeCounts {
        var counts = PurgeCounts()
        counts.customers = try purgeUnverifiedCustomers()
        counts.signIns = try purgeSignIns()
        counts.sessions = try purgeSessions()
        counts.throttleEvents = try purgeThrottleEvents()
        counts.profileGrants = try purgeProfileGrants()
        counts.jobs = try purgeJobs()
        return counts
    }

    /// Rows of addresses that nobody proved within seven days, unless a sign-in is under way.
    func purgeUnverifiedCustomers() throws(PostgresError) -> Int {
        try connection.execute("""
            DELETE FROM customer c
             WHERE verified_at IS NULL AND created_at < now() - interval '7 days'
               AND NOT EXISTS (SELECT 1 FROM sign_in_flow f
                                WHERE f.customer_id = c.id AND f.expires_at > now())
            """)
    }

    /// Links, flows and changes of address a day after they ended.
    func purgeSignIns() throws(PostgresError) -> Int {
        let links = try connection.execute("""
            DELETE FROM magic_link WHERE expires_at < now() - interval '1 day'
            """)
        let flows = try connection.execute("""
            DELETE FROM sign_in_flow WHERE expires_at < now() - interval '1 day'
            """)
        let changes = try connection.execute("""
            DELETE FROM address_change WHERE expires_at < now() - interval '1 day'
            """)
        return links + flows + changes
    }

    /// Sessions that ended by themselves.
    func purgeSessions() throws(PostgresError) -> Int {
        try connection.execute("DELETE FROM session WHERE expires_at < now()")
    }

    /// Counters a day old.
    func purgeThrottleEvents() throws(PostgresError) -> Int {
        try connection.execute("DELETE FROM throttle_event WHERE happened_at < now() - interval '1 day'")
    }

    /// Records of finished work after thirty days, and work that no release took up in that time.
    func purgeJobs() throws(PostgresError) -> Int {
        try connection.execute("""
            DELETE FROM job
             WHERE finished_at < now() - interval '30 days'
                OR finished_at IS NULL AND give_up_at < now() - interval '30 days'
            """)
    }
}
