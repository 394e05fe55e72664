public import CivilTime
public import Postgres

// Calendars and what is in them. Only the service `Calendars` calls the statements that write.
//
// - Calendars.swift: `CalendarRow`, a calendar. CalendarWrites.swift: making, changing and deleting one.
// - ObjectRows.swift: objects as they are read. ObjectWrites.swift: storing, moving and removing one. StoreMany.swift:
//   storing many. ObjectFacts.swift: facts in columns, for those who read and those who write.
// - Trash.swift: what was deleted or overwritten. TrashRows.swift: reading it.
// - CalendarChanges.swift: the changes since a state, for synchronization.
// - CalendarCandidates.swift: the objects that a query may match. CalendarViews.swift: those that a view shows.
//   ObjectRanges.swift: those that may be in a window. ToDoRows.swift: to-dos.
//   PausedSeries.swift: series that rest.
// - Search.swift: the objects that have some words. SearchWords.swift: the words of an object. UnreadWords.swift:
//   objects whose words are missing. Reminders.swift: the due times of alarms.
// - EventFormRow.swift: what the form of an event shows beside the event.
// - Preferences.swift: the choices of a customer about the views. CustomerRows.swift: them with the calendars.
//   CalendarFeeds.swift: secret addresses.
// - KeptProperties.swift: properties that programs set and nothing else reads.
//
// Each statement finds its rows by the owner first, so that the tables could be spread over several servers by
// owner. Reads of a calendar and of its objects go in one pipeline: the calendar is found by its address, and the
// objects by a join with it.

/// A calendar as it is stored.
public struct CalendarRow: Sendable, Hashable, RowDecodable {
    public let id: CalendarID
    public let owner: CustomerID
    /// The last part of its address.
    public let segment: String
    public var displayName: String
    public var description: String?
    /// `#RRGGBB` or `#RRGGBBAA`, in capitals.
    public var color: String?
    /// Apple's name of the colour, as in `red`.
    public var colorName: String?
    /// The place among the calendars, as programs set it.
    public var order: Int?
    /// The VCALENDAR with a VTIMEZONE that a program set.
    public var timeZone: String?
    /// The name of that zone; nil for the customer's.
    public var timeZoneID: String?
    /// The kinds of objects, as in VEVENT.
    public var components: [String]
    /// True if its events make nobody busy.
    public var isTransparent: Bool
    /// False if its owner hid it in the views of pages.
    public var isVisible: Bool
    /// Minutes before the start at which new events remind, at most 5, each 0 to 40,320.
    public var defaultReminders: [Int]
    /// True if new events go here. It cannot be deleted.
    public let isDefault: Bool
    /// The address of a subscribed calendar.
    public var sourceURL: String?
    public let epoch: Int64
    /// The number of the last change.
    public private(set) var counter: Int64
    /// Changes up to this number are no longer known.
    public let oldestCounter: Int64
    public let objectCount: Int
    public let octetCount: Int
    public let createdAt: Instant
    public let changedAt: Instant
    public let deletedAt: Instant?
    /// True if nobody writes into it but Jadwal itself.
    public let isReadOnly: Bool

    /// Makes a calendar that is not stored, and that nobody writes into.
    public init(
        unstored segment: String, of owner: CustomerID, displayName: String, components: [String], epoch: Int64,
        counter: Int64, oldestCounter: Int64, objectCount: Int, at moment: Instant
    ) {
        id = CalendarID(0)
        self.owner = owner
        self.segment = segment
        self.displayName = displayName
        self.components = components
        isTransparent = false
        isVisible = true
        defaultReminders = []
        isDefault = false
        self.epoch = epoch
        self.counter = counter
        self.oldestCounter = oldestCounter
        self.objectCount = objectCount
        octetCount = 0
        createdAt = moment
        changedAt = moment
        deletedAt = nil
        isReadOnly = true
    }

    /// Reads the first columns of a row, in the order of `columns`.
    public init(_ row: Row) throws(PostgresError) {
        id = CalendarID(try row.number(at: 0))
        owner = CustomerID(try row.uuid(at: 1))
        segment = try row.text(at: 2)
        displayName = try row.text(at: 3)
        description = try row.optionalText(at: 4)
        color = try row.optionalText(at: 5)
        colorName = try row.optionalText(at: 6)
        order = try row.optionalNumber(at: 7).map { Int($0) }
        timeZone = try row.optionalText(at: 8)
        timeZoneID = try row.optionalText(at: 9)
        components = try row.texts(at: 10)
        isTransparent = try row.flag(at: 11)
        isVisible = try row.flag(at: 12)
        isDefault = try row.flag(at: 13)
        sourceURL = try row.optionalText(at: 14)
        epoch = try row.number(at: 15)
        counter = try row.number(at: 16)
        oldestCounter = try row.number(at: 17)
        objectCount = Int(try row.number(at: 18))
        octetCount = Int(try row.number(at: 19))
        createdAt = Instant(sqlForm: try row.timestamp(at: 20))
        changedAt = Instant(sqlForm: try row.timestamp(at: 21))
        deletedAt = try row.optionalTimestamp(at: 22).map(Instant.init(sqlForm:))
        defaultReminders = try row.numbers(at: 23)
        isReadOnly = try row.flag(at: 24)
    }

    /// The columns that `init(_:)` reads, of table `calendar_collection` AS c.
    static let columns: SQL = """
        c.id, c.customer_id, c.segment, c.display_name, c.description, c.color, c.color_name, c.sort_order, c.time_zone,
        c.time_zone_id, c.components, c.is_transparent, c.is_visible, c.is_default, c.source_url, c.epoch, c.counter,
        c.oldest_counter, c.object_count, c.octet_count, c.created_at, c.changed_at, c.deleted_at, c.default_reminders,
        c.is_read_only
        """

    /// Returns the statement that finds a calendar by its address.
    static func query(_ owner: CustomerID, _ segment: String) -> SQL {
        """
        SELECT \(columns) FROM calendar_collection c
         WHERE c.customer_id = \(owner) AND c.segment = \(segment) AND c.deleted_at IS NULL
        """
    }

    /// Returns the statement that finds a calendar by its address, and locks it until the transaction ends.
    static func lockingQuery(_ owner: CustomerID, _ segment: String) -> SQL {
        "\(query(owner, segment)) FOR NO KEY UPDATE"
    }
}

extension CalendarRow {
    /// Includes a change that was read after the calendar, in the same round trip.
    ///
    /// Each statement sees what was committed before it. A token from before an addition that the program has seen
    /// would hide the removal of that object.
    mutating func include(_ change: Int64) { counter = max(counter, change) }
}

extension SQL {
    /// Returns one column of the calendar at an address, as a value. Unlike a join, it leaves the order of the rows to
    /// the index of what is compared with it.
    static func calendar(_ column: SQL, of owner: CustomerID, _ segment: String) -> SQL {
        """
        (SELECT c.\(column) FROM calendar_collection c
          WHERE c.customer_id = \(owner) AND c.segment = \(segment) AND c.deleted_at IS NULL)
        """
    }
}

extension Store {
    /// Returns a calendar by its address; nil if there is none.
    public func calendar(of owner: CustomerID, _ segment: String) throws(PostgresError) -> CalendarRow? {
        try connection.row(CalendarRow.query(owner, segment))
    }

    /// Returns a customer's calendars in the order that pages and programs set. Those without an order come last: the
    /// default one, then the others by age.
    public func calendars(of owner: CustomerID) throws(PostgresError) -> [CalendarRow] {
        try connection.rows(calendarsQuery(owner))
    }

    func calendarsQuery(_ owner: CustomerID) -> SQL {
        """
        SELECT \(CalendarRow.columns) FROM calendar_collection c
         WHERE c.customer_id = \(owner) AND c.deleted_at IS NULL
         ORDER BY \(Self.calendarOrder)
        """
    }

    /// Orders calendars `c`, as `calendars(of:)` says.
    static let calendarOrder: SQL = "c.sort_order NULLS LAST, c.is_default DESC, c.id"

    /// Returns the statement for the octets of all objects of a customer, also of calendars that can come back.
    static func usedOctetsQuery(_ owner: CustomerID) -> SQL {
        "SELECT coalesce(sum(octet_count), 0)::bigint FROM calendar_collection WHERE customer_id = \(owner)"
    }

    /// Returns the calendars that a customer deleted and may still have back, the last deleted one first.
    public func deletedCalendars(of owner: CustomerID) throws(PostgresError) -> [CalendarRow] {
        try connection.rows("""
            SELECT \(CalendarRow.columns) FROM calendar_collection c
             WHERE c.customer_id = \(owner) AND c.deleted_at IS NOT NULL
             ORDER BY c.deleted_at DESC, c.id
            """)
    }
}

/// The days for which a deleted calendar can come back.
public let deletedCalendarDays = 30
