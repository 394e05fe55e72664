public import CivilTime
public import Postgres

/// A moment at which an alarm of an event goes off.
public struct NewReminder: Sendable, Hashable {
    /// A digest of the event, its occurrence and the alarm.
    public let key: String
    public let dueAt: Instant
    /// The occurrence, as addresses of pages name it; nil for an event that does not repeat.
    public let recurrenceID: String?
    public let startsAt: Instant
    public let isAllDay: Bool
    /// True if the alarm asks for a mail.
    public let isMail: Bool
    /// At most 200 characters, as `place`; empty if there is none.
    public let title: String, place: String

    public init(
        key: String, dueAt: Instant, recurrenceID: String?, startsAt: Instant, isAllDay: Bool, isMail: Bool,
        title: String, place: String
    ) {
        self.key = key
        self.dueAt = dueAt
        self.recurrenceID = recurrenceID
        self.startsAt = startsAt
        self.isAllDay = isAllDay
        self.isMail = isMail
        self.title = title
        self.place = place
    }
}

/// The due times of an object's alarms in the coming days.
public struct ObjectReminders: Sendable, Hashable {
    public var rows: [NewReminder]
    /// The moment up to which they are complete; nil if no later alarm is to come.
    public var until: Instant?

    public init(rows: [NewReminder] = [], until: Instant? = nil) {
        self.rows = rows
        self.until = until
    }
}

/// An object whose due times are to be continued or found again.
public struct ObjectWithoutReminders: Sendable, RowDecodable {
    public let owner: CustomerID
    public let collection: CalendarID
    public let segment: String
    public let tag: [UInt8], octets: [UInt8]
    /// The moment up to which its due times are known.
    public let until: Instant

    public init(_ row: Row) throws(PostgresError) {
        owner = try row["customer_id"]
        collection = try row["collection_id"]
        segment = try row["segment"]
        tag = try row["etag"]
        octets = try row["octets"]
        until = try row["reminders_until"]
    }
}

extension SQL {
    /// Returns the statement that inserts the due times of some objects. A time that is there already stays.
    static func insert(
        _ reminders: [(segment: String, reminder: NewReminder)], of owner: CustomerID, in collection: CalendarID
    ) -> SQL {
        let rows = reminders.map(\.reminder), segments = reminders.map(\.segment)
        let due = rows.map(\.dueAt.microsecondsSince1970), starts = rows.map(\.startsAt.microsecondsSince1970)
        let allDay: [Int] = rows.map { $0.isAllDay ? 1 : 0 }, mail: [Int] = rows.map { $0.isMail ? 1 : 0 }
        return """
        INSERT INTO reminder (customer_id, collection_id, segment, key, due_at, recurrence_id, starts_at, is_all_day,
                              is_mail, title, place)
        SELECT \(owner), \(collection), n.segment, n.key, timestamptz 'epoch' + n.due * interval '1 microsecond',
               nullif(n.recurrence_id, ''), timestamptz 'epoch' + n.starts * interval '1 microsecond',
               n.is_all_day = 1, n.is_mail = 1, nullif(n.title, ''), nullif(n.place, '')
          FROM unnest(\(segments), \(rows.map(\.key)), \(due), \(rows.map { $0.recurrenceID ?? "" }), \(starts),
                      \(allDay), \(mail), \(rows.map(\.title)), \(rows.map(\.place)))
               AS n (segment, key, due, recurrence_id, starts, is_all_day, is_mail, title, place)
        ON CONFLICT DO NOTHING
        """
    }

    /// Returns the statement that deletes the due times of some objects.
    static func deleteReminders(of owner: CustomerID, in collection: CalendarID, at segments: [String]) -> SQL {
        """
        DELETE FROM reminder
         WHERE customer_id = \(owner) AND collection_id = \(collection) AND segment = ANY (\(segments))
        """
    }
}

extension Store {
    /// Returns objects of any customer whose due times end before a moment, those that end first before others.
    public func objectsWithoutReminders(
        before moment: Instant, limit: Int
    ) throws(PostgresError) -> [ObjectWithoutReminders] {
        try connection.rows("""
            SELECT customer_id, collection_id, segment, etag, octets, reminders_until
              FROM calendar_object
             WHERE reminders_until < \(moment)
             ORDER BY reminders_until LIMIT \(limit)
            """)
    }

    /// Adds due times to an object. One that was changed meanwhile keeps what the change wrote.
    public func add(_ reminders: ObjectReminders, to object: ObjectWithoutReminders) throws {
        let store = self
        try transaction {
            let count = try store.connection.execute("""
                UPDATE calendar_object SET reminders_until = \(reminders.until)
                 WHERE customer_id = \(object.owner) AND collection_id = \(object.collection)
                   AND segment = \(object.segment) AND etag = \(object.tag) AND reminders_until = \(object.until)
                """)
            guard count == 1, !reminders.rows.isEmpty else { return }
            try store.connection.execute(SQL.insert(
                reminders.rows.map { (object.segment, $0) }, of: object.owner, in: object.collection))
        }
    }
}
