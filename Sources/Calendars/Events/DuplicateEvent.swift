import Crypto
import Runtime
package import Storage

extension CalendarHome {
    /// Makes a copy of an event in the same calendar, with a UID of its own. Guests are left out: they were not invited
    /// to the copy.
    ///
    /// - Parameter recurrenceID: the event of a series that is copied alone; nil for the whole series.
    /// - Throws: `EventRefusal` and `CalendarRefusal`.
    package func duplicate(_ place: ObjectPlace, at recurrenceID: String? = nil) throws -> ObjectPlace {
        let found = try calendarAndObject(at: place)
        guard let calendar = found.calendar else { throw CalendarRefusal.noCalendar }
        guard let object = found.object else { throw CalendarRefusal.noObject }
        guard let stored = try event(object, in: calendar, recurrenceID) else { throw EventRefusal.noOccurrence }
        let uid = Random.uuidV4(), target = ObjectPlace(place.calendar, "\(uid).ics")
        _ = try put(stored.event.copied(uid: uid), at: target)
        return target
    }
}
