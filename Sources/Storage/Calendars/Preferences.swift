public import Postgres

/// The choices of a customer about the views of their calendars.
public struct CalendarPreferences: Sendable, Hashable, RowDecodable {
    /// Days to add to the published Hijri calendar, -2 to 2.
    public var hijriShift = 0
    public var showsPrayers = true
    /// True if the built-in calendar of days is shown.
    public var showsDays = true
    /// True if single keys act on the views.
    public var hasShortcuts = true
    /// The calendar of the last new event.
    public var lastCalendar: CalendarID?
    /// The view last used on a desk; nil before the first.
    public var deskView: CalendarViewName?
    public var phoneView: CalendarViewName?

    /// The choices of a customer who has made none.
    public init() {}

    public init(_ row: Row) throws(PostgresError) {
        hijriShift = try row["hijri_shift"]
        showsPrayers = try row["shows_prayers"]
        showsDays = try row["shows_days"]
        hasShortcuts = try row["has_shortcuts"]
        lastCalendar = try row["last_calendar"]
        let desk: String? = try row["desk_view"], phone: String? = try row["phone_view"]
        deskView = desk.flatMap(CalendarViewName.init)
        phoneView = phone.flatMap(CalendarViewName.init)
    }

    static func query(_ customer: CustomerID) -> SQL {
        """
        SELECT hijri_shift::bigint, shows_prayers, shows_days, has_shortcuts, last_calendar, desk_view, phone_view
          FROM calendar_preference WHERE customer_id = \(customer)
        """
    }
}

/// A view of the calendars.
public enum CalendarViewName: String, Sendable, Hashable, CaseIterable {
    case month, week, day, list
}

extension Store {
    /// Returns a customer's choices; the defaults if there are none.
    public func calendarPreferences(of customer: CustomerID) throws(PostgresError) -> CalendarPreferences {
        try connection.row(CalendarPreferences.query(customer)) ?? CalendarPreferences()
    }

    /// Writes a customer's choices.
    public func replace(
        _ preferences: CalendarPreferences, of customer: CustomerID
    ) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO calendar_preference
                   (customer_id, hijri_shift, shows_prayers, shows_days, has_shortcuts, last_calendar, desk_view,
                    phone_view)
            VALUES (\(customer), \(preferences.hijriShift)::smallint, \(preferences.showsPrayers),
                    \(preferences.showsDays), \(preferences.hasShortcuts), \(preferences.lastCalendar),
                    \(preferences.deskView?.rawValue), \(preferences.phoneView?.rawValue))
            ON CONFLICT (customer_id) DO UPDATE
               SET hijri_shift = excluded.hijri_shift, shows_prayers = excluded.shows_prayers,
                   shows_days = excluded.shows_days, has_shortcuts = excluded.has_shortcuts,
                   last_calendar = excluded.last_calendar, desk_view = excluded.desk_view,
                   phone_view = excluded.phone_view, changed_at = now()
            """)
    }

    /// Remembers the view that a customer opened, and leaves all other choices as they are.
    public func record(
        _ view: CalendarViewName, onPhone isPhone: Bool, of customer: CustomerID
    ) throws(PostgresError) {
        let column: SQL = isPhone ? "phone_view" : "desk_view"
        try connection.execute("""
            INSERT INTO calendar_preference (customer_id, \(column)) VALUES (\(customer), \(view.rawValue))
            ON CONFLICT (customer_id) DO UPDATE SET \(column) = excluded.\(column)
            """)
    }

    /// Remembers the calendar of a customer's new event.
    public func recordLastCalendar(_ calendar: CalendarID, of customer: CustomerID) throws(PostgresError) {
        try connection.execute("""
            INSERT INTO calendar_preference (customer_id, last_calendar) VALUES (\(customer), \(calendar))
            ON CONFLICT (customer_id) DO UPDATE SET last_calendar = excluded.last_calendar
             WHERE calendar_preference.last_calendar IS DISTINCT FROM excluded.last_calendar
            """)
    }
}
