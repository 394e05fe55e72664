import Logging
import Planning
public import Postgres
import Runtime
public import Storage

/// Everything that is deleted when its time is over. `Sources/Storage/Housekeeping.swift` has the statements.
///
/// The third column is the row of the privacy page that promises it, or the reason for having none.
public let retention: [Retained] = [
    // rows                      kept for                            the privacy page
    Retained(.unprovedCustomers, .days(7),                           .says("unproved")),
    Retained(.magicLinks,        .hours(24),                         .says("links")),
    Retained(.signInFlows,       .hours(24),                         .says("links")),
    Retained(.openIDFlows,       .hours(24),                         .says("links")),
    Retained(.addressChanges,    .hours(24),                         .says("links")),
    Retained(.accountDeletions,  .hours(24),                         .says("links")),
    Retained(.profileGrants,     .hours(24),                         .says("links")),
    Retained(.unusedDevicePasswords, .hours(24),                     .says("links")),
    Retained(.deviceSetups,      .hours(24),                         .says("links")),
    Retained(.sessions,          .lifetime(days: Store.sessionDays), .says("sessions")),
    Retained(.deletedCalendars,  .days(deletedCalendarDays),         .says("deleted-calendars")),
    Retained(.calendarTrash,     .days(trashDays),                   .says("trash")),
    Retained(.calendarRemovals,  .years(1),                          .says("removals")),
    Retained(.customerNetworks,  .days(180),                         .says("networks")),
    Retained(.throttleEvents,    .days(1),                           .says("counters")),
    Retained(.endedComparisons,  .hours(1),                          .isSilent("says that a calendar was compared")),
    Retained(.conflicts,         .days(30),                          .says("conflicts")),
    Retained(.positions,         .hours(PositionRules.keptHours),    .says("position")),
    Retained(.planItems,         .days(60),                          .says("plans")),
    Retained(.travelAnswers,     .hours(24),                         .isSilent("says nothing about who asked")),
    Retained(.travelBudgets,     .days(70),                          .isSilent("holds nothing about anybody")),
    Retained(.endedJobs,         .days(30),                          .says("mails")),
    Retained(.unknownJobs,       .days(30),                          .says("mails")),
    Retained(.messages,          .days(7),                           .says("messages")),
    Retained(.messagesOfPlans,   .days(30),                          .says("messages-of-plans")),
    Retained(.chats,             .days(60),                          .says("chats")),
    Retained(.switchedOffChats,  .days(60),                          .says("chats")),
    Retained(.proofs,            .days(7),                           .says("proofs")),
    Retained(.agreements,        .days(30),                          .says("agreements")),
    Retained(.notices,           .days(30),                          .says("notices")),
    Retained(.reminders,         .days(1),                           .isSilent("found again in events")),
    Retained(.failingDevices,    .days(60),                          .says("notice-devices")),
    Retained(.providerTokens,    .days(1),                           .isSilent("holds nothing about anybody")),
    Retained(.refusedMessages,   .days(30),                          .says("refused-messages")),
    Retained(.goneFeeds,         .years(1),                          .says("gone-feed")),
    // These also go with the feed of a customer, as the page says.
    Retained(.feedBodies,        .lifetime(days: 1),                 .isSilent("rendered again when it is asked for")),
    Retained(.unaskedFeeds,      .days(Store.prayerInterestDays),    .isSilent("deletes nothing")),
    Retained(.forgottenEditions, .years(1),                          .isSilent("choices are kept in prayer_feed")),
    Retained(.unwantedEditions,  .days(3),                           .isSilent("choices are kept in prayer_feed")),
    Retained(.unshownTimetables, .days(1),                           .isSilent("times of a place, computed again")),
]

/// The tables whose rows live as long as an account, the feed of a customer or a notice, with the row of the privacy
/// page.
public let keptWithAccount: [(table: String, says: String)] = [
    ("customer", "account"),
    ("day_habit", "day"),
    ("saved_place", "places"),
    ("planning_choice", "day"),
    ("plan", "plans"),
    ("task_fact", "calendars"),
    ("linked_login", "account"),
    ("device_password", "devices"),
    ("personal_token", "programs"),
    ("position_consent", "position-consent"),
    ("leave_look", "calendars"),
    ("calendar_collection", "calendars"),
    ("calendar_object", "calendars"),
    ("reminder", "calendars"),
    ("calendar_property", "calendars"),
    ("calendar_feed", "calendars"),
    ("calendar_preference", "calendars"),
    ("subscription", "subscriptions"),
    ("subscription_entry", "calendars"),
    ("conflict_reading", "calendars"),
    ("customer_key", "chat-account"),
    ("chat_account", "chat-account"),
    ("finding_outcome", "outcomes"),
    ("notification_preference", "account"),
    ("notification_choice", "account"),
    ("morning_digest", "account"),
    ("delivery", "notices"),
    ("prayer_feed", "feed"),
    ("mosque_table", "table"),
    ("mosque_day", "table"),
    ("prayer_timetable", "feed"),
    ("prayer_day", "feed"),
    ("prayer_change", "feed"),
    ("prayer_edition", "feed"),
    ("prayer_feed_body", "feed"),
]

/// Rows that are deleted when their time is over.
public struct Retained: Sendable {
    /// The part of the privacy page that says for how long data is kept.
    public enum Notice: Sendable, Hashable {
        /// The row with the texts `privacy.kept.KEY` and `privacy.kept.KEY.for`.
        case says(String)
        /// The reason for having no row.
        case isSilent(String)
    }

    public let rows: RetentionRule
    public let time: KeptFor
    public let notice: Notice

    init(_ rows: RetentionRule, _ time: KeptFor, _ notice: Notice) {
        self.rows = rows
        self.time = time
        self.notice = notice
    }
}

extension Store {
    /// Deletes what the table above no longer keeps.
    ///
    /// - Parameter mostBatches: the number of batches after which it stops; the next call continues.
    public func purge(mostBatches: Int = .max) throws(PostgresError) -> PurgeReport {
        try purge(retention.map { ($0.rows, $0.time) }, mostBatches: mostBatches)
    }
}

/// The deletion of data that is too old to be kept, by the table above.
enum Retention {
    /// The most batches of one call: they take about a second, so mails do not wait.
    private static let mostBatches = 50

    /// Deletes a part of the data that is too old.
    ///
    /// The database's clock decides which rows are too old. If this machine's clock differs from it by more than a
    /// minute, one of the two is wrong and nothing is deleted: data that is deleted a year too early is lost.
    ///
    /// - Returns: true if there is more to delete at once.
    static func purge(_ app: App) throws -> Bool {
        do {
            try app.checkClocks(mostSeconds: Clocks.mostSecondsForWork)
        } catch let error as ClocksApart {
            app.log.error("purge refused", metadata: ["reason": "\(error)"])
            return false
        }
        let report = try app.store.purge(mostBatches: mostBatches)
        if !report.rows.isEmpty {
            app.log.info("purge", metadata: report.rows.mapValues { "\($0)" })
        }
        return report.hasMore
    }
}
