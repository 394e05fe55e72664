/// The statements that delete what is no longer kept. `Sources/Jadwal/Retention.swift` says for how long it is kept.
public import Postgres

/// The time for which rows are kept.
public enum KeptFor: Sendable, Hashable {
    case hours(Int), days(Int), years(Int)
    /// To the end that each row holds: `days` after the row was last used.
    case lifetime(days: Int)

    /// The time after the moment that a rule looks at.
    fileprivate var interval: SQL {
        switch self {
        case .hours(let hours): "\(hours) * interval '1 hour'"
        case .days(let days): "\(days) * interval '1 day'"
        case .years(let years): "\(years) * interval '1 year'"
        case .lifetime: "interval '0'"
        }
    }
}

/// A rule that finds rows whose time is over.
///
/// Every rule compares with the database's `now()`, so a worker with a wrong clock deletes nothing early. A rendered
/// feed ends at its place's midnight, which the machine that rendered it has written down.
public struct RetentionRule: Sendable {
    public let table: String
    /// The most rows that one statement deletes or changes. Batches are smaller if each row deletes others with it.
    fileprivate var batch = 1_000
    /// The statement for at most that many rows whose time, the interval, is over.
    fileprivate let statement: @Sendable (_ interval: SQL, _ limit: Int) -> SQL

    /// Returns a rule that deletes the rows of a table that meet a condition. Rows that another transaction has
    /// locked wait for the next time.
    private static func delete(
        _ table: String, _ name: SQL, batch: Int = 1_000, where condition: @escaping @Sendable (_ interval: SQL) -> SQL
    ) -> RetentionRule {
        RetentionRule(table: table, batch: batch) { interval, limit in
            """
            DELETE FROM \(name) WHERE ctid = ANY (ARRAY (
                SELECT ctid FROM \(name) AS kept WHERE \(condition(interval)) LIMIT \(limit)::integer
                   FOR UPDATE SKIP LOCKED))
            """
        }
    }

    /// Returns a rule that deletes the rows of a table some time after they ended.
    private static func ended(_ table: String, _ name: SQL) -> RetentionRule {
        delete(table, name) { "expires_at < now() - \($0)" }
    }

    /// Addresses that nobody proved, unless a sign-in is under way.
    public static let unprovedCustomers = delete("customer", "customer", batch: 200) { interval in
        """
        verified_at IS NULL AND created_at < now() - \(interval)
        AND NOT EXISTS (SELECT 1 FROM sign_in_flow f WHERE f.customer_id = kept.id AND f.expires_at > now())
        """
    }
    public static let magicLinks = ended("magic_link", "magic_link")
    public static let signInFlows = ended("sign_in_flow", "sign_in_flow")
    public static let addressChanges = ended("address_change", "address_change")
    public static let accountDeletions = ended("account_deletion", "account_deletion")
    public static let profileGrants = ended("profile_grant", "profile_grant")
    public static let deviceSetups = ended("device_setup", "device_setup")
    public static let sessions = ended("session", "session")
    public static let openIDFlows = ended("openid_flow", "openid_flow")
    /// Passwords of profiles that no device used.
    public static let unusedDevicePasswords = delete("device_password", "device_password") {
        "expires_unused_at < now() - \($0)"
    }
    /// Calendars that were deleted, with everything in them.
    public static let deletedCalendars = delete("calendar_collection", "calendar_collection", batch: 2) {
        "deleted_at < now() - \($0)"
    }
    /// Deleted and overwritten objects of calendars.
    public static let calendarTrash = delete("calendar_trash", "calendar_trash") { "removed_at < now() - \($0)" }
    /// Addresses of removed objects. The calendar notes up to which change its history is no longer known.
    public static let calendarRemovals = RetentionRule(table: "calendar_removal") { interval, limit in
        """
        WITH gone AS (
            DELETE FROM calendar_removal WHERE ctid = ANY (ARRAY (
                SELECT ctid FROM calendar_removal WHERE removed_at < now() - \(interval) LIMIT \(limit)::integer
                   FOR UPDATE SKIP LOCKED))
            RETURNING customer_id, collection_id, counter),
        noted AS (
            UPDATE calendar_collection c SET oldest_counter = greatest(c.oldest_counter, g.counter)
              FROM (SELECT customer_id, collection_id, max(counter) AS counter FROM gone
                     GROUP BY customer_id, collection_id) g
             WHERE c.customer_id = g.customer_id AND c.id = g.collection_id)
        SELECT 1 FROM gone
        """
    }
    /// The words of messages without a plan, and of all messages after the longer time.
    public static let messages = forgottenMessages("NOT c.has_proposal")
    public static let messagesOfPlans = forgottenMessages("true")
    private static func forgottenMessages(_ condition: SQL) -> RetentionRule {
        RetentionRule(table: "chat_message") { interval, limit in
            """
            UPDATE chat_message SET sealed = NULL WHERE ctid = ANY (ARRAY (
                SELECT m.ctid FROM chat_message m JOIN chat c ON c.customer_id = m.customer_id AND c.id = m.chat_id
                 WHERE m.received_at < now() - \(interval) AND m.sealed IS NOT NULL AND \(condition)
                 LIMIT \(limit)::integer FOR UPDATE OF m SKIP LOCKED))
            """
        }
    }
    /// Chats in which nothing was written for long, with the digests of their messages. One that is switched off stays
    /// switched off, and one with a plan to come can still change it.
    public static let chats = delete("chat", "chat", batch: 100) { interval in
        """
        last_message_at < now() - \(interval) AND created_at < now() - \(interval) AND NOT is_off
        AND NOT EXISTS (SELECT 1 FROM agreement a
                         WHERE a.customer_id = kept.customer_id AND a.chat_id = kept.id AND a.last_day >= now()::date)
        """
    }
    /// The other person of a chat that is switched off. The row stays, so that the chat stays switched off.
    public static let switchedOffChats = RetentionRule(table: "chat") { interval, limit in
        """
        UPDATE chat SET sealed_contact = '' WHERE ctid = ANY (ARRAY (
            SELECT ctid FROM chat
             WHERE is_off AND sealed_contact <> '' AND last_message_at < now() - \(interval)
             LIMIT \(limit)::integer FOR UPDATE SKIP LOCKED))
        """
    }
    /// The sentences that prove an agreement.
    public static let proofs = RetentionRule(table: "agreement") { interval, limit in
        """
        UPDATE agreement SET sealed_proof = NULL WHERE ctid = ANY (ARRAY (
            SELECT ctid FROM agreement
             WHERE found_at < now() - \(interval) AND sealed_proof IS NOT NULL
             LIMIT \(limit)::integer FOR UPDATE SKIP LOCKED))
        """
    }
    /// Findings, some time after their events.
    public static let agreements = delete("agreement", "agreement") { "last_day < (now() - \($0))::date" }
    public static let refusedMessages = delete("refused_message", "refused_message") { "refused_at < now() - \($0)" }
    /// Notices, with their deliveries.
    public static let notices = delete("notification", "notification") { "created_at < now() - \($0)" }
    /// Due times of alarms, some time after them.
    public static let reminders = delete("reminder", "reminder") { "due_at < now() - \($0)" }
    /// Devices that have taken no notice since they first failed.
    public static let failingDevices = delete("notification_device", "notification_device") {
        "first_failed_at < now() - \($0)"
    }
    public static let providerTokens = delete("provider_token", "provider_token") { "issued_at < now() - \($0)" }
    public static let customerNetworks = delete("customer_network", "customer_network") {
        "last_sign_in_at < now() - \($0)"
    }
    public static let throttleEvents = delete("throttle_event", "throttle_event") { "happened_at < now() - \($0)" }
    /// Last positions of customers.
    public static let positions = delete("last_position", "last_position") { "measured_at < now() - \($0)" }
    /// Comparisons of calendars and plans, of which there is one for each burst of changes.
    public static let endedComparisons = delete("job", "job") {
        """
        finished_at < now() - \($0) AND kind IN ('planning.find-clashes', 'planning.compare-stored', 'planning.plan',
                                                 'planning.refresh-plan', 'planning.leaving')
        """
    }
    /// Conflicts, some time after their events.
    public static let conflicts = delete("conflict", "conflict") { "last_end < now() - \($0)" }
    /// Planned times of tasks, some time after them.
    public static let planItems = delete("plan_item", "plan_item") { "ends_at < now() - \($0)" }
    /// Answers of engines about ways.
    public static let travelAnswers = delete("travel_answer", "travel_answer") { "asked_at < now() - \($0)" }
    /// Counts of requests to engines.
    public static let travelBudgets = delete("travel_budget", "travel_budget") { "day < (now() - \($0))::date" }
    public static let endedJobs = delete("job", "job") { "finished_at < now() - \($0)" }
    /// Jobs that no worker took up.
    public static let unknownJobs = delete("job", "job") { "finished_at IS NULL AND give_up_at < now() - \($0)" }
    public static let feedBodies = ended("prayer_feed_body", "prayer_feed_body")
    /// Feeds that are no longer asked for. They are not kept ready.
    public static let unaskedFeeds = RetentionRule(table: "prayer_edition") { interval, limit in
        """
        UPDATE prayer_edition SET fresh_until = NULL WHERE ctid = ANY (ARRAY (
            SELECT ctid FROM prayer_edition
             WHERE last_fetched_at < now() - \(interval) AND fresh_until IS NOT NULL
             LIMIT \(limit)::integer FOR UPDATE SKIP LOCKED))
        """
    }
    public static let forgottenEditions = delete("prayer_edition", "prayer_edition") {
        "last_fetched_at < now() - \($0)"
    }
    /// Editions that were asked for on one day only.
    public static let unwantedEditions = delete("prayer_edition", "prayer_edition") {
        "NOT is_wanted AND created_at < now() - \($0)"
    }
    /// Timetables that no feed shows; one with changes is kept until its days are over, for its history.
    public static let unshownTimetables = delete("prayer_timetable", "prayer_timetable", batch: 100) { interval in
        """
        NOT EXISTS (SELECT 1 FROM prayer_edition e WHERE e.timetable_id = kept.id)
        AND (last_day < (now() - \(interval))::date
             OR NOT EXISTS (SELECT 1 FROM prayer_change c WHERE c.timetable_id = kept.id))
        """
    }
    public static let goneFeeds = delete("prayer_feed_gone", "prayer_feed_gone") { "gone_at < now() - \($0)" }
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
    /// - Parameters:
    ///   - rules: the rules and the time for which each keeps its rows.
    ///   - mostBatches: the number of batches after which it stops; the next call continues.
    public func purge(
        _ rules: [(rule: RetentionRule, time: KeptFor)], mostBatches: Int
    ) throws(PostgresError) -> PurgeReport {
        var report = PurgeReport(), batches = 0
        for (rule, time) in rules {
            var rows = rule.batch
            while rows == rule.batch {
                guard batches < mostBatches else {
                    report.hasMore = true
                    return report
                }
                rows = try connection.execute(rule.statement(time.interval, rule.batch))
                batches += 1
                if rows > 0 { report.rows[rule.table, default: 0] += rows }
            }
        }
        return report
    }
}
