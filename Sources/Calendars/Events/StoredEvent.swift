package import CivilTime
package import ICalendar
import PrayerTimes
package import Storage

/// A stored event, or one of a series, as pages show and edit it.
package struct StoredEvent: Sendable {
    package let calendar: CalendarRow
    package let place: ObjectPlace
    /// The entity tag, which an edit gives back: `ifTag`.
    package let tag: String
    /// The short form of the entity tag that entries of views have.
    package let version: [UInt8]
    /// The number of its last change in the calendar.
    let counter: Int64
    package let changedAt: Instant?
    let event: ObjectEvent

    /// The UID as it is written.
    package var uid: String { event.uid }
    /// The event of the series, as addresses name it; nil for the whole series, or an event that does not repeat.
    package var recurrenceID: String? { event.id?.text }
    /// The values of the event. Its repetition is that of the series, counted from the first event.
    package var draft: EventDraft { event.draft }
    package var isRecurring: Bool { event.isRecurring }
    /// True if this event of the series was changed individually, and not only given its time by a computed rule.
    package var isChanged: Bool {
        event.isChanged && !event.context.computed.isAsMade(event.component, in: event.calendar)
    }
    /// The point of the place as an address: `geo:24.7,46.6`; nil without one.
    package var point: String? {
        event.component.first("GEO").map { "geo:" + $0.value.replacing(";", with: ",") }
            ?? draft.point.map { "geo:\($0.latitude),\($0.longitude)" }
    }
    /// The address at which people join its meeting; nil without one.
    package var meetingLink: String? { event.component.meetingLink }
    /// The name of the event's time zone, if it is unknown, and of the one in which it is read; nil if it is known.
    package var unknownZone: (name: String, readIn: String)? { event.unknownZone }
    package var organizer: Person? { event.component.first("ORGANIZER").map(Person.init) }
    package var people: [Person] { event.component.all("ATTENDEE").map(Person.init) }
    /// The parts for which the form has no fields. An edit keeps them.
    package var kept: [KeptPart] {
        KeptPart.parts(of: event.component, series: event.series, in: event.calendar, event.context)
    }
    /// The numbers of events that an edit or a deletion of this one, and of others with it, concerns.
    package var counts: ScopeCounts { event.counts() }
}

/// A part of a stored event for which the form has no field.
package enum KeptPart: Sendable, Hashable {
    /// Further rules, beside the one that the form shows, and rules of exceptions.
    case otherRules(Int)
    /// Times that were added to the series one by one.
    case extraTimes(Int)
    /// Alarms of a kind that the form does not have, as mails.
    case otherAlarms(Int)
    case attachments(Int)
    case guests(Int)
    /// The ways to join by telephone or video.
    case conferences(Int)
    /// Properties of programs, and of newer standards. Their names, ascending.
    case others([String])
}
