public import Postgres

/// The calendars of a customer, and the choices on which views and computed times depend.
public struct CustomerRows: Sendable {
    /// All calendars, in the customer's order.
    public let calendars: [CalendarRow]
    public let preferences: CalendarPreferences
    /// nil without prayer times.
    public let prayer: PrayerSource?
}

extension Store {
    /// Returns the calendars and the choices of a customer, in one round trip.
    public func customerRows(of owner: CustomerID) throws(PostgresError) -> CustomerRows {
        let (calendars, preferences, prayer) = try connection.pipeline { pipeline in
            (
                pipeline.rows(calendarsQuery(owner), as: CalendarRow.self),
                pipeline.row(CalendarPreferences.query(owner), as: CalendarPreferences.self),
                pipeline.row(PrayerSource.query(owner), as: PrayerSource.self)
            )
        }
        return CustomerRows(
            calendars: try calendars.get(), preferences: try preferences.get() ?? CalendarPreferences(),
            prayer: try prayer.get())
    }
}
