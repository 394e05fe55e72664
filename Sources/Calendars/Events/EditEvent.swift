import Crypto
import DAV
import ICalendar
import Runtime
package import Storage

extension CalendarHome {
    /// Changes an event, or some of a series. Only the values that differ from the stored event are written.
    ///
    /// - Parameters:
    ///   - recurrenceID: the event of the series that the person edited; nil for the whole series.
    ///   - tag: `StoredEvent.tag` of the event as the person saw it.
    /// - Returns: the place of the event that the person edited: another one if the series was divided.
    /// - Throws: `EventProblems`, `EventRefusal` and `CalendarRefusal`.
    package func edit(
        _ place: ObjectPlace, at recurrenceID: String?, _ scope: EditScope, _ draft: EventDraft, ifTag tag: String
    ) throws -> ObjectPlace {
        let newUID = Random.uuidV4()
        return try change(place, at: recurrenceID, ifTag: tag) { event in
            try event.edited(scope, to: draft, newUID: newUID)
        }
    }

    /// Removes an event, or some of a series.
    ///
    /// - Throws: `EventRefusal` and `CalendarRefusal`.
    package func remove(
        _ place: ObjectPlace, at recurrenceID: String?, _ scope: EditScope, ifTag tag: String
    ) throws {
        _ = try change(place, at: recurrenceID, ifTag: tag) { try $0.removing(scope) }
    }

    /// Changes an object that is still as the person saw it.
    private func change(
        _ place: ObjectPlace, at recurrenceID: String?, ifTag tag: String,
        _ edit: (ObjectEvent) throws -> EditedObject?
    ) throws -> ObjectPlace {
        let stored = try storedEvent(place, at: recurrenceID, ifTag: tag)
        guard let edited = try edit(stored.event) else { return place }
        do {
            return try write(edited, at: place, tag, rest: Self.placeOfRest(place, at: recurrenceID, ofTag: tag))
        } catch is Overtaken {
            throw EventRefusal.overtaken(current: try event(at: place, recurrenceID))
        }
    }

    /// Returns the event that is edited.
    ///
    /// - Throws: `EventRefusal.overtaken` if it is not as the person saw it.
    func storedEvent(_ place: ObjectPlace, at recurrenceID: String?, ifTag tag: String) throws -> StoredEvent {
        let found = try calendarAndObject(at: place)
        guard let calendar = found.calendar else { throw CalendarRefusal.noCalendar }
        guard let object = found.object else { throw CalendarRefusal.noObject }
        guard object.member.entityTag == tag else {
            throw EventRefusal.overtaken(current: try event(object, in: calendar, recurrenceID))
        }
        guard let stored = try event(object, in: calendar, recurrenceID) else { throw EventRefusal.noOccurrence }
        return stored
    }

    /// Returns the place of the second object when a series is divided. It is the same for the same edit of the same
    /// version, so that a form that is sent twice finds it.
    package static func placeOfRest(
        _ place: ObjectPlace, at recurrenceID: String?, ofTag tag: String
    ) -> ObjectPlace {
        let digest = sha256Hex(Array("\(place.segment) \(recurrenceID ?? "") \(tag)".utf8))
        return ObjectPlace(place.calendar, "\(digest.prefix(32)).ics")
    }

    private func write(
        _ edited: EditedObject, at place: ObjectPlace, _ tag: String, rest: ObjectPlace
    ) throws -> ObjectPlace {
        func check(_ before: PlaceBeforeWrite) throws {
            guard let object = before.object else { throw CalendarRefusal.noObject }
            guard object.entityTag == tag else { throw Overtaken() }
        }
        guard let octets = edited.octets else {
            try deleteObject(at: place, if: check)
            return place
        }
        guard let second = edited.second else {
            _ = try put(octets, at: place, if: check)
            return place
        }
        try writeBoth(octets, at: place, tag, second, at: rest.segment)
        return rest
    }

    /// Stores the two objects of a divided series in one transaction.
    private func writeBoth(
        _ first: [UInt8], at place: ObjectPlace, _ tag: String, _ second: [UInt8], at segment: String
    ) throws {
        let head = newObject(try checkedObject(first)), rest = newObject(try checkedObject(second))
        var divided: CalendarRow?
        let isFound = try app.store.storeMany(of: owner, trash: trash, place.calendar, uids: [head.uid]) { before in
            guard let object = before.existing[Array(head.uid.utf8)],
                  object.member.segment.utf8.elementsEqual(place.segment.utf8)
            else { throw CalendarRefusal.noObject }
            guard object.member.entityTag == tag else { throw Overtaken() }
            try requireWritable(before.calendar)
            let limit = app.config.objectsPerCalendar
            guard before.calendar.objectCount < limit else { throw CalendarRefusal.tooManyObjects(limit: limit) }
            try allow(
                more: head.octets.count + rest.octets.count - object.member.octetCount, beside: before.ownersOctets)
            divided = before.calendar
            return [
                PlacedObject(head, at: place.segment, replacing: object.member.octetCount),
                PlacedObject(rest, at: segment, replacing: nil),
            ]
        }
        guard isFound, let divided else { throw CalendarRefusal.noCalendar }
        undoToken(.divided, divided.id, divided.counter + 1)
    }
}

/// Another change came between reading and writing.
struct Overtaken: Error {}
