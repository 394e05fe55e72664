public import Postgres

/// The calendars of a customer, and the choices on which views and computed times depend.
public struct CustomerRows: Sendable {
    /// All calendars, in the customer's order.
    public let calendars: [CalendarRow]
    public let preferences: CalendarPreferences
    public let habits: DayHabits
    /// nil without prayer times.
    public let prayer: PrayerSource?
}

/// The rows of a customer that a pipeline has promised.
struct PendingCustomerRows {
    private let calendars: Pending<[CalendarRow]>
    private let choices: Pending<CustomerChoices?>
    private let prayer: Pending<PrayerSource?>

    init(_ store: Store, of owner: CustomerID, _ pipeline: inout Pipeline) {
        calendars = pipeline.rows(store.calendarsQuery(owner), as: CalendarRow.self)
        choices = pipeline.row(CustomerChoices.query(owner), as: CustomerChoices.self)
        prayer = pipeline.row(PrayerSource.query(owner), as: PrayerSource.self)
    }

    func get() throws(PostgresError) -> CustomerRows {
        let choices = try choices.get()
        return CustomerRows(
            calendars: try calendars.get(), preferences: choices?.preferences ?? CalendarPreferences(),
            habits: choices?.habits ?? DayHabits(), prayer: try prayer.get())
    }
}

/// The choices of a customer about views and days, in one statement.
private struct CustomerChoices: RowDecodable {
    let preferences: CalendarPreferences
    let habits: DayHabits

    init(_ row: Row) throws(PostgresError) {
        let hijriShift: Int? = try row["hijri_shift"]
        preferences = hijriShift == nil ? CalendarPreferences() : try CalendarPreferences(row)
        habits = try DayHabits(optional: row) ?? DayHabits()
    }

    static func query(_ customer: CustomerID) -> SQL {
        """
        SELECT preference.*, habit.*
          FROM (SELECT) AS one
          LEFT JOIN (\(CalendarPreferences.query(customer))) AS preference ON true
          LEFT JOIN (\(DayHabits.query(customer))) AS habit ON true
        """
    }
}

extension Store {
    /// Returns the calendars and the choices of a customer, in one round trip.
    public func customerRows(of owner: CustomerID) throws(PostgresError) -> CustomerRows {
        try connection.pipeline { PendingCustomerRows(self, of: owner, &$0) }.get()
    }
}
