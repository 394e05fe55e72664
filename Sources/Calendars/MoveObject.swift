import Postgres
import Runtime
package import Storage

/// The result of a move or a copy.
package struct MovedObject: Sendable {
    /// True if there was nothing at the target.
    package let isNew: Bool
    package let entityTag: String
    /// The way back.
    package let undo: UndoToken
}

extension CalendarHome {
    /// Gives a calendar another address in the home. It never takes the place of another calendar.
    ///
    /// - Parameter check: throws to refuse, by the calendar as it is now.
    /// - Throws: `CalendarRefusal`, and what `check` throws.
    package func move(
        _ segment: String, to target: String, if check: (CalendarRow) throws -> Void = { _ in }
    ) throws {
        guard target.utf8.count <= 255 else { throw CalendarRefusal.addressTooLong }
        guard target != Self.prayerTimes else { throw CalendarRefusal.addressTaken }
        let store = try app.store
        do {
            try store.transaction {
                guard let calendar = try store.lockCalendar(of: owner, segment)
                else { throw CalendarRefusal.noCalendar }
                try check(calendar)
                try store.move(calendar.id, of: owner, to: target)
            }
        } catch let error as PostgresError where error.isCalendarAddressTaken {
            throw CalendarRefusal.addressTaken
        }
    }

    /// Moves or copies an object to another address of the customer.
    ///
    /// - Parameters:
    ///   - isMove: true if the object leaves the source.
    ///   - check: throws to refuse, by the state of both addresses.
    /// - Throws: `CalendarRefusal`, and what `check` throws.
    package func move(
        from source: ObjectPlace, to target: ObjectPlace, isMove: Bool,
        if check: (PlacesBeforeMove) throws -> Void = { _ in }
    ) throws -> MovedObject {
        guard target.segment.utf8.count <= 255 else { throw CalendarRefusal.addressTooLong }
        let store = try app.store
        return try store.transaction {
            guard let places = try store.lockPlaces(of: owner, from: source, to: target) else {
                throw try store.object(of: owner, source.calendar, source.segment) == nil
                    ? CalendarRefusal.noObject : .noCalendar
            }
            try check(places)
            if isMove { try requireWritable(places.source) }
            let new = newObject(try checkedObject(places.object.octets))
            // An object that moves within its calendar takes its UID along.
            let stays = isMove && places.source.id == places.target.id
            let isOwnUID = places.segmentOfUID?.utf8.elementsEqual(source.segment.utf8) ?? false
            let uidSegment = stays && isOwnUID ? nil : places.segmentOfUID
            if stays, places.replaced != nil { throw CalendarRefusal.uidTaken(segment: target.segment) }
            try allow(
                new, in: places.target, at: target.segment, places.replaced, uid: uidSegment, isMoreThanBefore: !stays)
            if !isMove { try allow(more: new.octets.count, beside: places.ownersOctets) }
            let counters = try store.write(new, to: target, from: source, places, isMove: isMove, trash: trash)
            let change: UndoToken.Change = isMove
                ? .moved(from: places.source.id, counter: counters.source)
                : places.replaced == nil ? .added : .edited
            return MovedObject(
                isNew: places.replaced == nil, entityTag: places.object.member.entityTag,
                undo: undoToken(change, places.target.id, counters.target))
        }
    }
}
