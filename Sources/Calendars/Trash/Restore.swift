import Crypto
import ICalendar
import Runtime
package import Storage

/// Something that came back from the trash.
package struct RestoredObject: Sendable {
    package let calendar: CalendarRow
    package let segment: String
    /// The way back; nil if the calendar had the same version already.
    package let undo: UndoToken?
}

extension CalendarHome {
    /// Restores something from the trash: in its calendar, at its address.
    ///
    /// A present version of it goes to the trash instead, wherever in that calendar it is. If another object has the
    /// address, a new one is made up. If the calendar was deleted, the first that takes the kind counts, the default
    /// one before others.
    ///
    /// - Returns: nil if it is no longer in the trash.
    /// - Throws: `CalendarRefusal`, as a PUT of the same text.
    package func restoreFromTrash(_ id: TrashID) throws -> RestoredObject? {
        guard let trashed = try app.store.trashedObject(of: owner, id) else { return nil }
        let new = newObject(try checkedObject(trashed.octets))
        var calendar = try calendar(for: trashed), segment = trashed.segment
        // Between reading and locking, an object can get another address, and a calendar can go.
        for _ in 0..<4 {
            do {
                if let restored = try restore(new, trashed, in: calendar, at: segment) { return restored }
                calendar = try firstCalendar(taking: trashed.kind)
            } catch let other as AnotherAddress {
                segment = other.segment
            }
        }
        throw CalendarRefusal.noCalendar
    }

    /// The address at which the object must be stored instead.
    private struct AnotherAddress: Error {
        let segment: String
    }

    /// - Returns: nil if there is no such calendar.
    private func restore(
        _ new: NewObject, _ trashed: TrashedObject, in calendar: String, at segment: String
    ) throws -> RestoredObject? {
        let changed = try app.store.change(of: owner, trash: trash, calendar, segment, uid: new.uid) { before in
            if let present = before.segmentOfUID, !present.utf8.elementsEqual(segment.utf8) {
                throw AnotherAddress(segment: present)
            }
            if before.object != nil, before.segmentOfUID == nil {
                throw AnotherAddress(segment: "\(Random.uuidV4()).ics")
            }
            return try restoring(new, trashed, before, at: segment)
        }
        guard let (before, counter) = changed else { return nil }
        let isSame = before.object?.tag == new.tag
        // The calendar has this version already, so it only leaves the trash.
        if isSame { _ = try app.store.deleteTrash(of: owner, trashed.id) }
        return RestoredObject(
            calendar: before.calendar, segment: segment,
            undo: isSame ? nil : undoToken(before.object == nil ? .added : .edited, before.calendar.id, counter))
    }

    /// Returns the change that restores something at an address, if the calendar takes it.
    func restoring(
        _ new: NewObject, _ trashed: TrashedObject, _ before: PlaceBeforeWrite, at segment: String
    ) throws -> ObjectChange {
        try allow(new, in: before.calendar, at: segment, before.object, uid: before.segmentOfUID)
        try allow(more: new.octets.count - (before.object?.octetCount ?? 0), beside: before.ownersOctets)
        return before.object?.tag == new.tag ? .nothing : .restore(new, trashed)
    }

    /// Returns the address of the calendar that something in the trash goes to.
    private func calendar(for trashed: TrashedObject) throws -> String {
        try trashed.calendar ?? firstCalendar(taking: trashed.kind)
    }

    private func firstCalendar(taking kind: String) throws -> String {
        guard let calendar = try list().calendars.first(where: { $0.components.contains(kind) })
        else { throw CalendarRefusal.invalid(.unsupportedKind(kind)) }
        return calendar.segment
    }
}
