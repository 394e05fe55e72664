import Crypto
import ICalendar
import Runtime
package import Storage

/// An event that was added.
package struct AddedEvent: Sendable, Hashable {
    package let place: ObjectPlace
    package let calendar: CalendarID
    /// False if the form had been sent before; the event of that time stays as it is.
    package let isNew: Bool
}

extension CalendarHome {
    /// Adds an event to a calendar. The next new event goes there, too.
    ///
    /// - Parameters:
    ///   - uid: a UUID that the form was made with. A form that is sent twice makes one event.
    ///   - isByHand: false if the next new event does not follow it.
    /// - Throws: `EventProblems` and `CalendarRefusal`.
    package func add(
        _ draft: EventDraft, to calendar: String, uid: String, isByHand: Bool = true
    ) throws -> AddedEvent {
        guard uid.utf8.count <= 64, !uid.isEmpty, uid.utf8.allSatisfy(isPlain)
        else { throw CalendarRefusal.invalid(.noUID) }
        let object = try draft.object(uid: uid, eventContext)
        var writer = ContentLineWriter()
        writer.component(object)
        let place = ObjectPlace(calendar, "\(uid).ics")
        var found: (calendar: CalendarID, segment: String)?
        do {
            _ = try put(writer.bytes, at: place) { before in
                found = (before.calendar.id, place.segment)
                if before.object != nil { throw AlreadyAdded() }
                if let segment = before.segmentOfUID {
                    found = (before.calendar.id, segment)
                    throw AlreadyAdded()
                }
            }
        } catch is AlreadyAdded {
            guard let found else { throw CalendarRefusal.noCalendar }
            return AddedEvent(place: ObjectPlace(calendar, found.segment), calendar: found.calendar, isNew: false)
        }
        guard let found else { throw CalendarRefusal.noCalendar }
        if isByHand { try app.store.recordLastCalendar(found.calendar, of: owner) }
        return AddedEvent(place: place, calendar: found.calendar, isNew: true)
    }

    /// Returns the calendar for a new event: that of the last one, if it still takes events, else the default one.
    package func calendarForNewEvents() throws -> CalendarRow? {
        let last = try app.store.calendarPreferences(of: owner).lastCalendar
        let calendars = try list().calendars.filter(\.takesEvents)
        return calendars.first { $0.id == last } ?? calendars.first(where: \.isDefault) ?? calendars.first
    }
}

private struct AlreadyAdded: Error {}

/// Returns true for the octets of a UUID.
private func isPlain(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
         UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"): true
    default: false
    }
}
