public import Postgres

/// The values of a calendar that is made.
public struct NewCalendar: Sendable {
    public var segment: String
    public var displayName: String
    public var description: String?
    public var color: String?
    public var colorName: String?
    public var order: Int?
    public var timeZone: String?
    public var timeZoneID: String?
    public var components: [String]
    public var isTransparent = false
    public var isDefault = false
    public var sourceURL: String?
    /// A random number; see `CalendarRow.epoch`.
    public var epoch: Int64

    public init(segment: String, displayName: String, components: [String], epoch: Int64) {
        self.segment = segment
        self.displayName = displayName
        self.components = components
        self.epoch = epoch
    }
}

extension PostgresError {
    /// True if a calendar's address is taken.
    public var isCalendarAddressTaken: Bool { constraint == "calendar_collection_segment_idx" }
}

extension Store {
    /// Takes the lock of a customer's set of calendars, so that two requests do not both pass a limit.
    ///
    /// - Returns: the number of calendars, a fourth of those that were deleted included; nil if the customer does not
    ///   exist. Deleted calendars take room for 30 days, so nobody may make and delete them without end.
    public func lockCalendars(of owner: CustomerID) throws(PostgresError) -> Int? {
        let found: Bool? = try connection.value("SELECT true FROM customer WHERE id = \(owner) FOR NO KEY UPDATE")
        guard found != nil else { return nil }
        return try connection.value("""
            SELECT count(*) FILTER (WHERE deleted_at IS NULL) + count(*) FILTER (WHERE deleted_at IS NOT NULL) / 4
              FROM calendar_collection WHERE customer_id = \(owner)
            """) ?? 0
    }

    /// Returns true if a customer has, or had within the last days, any calendar.
    public func hasAnyCalendar(_ owner: CustomerID) throws(PostgresError) -> Bool {
        try connection.value("""
            SELECT EXISTS (SELECT 1 FROM calendar_collection WHERE customer_id = \(owner))
            """) ?? false
    }

    /// Inserts a calendar.
    ///
    /// - Throws: an error with `isCalendarAddressTaken` if another calendar has the segment.
    public func insert(_ new: NewCalendar, of owner: CustomerID) throws(PostgresError) -> CalendarID {
        let id: CalendarID? = try connection.value("""
            INSERT INTO calendar_collection
                   (customer_id, segment, display_name, description, color, color_name, sort_order, time_zone,
                    time_zone_id, components, is_transparent, is_default, source_url, epoch)
            VALUES (\(owner), \(new.segment), \(new.displayName), \(new.description), \(new.color), \(new.colorName),
                    \(new.order), \(new.timeZone), \(new.timeZoneID), \(new.components), \(new.isTransparent),
                    \(new.isDefault), \(new.sourceURL), \(new.epoch))
            RETURNING id
            """)
        guard let id else { throw .decoding("the new calendar has no id") }
        return id
    }

    /// Returns a calendar by its address and locks it until the transaction ends; nil if there is none.
    public func lockCalendar(of owner: CustomerID, _ segment: String) throws(PostgresError) -> CalendarRow? {
        try connection.row(CalendarRow.lockingQuery(owner, segment))
    }

    /// Writes the values of a calendar that can be changed.
    public func update(_ calendar: CalendarRow) throws(PostgresError) {
        try connection.execute("""
            UPDATE calendar_collection
               SET display_name = \(calendar.displayName), description = \(calendar.description),
                   color = \(calendar.color), color_name = \(calendar.colorName), sort_order = \(calendar.order),
                   time_zone = \(calendar.timeZone), time_zone_id = \(calendar.timeZoneID),
                   components = \(calendar.components), is_transparent = \(calendar.isTransparent),
                   is_visible = \(calendar.isVisible), default_reminders = \(calendar.defaultReminders),
                   source_url = \(calendar.sourceURL), changed_at = now()
             WHERE customer_id = \(calendar.owner) AND id = \(calendar.id)
            """)
    }

    /// Gives a calendar another address. Everything else of it stays.
    ///
    /// - Throws: an error with `isCalendarAddressTaken` if another calendar has the segment.
    public func move(_ id: CalendarID, of owner: CustomerID, to segment: String) throws(PostgresError) {
        try connection.execute("""
            UPDATE calendar_collection SET segment = \(segment), changed_at = now()
             WHERE customer_id = \(owner) AND id = \(id)
            """)
    }

    /// Gives a calendar its place among the calendars.
    public func order(_ id: CalendarID, of owner: CustomerID, _ order: Int) throws(PostgresError) {
        try connection.execute("""
            UPDATE calendar_collection SET sort_order = \(order), changed_at = now()
             WHERE customer_id = \(owner) AND id = \(id)
            """)
    }

    /// Marks a calendar as deleted. Its objects stay until the purge.
    ///
    /// - Returns: false if it was deleted before, or is the default one.
    public func delete(_ id: CalendarID, of owner: CustomerID) throws(PostgresError) -> Bool {
        try connection.execute("""
            UPDATE calendar_collection SET deleted_at = now()
             WHERE customer_id = \(owner) AND id = \(id) AND deleted_at IS NULL AND NOT is_default
            """) == 1
    }

    /// Takes back the deletion of a calendar. It gets a new epoch: programs have forgotten its objects.
    ///
    /// - Returns: false if it is no longer there.
    public func restore(
        _ id: CalendarID, of owner: CustomerID, as segment: String, epoch: Int64
    ) throws(PostgresError) -> Bool {
        try connection.execute("""
            UPDATE calendar_collection SET deleted_at = NULL, segment = \(segment), epoch = \(epoch)
             WHERE customer_id = \(owner) AND id = \(id)
               AND deleted_at > now() - \(deletedCalendarDays) * interval '1 day'
            """) == 1
    }
}
