import Crypto
import Runtime
package import Storage

extension CalendarHome {
    /// Moves an event with its whole series to another calendar.
    ///
    /// - Returns: its new place.
    /// - Throws: `CalendarRefusal`; `uidTaken` if the other calendar has an event with the same UID.
    package func moveEvent(_ place: ObjectPlace, to calendar: String) throws -> ObjectPlace {
        try moveEvent(place, to: calendar, ifTag: nil)
    }

    /// Changes an event with its whole series and moves it to another calendar, in one transaction. One undo takes
    /// both back.
    ///
    /// - Parameters:
    ///   - recurrenceID: the event of the series that the person edited; nil for the whole series.
    ///   - tag: `StoredEvent.tag` of the event as the person saw it.
    /// - Returns: its new place.
    /// - Throws: `EventProblems`, `EventRefusal` and `CalendarRefusal`.
    package func edit(
        _ place: ObjectPlace, at recurrenceID: String?, _ draft: EventDraft, ifTag tag: String,
        movingTo calendar: String
    ) throws -> ObjectPlace {
        let stored = try storedEvent(place, at: recurrenceID, ifTag: tag)
        do {
            guard let octets = try stored.event.edited(.all, to: draft, newUID: Random.uuidV4())?.octets
            else { return try moveEvent(place, to: calendar, ifTag: tag) }
            return try toFreeAddress(like: place, in: calendar) { target in
                try moveAndReplace(from: place, to: target, octets, undo: UndoToken.Change.editedMove) { places in
                    try check(places, ifTag: tag)
                }
            }
        } catch is Overtaken {
            throw EventRefusal.overtaken(current: try event(at: place, recurrenceID))
        }
    }

    /// Moves an object whose text changes too: the version at the source goes to the trash.
    ///
    /// - Parameters:
    ///   - trashed: the version in the trash that is brought back; nil for a new one.
    ///   - undo: makes the way back from the calendar and the number of the change that left it; nil for none.
    ///   - check: throws to refuse, by the state of both addresses.
    func moveAndReplace(
        from source: ObjectPlace, to target: ObjectPlace, _ octets: [UInt8],
        outOfTrash trashed: TrashedObject? = nil, undo: ((CalendarID, Int64) -> UndoToken.Change)?,
        if check: (PlacesBeforeMove) throws -> Void
    ) throws {
        let new = newObject(try checkedObject(octets)), store = try app.store
        try store.transaction {
            guard let places = try store.lockPlaces(of: owner, from: source, to: target) else {
                throw try store.object(of: owner, source.calendar, source.segment) == nil
                    ? CalendarRefusal.noObject : .noCalendar
            }
            try check(places)
            try allow(new, in: places.target, at: target.segment, places.replaced, uid: places.segmentOfUID)
            try allow(more: new.octets.count - places.object.member.octetCount, beside: places.ownersOctets)
            let counters = try store.write(
                new, outOfTrash: trashed, to: target, from: source, places, isMove: true, trash: trash,
                sourceTrash: trash)
            if let undo { undoToken(undo(places.source.id, counters.source), places.target.id, counters.target) }
        }
    }

    /// - Parameter tag: the entity tag of the version that is moved; nil moves any version.
    private func moveEvent(_ place: ObjectPlace, to calendar: String, ifTag tag: String?) throws -> ObjectPlace {
        if place.calendar.utf8.elementsEqual(calendar.utf8) { return place }
        return try toFreeAddress(like: place, in: calendar) { target in
            _ = try move(from: place, to: target, isMove: true) { try check($0, ifTag: tag) }
        }
    }

    /// Refuses another version than the one that was seen, and a place that is taken.
    func check(_ places: PlacesBeforeMove, ifTag tag: String?) throws {
        if let tag, places.object.member.entityTag != tag { throw Overtaken() }
        if let segment = places.segmentOfUID { throw CalendarRefusal.uidTaken(segment: segment) }
        if places.replaced != nil { throw AddressInUse() }
    }

    /// Stores something in a calendar at the same address as before, or at a new one if that is in use.
    func toFreeAddress(
        like place: ObjectPlace, in calendar: String, _ store: (ObjectPlace) throws -> Void
    ) throws -> ObjectPlace {
        var target = ObjectPlace(calendar, place.segment)
        do {
            try store(target)
        } catch is AddressInUse {
            target = ObjectPlace(calendar, "\(Random.uuidV4()).ics")
            try store(target)
        }
        return target
    }
}

/// An object with another UID has the same address in the other calendar.
private struct AddressInUse: Error {}
