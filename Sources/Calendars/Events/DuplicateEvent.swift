import Runtime
package import Storage

extension CalendarHome {
    /// Makes a copy of an event in the same calendar, with a UID of its own. Guests are left out: they were not invited
    /// to the copy.
    ///
    /// - Parameters:
    ///   - recurrenceID: the event of a series that is copied alone; nil for the whole series.
    ///   - uid: a UUID that the button was made with. A button that is pressed twice makes one copy.
    /// - Throws: `EventRefusal` and `CalendarRefusal`.
    package func duplicate(
        _ place: ObjectPlace, at recurrenceID: String? = nil, uid: String
    ) throws -> ObjectPlace {
        let found = try calendarAndObject(at: place)
        guard let calendar = found.calendar else { throw CalendarRefusal.noCalendar }
        guard let object = found.object else { throw CalendarRefusal.noObject }
        guard let stored = try event(object, in: calendar, recurrenceID) else { throw EventRefusal.noOccurrence }
        let target = ObjectPlace(place.calendar, "\(uid).ics")
        do {
            _ = try put(stored.event.copied(uid: uid), at: target) { before in
                if let segment = before.segmentOfUID { throw AlreadyCopied(segment: segment) }
            }
            return target
        } catch let copied as AlreadyCopied {
            return ObjectPlace(place.calendar, copied.segment)
        }
    }
}

/// The copy with the UID, which may have another address by now.
private struct AlreadyCopied: Error {
    let segment: String
}
