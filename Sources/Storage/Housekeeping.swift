/// The rules for how long rows are kept; the privacy page says the same.
public import Postgres

/// A rule that finds rows whose time is over.
struct RetentionRule: Sendable {
    let table: String
    /// The most rows that one statement deletes or changes. Batches are smaller if each row deletes others with it.
    var batch = 1_000
    /// The statement for at most that many rows.
    let statement: @Sendable (Int) -> SQL

    /// Returns a rule that deletes the rows of a table that meet a condition. Rows that another transaction has
    /// locked wait for the next time.
    static func delete(_ table: String, _ name: SQL, batch: Int = 1_000, where condition: SQL) -> RetentionRule {
        RetentionRule(table: table, batch: batch) { limit in
            """
            DELETE FROM \(name) WHERE ctid = ANY (ARRAY (
                SELECT ctid FROM \(name) AS kept WHERE \(condition) LIMIT \(limit)::integer FOR UPDATE SKIP LOCKED))
            """
        }
    }

    /// Every rule. All times are the database's: a host whose clock is wrong deletes nothing early.
    static let all: [RetentionRule] = [
        // Addresses that nobody proved, unless a sign-in is under way.
        delete("customer", "customer", batch: 200, where: """
            verified_at IS NULL AND created_at < now() - interval '7 days'
            AND NOT EXISTS (SELECT 1 FROM sign_in_flow f WHERE f.customer_id = kept.id AND f.expires_at > now())
            """),
        delete("magic_link", "magic_link", where: "expires_at < now() - interval '1 day'"),
        delete("sign_in_flow", "sign_in_flow", where: "expires_at < now() - interval '1 day'"),
        delete("address_change", "address_change", where: "expires_at < now() - interval '1 day'"),
        delete("account_deletion", "account_deletion", where: "expires_at < now() - interval '1 day'"),
        delete("session", "session", where: "expires_at < now()"),
        delete("customer_network", "customer_network", where: "last_sign_in_at < now() - interval '180 days'"),
        delete("throttle_event", "throttle_event", where: "happened_at < now() - interval '1 day'"),
        delete("profile_grant", "profile_grant", where: "expires_at < now() - interval '1 day'"),
        delete("job", "job", where: "finished_at < now() - interval '30 days'"),
        // Jobs that no worker took up.
        delete("job", "job", where: "finished_at IS NULL AND give_up_at < now() - interval '30 days'"),
        delete("prayer_feed_body", "prayer_feed_body", where: "expires_at < now()"),
        // A feed that nobody asked for in 90 days is not kept ready.
        RetentionRule(table: "prayer_edition") { limit in
            """
            UPDATE prayer_edition SET fresh_until = NULL WHERE ctid = ANY (ARRAY (
                SELECT ctid FROM prayer_edition
                 WHERE last_fetched_at < now() - \(Store.prayerInterestDays) * interval '1 day'
                   AND fresh_until IS NOT NULL
                 LIMIT \(limit)::integer FOR UPDATE SKIP LOCKED))
            """
        },
        delete("prayer_edition", "prayer_edition", where: "last_fetched_at < now() - interval '1 year'"),
        // Editions that were asked for on one day only.
        delete("prayer_edition", "prayer_edition", where: """
            NOT is_wanted AND created_at < now() - interval '3 days'
            """),
        // Timetables that no feed shows; one with changes is kept until its days are over, for its history.
        delete("prayer_timetable", "prayer_timetable", batch: 100, where: """
            NOT EXISTS (SELECT 1 FROM prayer_edition e WHERE e.timetable_id = kept.id)
            AND (last_day < (now() - interval '1 day')::date
                 OR NOT EXISTS (SELECT 1 FROM prayer_change c WHERE c.timetable_id = kept.id))
            """),
        delete("prayer_feed_gone", "prayer_feed_gone", where: "gone_at < now() - interval '1 year'"),
    ]
}

/// The result of a purge.
public struct PurgeReport: Sendable, Equatable {
    /// The number of rows that were deleted or changed, by table; without the tables that had none.
    public fileprivate(set) var rows: [String: Int] = [:]
    /// True if the purge stopped before everything was done.
    public fileprivate(set) var hasMore = false

    public init() {}

    /// The number of rows of a table; 0 if none was deleted or changed.
    public subscript(table: String) -> Int { rows[table] ?? 0 }
}

extension Store {
    /// Applies every rule, each batch in a transaction of its own.
    ///
    /// Running it twice, or in two workers, is harmless.
    ///
    /// - Parameter mostBatches: the number of batches after which it stops; the next call continues.
    public func purge(mostBatches: Int = .max) throws(PostgresError) -> PurgeReport {
        var report = PurgeReport(), batches = 0
        for rule in RetentionRule.all {
            var rows = rule.batch
            while rows == rule.batch {
                guard batches < mostBatches else {
                    report.hasMore = true
                    return report
                }
                rows = try connection.execute(rule.statement(rule.batch))
                batches += 1
                if rows > 0 { report.rows[rule.table, default: 0] += rows }
            }
        }
        return report
    }
}
