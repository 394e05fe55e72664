package import CivilTime
package import ICalendar

/// The facts that a draft needs to become an object, and back.
package struct EventContext: Sendable {
    package let now: Instant
    /// The customer's zone, as an IANA name.
    package let timeZone: String
    /// The first day of the customer's weeks.
    package let weekStart: Weekday
    package let database: ZoneResolver.Database
    package let computed: any ComputedSeries
    /// The customer's address in lower case.
    package let address: String
    /// The zone of floating times and of unknown zones in the event's calendar, with its name; nil for the customer's.
    package var floating: (name: String, rules: any ZoneRules)?
    /// The octets that an object may have; nil for no limit.
    package var mostOctets: Int?

    package init(
        now: Instant, timeZone: String, weekStart: Weekday, database: @escaping ZoneResolver.Database,
        computed: any ComputedSeries, address: String
    ) {
        self.now = now
        self.timeZone = timeZone
        self.weekStart = weekStart
        self.database = database
        self.computed = computed
        self.address = address
    }

    /// The clocks of the customer.
    var clocks: TimeZoneRules { database(timeZone) ?? .utc }

    /// The PRODID of new objects.
    static let productID = "-//Jadwal//Calendar//EN"
}
