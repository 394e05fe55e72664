public import Postgres

/// The calendars of a customer, and the choices on which views and computed times depend.
public struct CustomerRows: Sendable {
    /// All calendars, in the customer's order.
    public let calendars: [CalendarRow]
    public let preferences: CalendarPreferences
    /// nil without prayer times.
    public let prayer: PrayerSource?
}

/// The rows of a customer that a pipeline has promised.
struct PendingCustomerRows {
    private let calendars: Pending<[CalendarRow]>
    private let preferences: Pending<CalendarPreferences?>
    private let prayer: Pending<PrayerSource?>

    init(_ store: Store, of owner: CustomerID, _ pipeline: inout Pipeline) {
        calendars = pipeline.rows(store.calendarsQuery(owner), as: CalendarRow.self)
        preferences = pipeline.row(CalendarPreferences.query(owner), as: CalendarPreferences.self)
        prayer = pipeline.row(PrayerSource.query(owner), as: PrayerSource.self)
    }

    func get() throws(PostgresError) -> CustomerRows {
        CustomerRows(
            calendars: try calendars.get(), preferences: try preferences.get() ?? CalendarPreferences(),
            prayer: try prayer.get())
    }
}

extension Store {
    /// Returns the calendars and the choices of a customer, in one round trip.
    public func customerRows(of owner: CustomerID) throws(PostgresError) -> CustomerRows {
        try connection.pipeline { PendingCustomerRows(self, of: owner, &$0) }.get()
    }
}
