import CivilTime
import Postgres

/// An object to store, with the facts that were found in its text.
public struct NewObject: Sendable {
    public var uid: String
    public var kind: String
    public var tag: [UInt8]
    public var octets: [UInt8]
    public var isRecurring: Bool
    public var summary: String?
    public var busy: BusyFacts
    /// The facts of a simple event; nil if views have to read the text.
    public var view: ViewFacts?
    /// The words by which a search finds it.
    public var words = SearchWords()
    /// The state of the times that Jadwal computes; nil for an object without any.
    public var times: ComputedTimes?
    /// The due times of its alarms.
    public var reminders = ObjectReminders()
    /// The moment of its making, for an object that moves; nil for one that is made now.
    var createdAt: Instant?

    public init(
        uid: String, kind: String, tag: [UInt8], octets: [UInt8], isRecurring: Bool = false, summary: String? = nil,
        busy: BusyFacts = BusyFacts(), view: ViewFacts? = nil
    ) {
        self.uid = uid
        self.kind = kind
        self.tag = tag
        self.octets = octets
        self.isRecurring = isRecurring
        self.summary = summary
        self.busy = busy
        self.view = view
    }

    /// The columns of the object's text, in a row of any address.
    fileprivate static let columns: [FactColumn<NewObject>] = [
        FactColumn("uid") { "\($0.uid)" },
        FactColumn("kind") { "\($0.kind)" },
        FactColumn("etag") { "\($0.tag)" },
        FactColumn("octets") { "\($0.octets)" },
        FactColumn("octet_count") { "\($0.octets.count)" },
        FactColumn("is_recurring") { "\($0.isRecurring)" },
        FactColumn("summary") { "\($0.summary)" },
        FactColumn("times_due_on") { "date '1970-01-01' + \($0.times?.dueOn.daysSince1970)::integer" },
        FactColumn("times_inputs") { "\($0.times?.inputs)" },
        FactColumn("reminders_until") { "\($0.reminders.until)" },
    ]

    /// Returns all columns that an INSERT and an UPDATE write, each with its value.
    fileprivate func columns(of owner: CustomerID, _ counter: Int64) -> [(name: SQL, value: SQL)] {
        Self.columns.map { ($0.name, $0.value(self)) }
            + BusyFacts.columns.map { ($0.name, $0.value(busy)) }
            + ViewFacts.columns.map { ($0.name, $0.value(view)) }
            + [
                ("search_words", "\(words.vector(of: owner))::tsvector"), ("search_counter", "\(counter)"),
                ("counter", "\(counter)"),
            ]
    }
}

/// The state of an address before something is written there. The calendar is locked.
public struct PlaceBeforeWrite: Sendable {
    public let calendar: CalendarRow
    /// The object at the address; nil if there is none.
    public let object: MemberRow?
    /// True if the object at the address has due times of alarms.
    let hasReminders: Bool
    /// The segment of the object in this calendar with the UID; nil if there is none, or none was asked for.
    public let segmentOfUID: String?
    /// The octets of all objects of the customer, also of calendars that can come back.
    public let ownersOctets: Int
    /// The change with which the address came into use before its last removal; nil if no removal of it is known.
    let removedCounter: Int64?
}

extension Store {
    /// Changes what is at an address, in a transaction of two round trips.
    ///
    /// The calendar is locked first, so that changes of one calendar follow each other: a program that sees a change
    /// has seen all earlier ones.
    ///
    /// - Parameters:
    ///   - trash: the way in which the object that is removed or replaced goes to the trash; nil if it does not.
    ///   - uid: the UID of the object to store; nil to remove one.
    ///   - decide: returns the change. It may throw, and then nothing is written. It may run twice.
    /// - Returns: nil if there is no such calendar.
    public func change(
        of owner: CustomerID, trash: TrashRule?, _ calendar: String, _ segment: String, uid: String?,
        _ decide: (PlaceBeforeWrite) throws -> ObjectChange
    ) throws -> (before: PlaceBeforeWrite, counter: Int64)? {
        try transaction { pipeline in
            (
                pipeline.row(CalendarRow.lockingQuery(owner, calendar), as: CalendarRow.self),
                // This one sees what was committed until the lock was taken: each statement has its own snapshot.
                pipeline.rows(placeQuery(owner, calendar, segment, uid: uid), as: PlaceRow.self)
            )
        } then: { locked, rows in
            guard let calendar = try locked.get() else { return nil }
            let before = PlaceBeforeWrite(calendar, try rows.get(), uid: uid)
            let change = try decide(before)
            return { pipeline in
                let counter = calendar.counter + 1
                change.add(to: &pipeline, calendar, segment, before, counter, trash: trash)
                return (before, counter)
            }
        }
    }

    /// Returns the statement that finds the object at an address, the one with the UID, an earlier removal there, and
    /// the octets of all objects.
    func placeQuery(_ owner: CustomerID, _ calendar: String, _ segment: String, uid: String?) -> SQL {
        let id = SQL.calendar("id", of: owner, calendar), columns: SQL = "\(MemberRow.columns), o.uid"
        let withReminders: SQL = """
            \(columns), EXISTS (
                SELECT 1 FROM reminder r
                 WHERE r.customer_id = o.customer_id AND r.collection_id = o.collection_id AND r.segment = o.segment
            )::integer::bigint AS reminders
            """
        return """
        SELECT \(columns), o.reminders AS number, 'address' AS what
          FROM \(SQL.object(withReminders, of: owner, in: id, "segment", "\(segment)"))
        UNION ALL
        SELECT \(columns), NULL::bigint, 'uid'
          FROM \(SQL.object(columns, of: owner, in: id, "uid", "\(uid)"))
         WHERE o.segment <> \(segment)
        UNION ALL
        SELECT '', ''::bytea, 0, '', NULL, NULL, NULL, 0, '', r.created_counter, 'removal'
          FROM calendar_collection c
          JOIN calendar_removal r ON r.customer_id = c.customer_id AND r.collection_id = c.id
         WHERE c.customer_id = \(owner) AND c.segment = \(calendar) AND c.deleted_at IS NULL
           AND r.customer_id = \(owner) AND r.segment = \(segment)
        UNION ALL
        SELECT '', ''::bytea, 0, '', NULL, NULL, NULL, 0, '', sum(octet_count)::bigint, 'octets'
          FROM calendar_collection WHERE customer_id = \(owner)
        """
    }
}

/// A row of the statement that examines an address: an object, or a number about the address.
struct PlaceRow: RowDecodable {
    /// The meaning of a row.
    enum What: String, SQLConvertible {
        /// The object at the address. Its number is 1 if it has due times of alarms, else 0.
        case address
        /// The object with the UID at another address.
        case uid
        /// The change with which the address came into use before it was removed.
        case removal
        /// The octets of all objects of the customer.
        case octets
    }

    let what: What
    let member: MemberRow
    let uid: String
    let number: Int64?

    init(_ row: Row) throws(PostgresError) {
        member = try MemberRow(row)
        uid = try row.text(at: MemberRow.columnCount)
        number = try row["number"]
        what = try row["what"]
    }
}

extension PlaceBeforeWrite {
    /// Makes the state of an address from which an object is removed.
    init(_ calendar: CalendarRow, _ object: ObjectRow) {
        self.calendar = calendar
        self.object = object.member
        // They go with the object.
        hasReminders = false
        segmentOfUID = nil
        removedCounter = nil
        ownersOctets = 0
    }

    init(_ calendar: CalendarRow, _ rows: [PlaceRow], uid: String?) {
        let objects = rows.filter { $0.what == .address || $0.what == .uid }
        self.calendar = calendar
        let present = objects.first { $0.what == .address }
        object = present?.member
        hasReminders = present?.number == 1
        segmentOfUID = uid.flatMap { uid in objects.first { $0.uid.utf8.elementsEqual(uid.utf8) }?.member.segment }
        removedCounter = rows.first { $0.what == .removal }?.number
        ownersOctets = Int(rows.first { $0.what == .octets }?.number ?? 0)
    }
}

/// A change of one address.
public enum ObjectChange: Sendable {
    case store(NewObject)
    /// Stores what was in the trash, and takes it out of there.
    case restore(NewObject, TrashedObject)
    case remove
    /// Nothing: the same octets are there already.
    case nothing
}

extension ObjectChange {
    /// Adds the statements of the change to a pipeline.
    ///
    /// - Parameter trash: the way of what is removed or replaced to the trash; nil if it only moves.
    func add(
        to pipeline: inout Pipeline, _ calendar: CalendarRow, _ segment: String, _ before: PlaceBeforeWrite,
        _ counter: Int64, trash: TrashRule?
    ) {
        let octets = before.object?.octetCount ?? 0
        func keep(_ change: TrashChange, in pipeline: inout Pipeline) {
            trash?.keep([(segment, counter)], octets: octets, change, of: calendar, in: &pipeline)
        }
        switch self {
        case .nothing: return
        case .restore(var new, let trashed):
            new.createdAt = trashed.createdAt
            ObjectChange.store(new).add(to: &pipeline, calendar, segment, before, counter, trash: trash)
            pipeline.execute(TrashID.deletion(of: calendar.owner, trashed.id))
            return
        case .store(let new) where before.object == nil:
            pipeline.execute(insert(new, calendar, segment, counter, created: before.removedCounter ?? counter))
            if before.removedCounter != nil { pipeline.execute(forgetRemoval(calendar, segment)) }
            remind(new, calendar, segment, in: &pipeline)
            pipeline.execute(count(calendar, objects: 1, octets: new.octets.count, counter))
        case .store(let new):
            keep(.overwritten, in: &pipeline)
            pipeline.execute(update(new, calendar, segment, counter))
            if before.hasReminders {
                pipeline.execute(SQL.deleteReminders(of: calendar.owner, in: calendar.id, at: [segment]))
            }
            remind(new, calendar, segment, in: &pipeline)
            pipeline.execute(count(calendar, objects: 0, octets: new.octets.count - octets, counter))
        case .remove:
            keep(.deleted, in: &pipeline)
            pipeline.execute(recordRemoval(calendar, segment, counter))
            pipeline.execute("""
                DELETE FROM calendar_object
                 WHERE customer_id = \(calendar.owner) AND collection_id = \(calendar.id) AND segment = \(segment)
                """)
            pipeline.execute(count(calendar, objects: -1, octets: -octets, counter))
        }
        trash?.checkRoom(from: counter - 1, to: counter, of: calendar.owner, in: &pipeline)
        if counter % removalCheckInterval == 0 { pipeline.execute(dropOldRemovals(calendar)) }
    }

    func insert(
        _ new: NewObject, _ calendar: CalendarRow, _ segment: String, _ counter: Int64, created: Int64
    ) -> SQL {
        let first: [(name: SQL, value: SQL)] = [
            ("created_at", "coalesce(\(new.createdAt), clock_timestamp())"), ("created_counter", "\(created)"),
        ]
        let columns = first + new.columns(of: calendar.owner, counter)
        return """
            INSERT INTO calendar_object
                (customer_id, collection_id, segment, \(columns.map(\.name).joined(by: ", ")))
            VALUES (\(calendar.owner), \(calendar.id), \(segment), \(columns.map(\.value).joined(by: ", ")))
            """
    }

    func update(_ new: NewObject, _ calendar: CalendarRow, _ segment: String, _ counter: Int64) -> SQL {
        let columns = new.columns(of: calendar.owner, counter)
        return """
            UPDATE calendar_object
               SET \(columns.map { "\($0.name) = \($0.value)" }.joined(by: ", ")),
                   created_at = coalesce(\(new.createdAt), created_at), changed_at = now()
             WHERE customer_id = \(calendar.owner) AND collection_id = \(calendar.id) AND segment = \(segment)
            """
    }

    /// Adds the due times of alarms. Most objects have none, so most changes have no statement for them.
    private func remind(
        _ new: NewObject, _ calendar: CalendarRow, _ segment: String, in pipeline: inout Pipeline
    ) {
        guard !new.reminders.rows.isEmpty else { return }
        let rows = new.reminders.rows.map { (segment, $0) }
        pipeline.execute(SQL.insert(rows, of: calendar.owner, in: calendar.id))
    }

    private func forgetRemoval(_ calendar: CalendarRow, _ segment: String) -> SQL {
        """
        DELETE FROM calendar_removal
         WHERE customer_id = \(calendar.owner) AND collection_id = \(calendar.id) AND segment = \(segment)
        """
    }

    private func recordRemoval(_ calendar: CalendarRow, _ segment: String, _ counter: Int64) -> SQL {
        """
        INSERT INTO calendar_removal (customer_id, collection_id, segment, created_counter, counter)
        SELECT o.customer_id, o.collection_id, o.segment, o.created_counter, \(counter) FROM calendar_object o
         WHERE o.customer_id = \(calendar.owner) AND o.collection_id = \(calendar.id) AND o.segment = \(segment)
        """
    }

    func count(_ calendar: CalendarRow, objects: Int, octets: Int, _ counter: Int64) -> SQL {
        """
        UPDATE calendar_collection
           SET counter = \(counter), object_count = object_count + \(objects)::integer,
               octet_count = octet_count + \(octets), changed_at = now()
         WHERE customer_id = \(calendar.owner) AND id = \(calendar.id)
        """
    }

    /// Bounds the list of removals: the newest are kept, and programs that know only older states start over.
    private func dropOldRemovals(_ calendar: CalendarRow) -> SQL {
        """
        WITH dropped AS (
            DELETE FROM calendar_removal
             WHERE customer_id = \(calendar.owner) AND collection_id = \(calendar.id)
               AND counter <= (SELECT r.counter FROM calendar_removal r
                                WHERE r.customer_id = \(calendar.owner) AND r.collection_id = \(calendar.id)
                                ORDER BY r.counter DESC OFFSET \(mostRemovals) LIMIT 1)
            RETURNING counter)
        UPDATE calendar_collection
           SET oldest_counter = greatest(oldest_counter, (SELECT max(counter) FROM dropped))
         WHERE customer_id = \(calendar.owner) AND id = \(calendar.id)
        """
    }
}

/// The removals of a calendar that are kept at least, and the changes between two checks of their number.
private let mostRemovals = 20_000, removalCheckInterval: Int64 = 1_000
