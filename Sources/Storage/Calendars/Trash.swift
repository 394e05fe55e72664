public import Postgres

// The trash: calendar objects as they were before somebody deleted or overwrote them. A change writes its row in its
// own transaction, from the object's row, so no text travels. Trash.swift writes and bounds, TrashRows.swift reads.

/// The one who makes a change, as the trash tells it.
public enum ChangeAuthor: Sendable, Hashable {
    /// The customer, on a page.
    case page
    /// A device's calendar program.
    case device(DevicePasswordID)
    /// An operator's command.
    case command
    /// Jadwal, which writes again what follows from other data. Nothing of what it overwrites is kept.
    case jadwal
}

/// The trash as a change uses it.
public struct TrashRule: Sendable, Hashable {
    let author: ChangeAuthor
    let mostOctets: Int

    /// - Parameter mostOctets: the octets of a customer's trash beyond which the oldest versions are deleted.
    public init(author: ChangeAuthor, mostOctets: Int) {
        self.author = author
        self.mostOctets = mostOctets
    }
}

/// The days for which something stays in the trash.
public let trashDays = 30

/// The reason for which something came into the trash.
public enum TrashChange: String, Sendable, Hashable, SQLConvertible {
    case deleted, overwritten
}

/// Of one address, these newest versions are kept, and of the older ones these that stood longest: a program that
/// writes an event every minute drives out its own versions, not the one from before.
private let newestVersions = 10, longestVersions = 10

/// The octets that a row counts beside its text, so that small objects do not fill the disk either.
private let octetsBesideText = 500

/// The changes of a calendar between two checks of the octets, and the text from which a version is checked at once.
private let checkInterval: Int64 = 64, checkedOctets = 32 << 10

extension TrashRule {
    /// Adds the statements that keep objects before they are deleted or overwritten.
    ///
    /// - Parameters:
    ///   - objects: the addresses, each with the number of its change.
    ///   - octets: the texts of all of them together.
    func keep(
        _ objects: [(segment: String, counter: Int64)], octets: Int, _ change: TrashChange, of calendar: CalendarRow,
        in pipeline: inout Pipeline
    ) {
        guard let name = authorName, !objects.isEmpty else { return }
        let segments = objects.map(\.segment)
        pipeline.execute("""
            INSERT INTO calendar_trash
                   (customer_id, collection_id, counter, segment, uid, kind, octets, octet_count, summary, first_start,
                    is_floating, is_recurring, change, author, device_password_id, created_at, written_at)
            SELECT o.customer_id, o.collection_id, n.counter, o.segment, o.uid, o.kind, o.octets, o.octet_count,
                   o.summary, o.first_start, o.is_floating, o.is_recurring, \(change), \(name), \(device),
                   o.created_at, o.changed_at
              FROM unnest(\(segments), \(objects.map(\.counter))) AS n (segment, counter), calendar_object o
             WHERE o.customer_id = \(calendar.owner) AND o.collection_id = \(calendar.id) AND o.segment = n.segment
            """)
        pipeline.execute(dropVersions(of: segments, in: calendar))
        if octets >= checkedOctets || objects.count > 1 { pipeline.execute(dropOldest(of: calendar.owner)) }
    }

    /// Adds the check of the octets if its turn is between two numbers of changes. Every change asks, also one that
    /// keeps nothing, so no order of changes escapes.
    func checkRoom(from before: Int64, to counter: Int64, of owner: CustomerID, in pipeline: inout Pipeline) {
        guard before / checkInterval < counter / checkInterval else { return }
        pipeline.execute(dropOldest(of: owner))
    }

    private var authorName: String? {
        switch author {
        case .page: "page"
        case .device: "device"
        case .command: "command"
        case .jadwal: nil
        }
    }

    private var device: DevicePasswordID? {
        guard case .device(let id) = author else { return nil }
        return id
    }

    private func dropVersions(of segments: [String], in calendar: CalendarRow) -> SQL {
        """
        DELETE FROM calendar_trash WHERE customer_id = \(calendar.owner) AND ctid = ANY (ARRAY (
               SELECT older.row
                 FROM (SELECT numbered.row, numbered.number,
                              row_number() OVER (
                                  PARTITION BY numbered.segment, numbered.number > \(newestVersions)
                                  ORDER BY numbered.stood DESC, numbered.counter DESC) AS place
                         FROM (SELECT t.ctid AS row, t.counter, t.segment, t.removed_at - t.written_at AS stood,
                                      row_number() OVER (PARTITION BY t.segment ORDER BY t.counter DESC) AS number
                                 FROM calendar_trash t
                                WHERE t.customer_id = \(calendar.owner) AND t.collection_id = \(calendar.id)
                                  AND t.segment = ANY (\(segments))) AS numbered) AS older
                WHERE older.number > \(newestVersions) AND older.place > \(longestVersions)))
        """
    }

    /// Returns the statement that deletes a customer's oldest versions beyond the room. It waits for nobody: rows that
    /// another transaction has locked wait for the next check.
    ///
    /// Nearly always there is room, and one sum says so. Beyond it the newest version that does not fit is found once,
    /// and it and all older ones go. No plan compares the versions with each other, whatever the planner believes
    /// about a customer that its statistics do not know.
    private func dropOldest(of owner: CustomerID) -> SQL {
        """
        WITH newest AS MATERIALIZED (
            SELECT s.removed_at, s.collection_id, s.counter
              FROM (SELECT u.removed_at, u.collection_id, u.counter,
                           sum(u.octet_count + \(octetsBesideText)) OVER (
                               ORDER BY u.removed_at DESC, u.collection_id DESC, u.counter DESC) AS octets
                      FROM calendar_trash u
                     WHERE u.customer_id = \(owner)
                       AND (SELECT sum(w.octet_count + \(octetsBesideText)) FROM calendar_trash w
                             WHERE w.customer_id = \(owner)) > \(mostOctets)) AS s
             WHERE s.octets > \(mostOctets)
             ORDER BY s.removed_at DESC, s.collection_id DESC, s.counter DESC LIMIT 1)
        DELETE FROM calendar_trash WHERE customer_id = \(owner) AND ctid = ANY (ARRAY (
            SELECT t.ctid FROM calendar_trash t
             WHERE t.customer_id = \(owner)
               AND (t.removed_at, t.collection_id, t.counter)
                   <= (SELECT n.removed_at, n.collection_id, n.counter FROM newest n)
               FOR UPDATE SKIP LOCKED))
        """
    }
}

extension Store {
    /// Deletes something from the trash for good.
    ///
    /// - Returns: false if it is no longer there.
    public func deleteTrash(of owner: CustomerID, _ id: TrashID) throws(PostgresError) -> Bool {
        try connection.execute(TrashID.deletion(of: owner, id)) == 1
    }

    /// Deletes what is in the trash up to a place in its list for good.
    ///
    /// - Returns: the number of versions.
    public func deleteTrash(of owner: CustomerID, upTo newest: TrashPosition) throws -> Int {
        try transaction {
            try connection.execute("""
                DELETE FROM calendar_trash
                 WHERE customer_id = \(owner)
                   AND (removed_at, collection_id, counter)
                       <= (\(newest.removedAt), \(newest.id.calendar), \(newest.id.counter))
                """)
        }
    }
}

extension TrashID {
    static func deletion(of owner: CustomerID, _ id: TrashID) -> SQL {
        """
        DELETE FROM calendar_trash
         WHERE customer_id = \(owner) AND collection_id = \(id.calendar) AND counter = \(id.counter)
        """
    }
}
