import Crypto
import Runtime
package import Storage

extension CalendarHome {
    /// Stores entries of somebody else. What is stored under the same UID is replaced, also by an older version: the
    /// source decides.
    ///
    /// - Returns: the UIDs that were stored, or were so before. Others broke a rule or found no room.
    /// - Throws: `CalendarRefusal.noCalendar`.
    package func store(foreign file: ImportFile, in segment: String) throws -> Set<String> {
        var stored: Set<String> = []
        for objects in parts(of: file.objects) {
            let isFound = try app.store.storeMany(of: owner, trash: trash, segment, uids: objects.map(\.new.uid)) {
                try requireWritable($0.calendar)
                return place(objects, $0, &stored)
            }
            guard isFound else { throw CalendarRefusal.noCalendar }
        }
        return stored
    }

    private func place(
        _ objects: [ImportedObject], _ before: CalendarBeforeMany, _ stored: inout Set<String>
    ) -> [PlacedObject] {
        var free = app.config.objectsPerCalendar - before.calendar.objectCount
        var room = mostOctets - before.ownersOctets
        return objects.compactMap { object in
            let existing = before.existing[Array(object.new.uid.utf8)]
            let more = object.new.octets.count - (existing?.member.octetCount ?? 0)
            guard before.calendar.components.contains(object.new.kind), existing != nil || free > 0,
                  more <= 0 || more <= room
            else { return nil }
            stored.insert(object.new.uid)
            if existing?.member.tag == object.new.tag { return nil }
            room -= more
            if existing == nil { free -= 1 }
            return PlacedObject(
                object.new, at: existing?.member.segment ?? "\(Random.uuidV4()).ics",
                replacing: existing?.member.octetCount)
        }
    }

    /// Removes entries that their source no longer has, by their UIDs.
    package func remove(foreign uids: [String], in calendar: CalendarID, _ segment: String) throws {
        for object in try app.store.segments(ofUIDs: uids, of: owner, calendar) {
            try discardObject(at: ObjectPlace(segment, object))
        }
    }

    /// Makes a calendar for entries of somebody else, and subscribes it, in one transaction.
    ///
    /// - Returns: the calendar.
    package func makeForeign(
        _ values: CalendarValues, subscribing subscribe: (CalendarRow) throws -> Void
    ) throws -> CalendarRow {
        let segment = Random.uuidV4(), store = try app.store
        _ = try makeFirst()
        return try store.transaction {
            try make(values, at: segment)
            guard let calendar = try store.calendar(of: owner, segment) else { throw CalendarRefusal.noCalendar }
            try subscribe(calendar)
            return calendar
        }
    }
}
