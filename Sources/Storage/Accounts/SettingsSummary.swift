public import Postgres

/// The choices and devices of a customer, for the lines of the settings page.
public struct SettingsSummary: Sendable, RowDecodable {
    /// The devices of the sessions, the most recently used first; an unknown one is empty.
    public let sessionDevices: [String]
    /// The labels of the device passwords, the newest first.
    public let deviceLabels: [String]
    /// The names of the calendars, in the customer's order.
    public let calendarNames: [String]
    /// As `CalendarPreferences.hijriShift`.
    public let hijriShift: Int
    /// The defaults without a choice.
    public let habits: DayHabits
    /// nil without a prayer feed.
    public let prayerFeed: PrayerFeedSummary?

    public init(_ row: Row) throws(PostgresError) {
        sessionDevices = try row["session_devices"]
        deviceLabels = try row["device_labels"]
        calendarNames = try row["calendar_names"]
        hijriShift = try row["hijri_shift"]
        habits = try DayHabits(optional: row) ?? DayHabits()
        let options: String? = try row["options"]
        prayerFeed = options == nil ? nil : try PrayerFeedSummary(row)
    }
}

extension Store {
    /// Reads the choices and devices of a customer. One statement, since the settings page is asked for often.
    public func settingsSummary(of customer: CustomerID) throws(PostgresError) -> SettingsSummary {
        let summary: SettingsSummary? = try connection.row("""
            SELECT ARRAY(SELECT device FROM session WHERE customer_id = \(customer) AND expires_at > now()
                          ORDER BY last_seen_at DESC, id DESC) AS session_devices,
                   ARRAY(SELECT label FROM device_password WHERE customer_id = \(customer) AND \(Self.isLive)
                          ORDER BY id DESC) AS device_labels,
                   ARRAY(SELECT c.display_name FROM calendar_collection c
                          WHERE c.customer_id = \(customer) AND c.deleted_at IS NULL
                          ORDER BY \(Self.calendarOrder)) AS calendar_names,
                   coalesce((SELECT hijri_shift FROM calendar_preference WHERE customer_id = \(customer)), 0)::bigint
                       AS hijri_shift,
                   habit.*, feed.name, feed.name_ar, feed.country, feed.options
              FROM (SELECT) AS one
              LEFT JOIN (\(DayHabits.query(customer))) AS habit ON true
              LEFT JOIN (\(PrayerFeedSummary.query(customer))) AS feed ON true
            """)
        guard let summary else { throw .decoding("a statement without a condition has no row") }
        return summary
    }
}
