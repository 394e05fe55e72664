public import CivilTime
public import Postgres

/// The identity of something in the trash: a calendar, and the number of the change that deleted or overwrote it.
public struct TrashID: Sendable, Hashable {
    public let calendar: CalendarID
    public let counter: Int64

    public init(calendar: CalendarID, counter: Int64) {
        self.calendar = calendar
        self.counter = counter
    }

    /// Reads what `text` writes; nil if it is something else.
    public init?(text: String) {
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
        guard numbers.count == 2, let calendar = numbers[0], let counter = numbers[1] else { return nil }
        self.init(calendar: CalendarID(calendar), counter: counter)
    }

    /// The form in addresses: `12-345`.
    public var text: String { "\(calendar)-\(counter)" }
}

/// A place in the list of the trash.
public struct TrashPosition: Sendable, Hashable {
    public let removedAt: Instant
    public let id: TrashID

    init(removedAt: Instant, id: TrashID) {
        self.removedAt = removedAt
        self.id = id
    }

    /// Reads what `text` writes; nil if it is something else.
    public init?(text: String) {
        let parts = text.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let time = Int64(parts[0]), let id = TrashID(text: String(parts[1])) else { return nil }
        self.init(removedAt: Instant(microsecondsSince1970: time), id: id)
    }

    /// The form in addresses: the microseconds since 1970, and the identity.
    public var text: String { "\(removedAt.microsecondsSince1970)-\(id.text)" }
}

/// Something in the trash without its text: what a list shows.
public struct TrashItem: Sendable, RowDecodable {
    public let id: TrashID
    public let segment: String
    /// The kind of the object, as in VEVENT.
    public let kind: String
    public let summary: String?
    /// As `calendar_object` has it: 14 hours early if `isFloating`.
    public let firstStart: Instant?
    public let isFloating: Bool
    public let isRecurring: Bool
    public let octetCount: Int
    public let change: TrashChange
    public let author: ChangeAuthor
    /// The name of the device; nil if no device did it, or it was disconnected.
    public let device: String?
    public let removedAt: Instant
    /// The calendar's name, also of one that was deleted.
    public let calendarName: String
    public let calendarColor: String?

    public var position: TrashPosition { TrashPosition(removedAt: removedAt, id: id) }

    public init(_ row: Row) throws(PostgresError) {
        id = TrashID(calendar: try row["collection_id"], counter: try row["counter"])
        segment = try row["segment"]
        kind = try row["kind"]
        summary = try row["summary"]
        firstStart = try row["first_start"]
        isFloating = try row["is_floating"]
        isRecurring = try row["is_recurring"]
        octetCount = try row["octet_count"]
        change = try row["change"]
        author = try ChangeAuthor(name: row["author"], device: row["device_password_id"])
        device = try row["label"]
        removedAt = try row["removed_at"]
        calendarName = try row["display_name"]
        calendarColor = try row["color"]
    }

    fileprivate static let columns: SQL = """
        t.collection_id, t.counter, t.segment, t.kind, left(t.summary, 400) AS summary, t.first_start, t.is_floating,
        t.is_recurring, t.octet_count, t.change, t.author, t.device_password_id, t.removed_at, c.display_name, c.color
        """
}

extension ChangeAuthor {
    fileprivate init(name: String, device: DevicePasswordID?) throws(PostgresError) {
        switch (name, device) {
        case ("page", nil): self = .page
        case ("device", let device?): self = .device(device)
        case ("command", nil): self = .command
        default: throw .decoding("has an author that does not exist")
        }
    }
}

/// Something in the trash with its text, to come back.
public struct TrashedObject: Sendable, RowDecodable {
    public let id: TrashID
    /// The last part of the address of its calendar; nil if the calendar was deleted.
    public let calendar: String?
    public let segment: String
    public let uid: String
    public let kind: String
    public let octets: [UInt8]
    public let change: TrashChange
    /// The moment of the object's making.
    public let createdAt: Instant
    /// The seconds since it came here, by the database's clock.
    public let age: Int

    public init(_ row: Row) throws(PostgresError) {
        id = TrashID(calendar: try row["collection_id"], counter: try row["counter"])
        calendar = try row["calendar"]
        segment = try row["segment"]
        uid = try row["uid"]
        kind = try row["kind"]
        octets = try row["octets"]
        change = try row["change"]
        createdAt = try row["created_at"]
        age = try row["age"]
    }

    fileprivate static let columns: SQL = """
        t.collection_id, t.counter, CASE WHEN c.deleted_at IS NULL THEN c.segment END AS calendar, t.segment, t.uid,
        t.kind, t.octets, t.change, t.created_at, extract(epoch FROM now() - t.removed_at)::bigint AS age
        """
}

/// A change of an object that may be undone: the object as the change left it, or the address it left.
public struct ChangedPlace: Sendable, RowDecodable {
    public let place: ObjectPlace
    /// The seconds since the change, by the database's clock.
    public let age: Int

    public init(_ row: Row) throws(PostgresError) {
        place = ObjectPlace(try row["calendar"], try row["segment"])
        age = try row["age"]
    }
}

extension Store {
    /// Returns what is in a customer's trash, what came last first.
    ///
    /// - Parameter position: the last one of the previous call; nil for the first.
    public func trash(
        of owner: CustomerID, after position: TrashPosition?, limit: Int
    ) throws(PostgresError) -> [TrashItem] {
        try connection.rows("""
            SELECT \(TrashItem.columns), d.label FROM \(Self.trash(of: owner, after: position))
             ORDER BY t.removed_at DESC, t.collection_id DESC, t.counter DESC LIMIT \(limit)
            """)
    }

    /// Returns something in the trash without its text; nil if it is no longer there.
    public func trashItem(of owner: CustomerID, _ id: TrashID) throws(PostgresError) -> TrashItem? {
        try connection.row("""
            SELECT \(TrashItem.columns), d.label FROM \(Self.trash(of: owner, after: nil))
               AND t.collection_id = \(id.calendar) AND t.counter = \(id.counter)
            """)
    }

    /// Returns the last version that was deleted of the object with a UID; nil if it is not in the trash.
    public func deletedObject(of owner: CustomerID, uid: String) throws(PostgresError) -> TrashedObject? {
        try connection.row("""
            SELECT \(TrashedObject.columns) FROM \(Self.trash(of: owner, after: nil))
               AND t.uid = \(uid) AND t.change = 'deleted'
             ORDER BY t.removed_at DESC, t.counter DESC LIMIT 1
            """)
    }

    /// Returns the texts in a customer's trash, in the order of `trash(of:after:limit:)`.
    public func trashTexts(
        of owner: CustomerID, after position: TrashPosition?, limit: Int
    ) throws(PostgresError) -> [(position: TrashPosition, octets: [UInt8])] {
        let rows: [TrashText] = try connection.rows("""
            SELECT t.removed_at, t.collection_id, t.counter, t.octets FROM \(Self.trash(of: owner, after: position))
             ORDER BY t.removed_at DESC, t.collection_id DESC, t.counter DESC LIMIT \(limit)
            """)
        return rows.map { ($0.position, $0.octets) }
    }

    /// Returns something in the trash with its text; nil if it is no longer there.
    public func trashedObject(of owner: CustomerID, _ id: TrashID) throws(PostgresError) -> TrashedObject? {
        try connection.row("""
            SELECT \(TrashedObject.columns)
              FROM calendar_collection c
              JOIN calendar_trash t ON t.customer_id = c.customer_id AND t.collection_id = c.id
             WHERE c.customer_id = \(owner) AND t.customer_id = \(owner) AND t.collection_id = \(id.calendar)
               AND t.counter = \(id.counter) AND t.removed_at > now() - \(trashDays) * interval '1 day'
            """)
    }

    /// Returns the address of the object whose last change has this number; nil if there is none.
    public func changedObject(
        of owner: CustomerID, _ calendar: CalendarID, counter: Int64
    ) throws(PostgresError) -> ChangedPlace? {
        try connection.row("""
            SELECT c.segment AS calendar, o.segment, extract(epoch FROM now() - o.changed_at)::bigint AS age
              FROM calendar_collection c
              JOIN calendar_object o ON o.customer_id = c.customer_id AND o.collection_id = c.id
             WHERE c.customer_id = \(owner) AND c.id = \(calendar) AND c.deleted_at IS NULL
               AND o.customer_id = \(owner) AND o.collection_id = \(calendar) AND o.counter = \(counter)
            """)
    }

    /// Returns the address that an object left with a change of this number; nil if there is none.
    public func leftPlace(
        of owner: CustomerID, _ calendar: CalendarID, counter: Int64
    ) throws(PostgresError) -> ChangedPlace? {
        try connection.row("""
            SELECT c.segment AS calendar, r.segment, extract(epoch FROM now() - r.removed_at)::bigint AS age
              FROM calendar_collection c
              JOIN calendar_removal r ON r.customer_id = c.customer_id AND r.collection_id = c.id
             WHERE c.customer_id = \(owner) AND c.id = \(calendar) AND c.deleted_at IS NULL
               AND r.customer_id = \(owner) AND r.collection_id = \(calendar) AND r.counter = \(counter)
            """)
    }

    private static func trash(of owner: CustomerID, after position: TrashPosition?) -> SQL {
        let all: SQL = """
            calendar_collection c
              JOIN calendar_trash t ON t.customer_id = c.customer_id AND t.collection_id = c.id
              LEFT JOIN device_password d ON d.customer_id = c.customer_id AND d.id = t.device_password_id
             WHERE c.customer_id = \(owner) AND t.customer_id = \(owner)
               AND t.removed_at > now() - \(trashDays) * interval '1 day'
            """
        guard let position else { return all }
        return """
            \(all)
               AND (t.removed_at, t.collection_id, t.counter)
                   < (\(position.removedAt), \(position.id.calendar), \(position.id.counter))
            """
    }
}

/// A text in the trash.
private struct TrashText: RowDecodable {
    let position: TrashPosition
    let octets: [UInt8]

    init(_ row: Row) throws(PostgresError) {
        position = TrashPosition(
            removedAt: try row["removed_at"],
            id: TrashID(calendar: try row["collection_id"], counter: try row["counter"]))
        octets = try row["octets"]
    }
}
