import Calendars
import HTTP
import Runtime
import Storage
import Web

/// The pages of events: making one, reading one, and changing it.
///
/// - NewEvent.swift, ShowEvent.swift, EditEvent.swift, DeleteEvent.swift, MoveEvent.swift: what a person does.
///   ShiftEvent.swift moves an event as it was dragged.
///   SeriesChoice.swift asks which events of a series are meant; Overtaken.swift shows two versions of one event.
/// - EventForm.swift holds what was typed. EventFormReader.swift reads it, EventFormTimes.swift its times and rules,
///   TypedTime.swift one of them, FollowingEnd.swift an end that its start was moved past. EventFormProblem.swift is
///   what can be wrong, RefusedEvent.swift what the service refuses.
/// - EventFormPage.swift is the form as its template has it, EventFormBuilder.swift makes it.
/// - EventWords.swift and EventProblemWords.swift: texts.
///   EventPart.swift: the rows of an event's parts, by which the form is filled and read, and versions are compared.
/// - EventDesk.swift: the values that all of them need. EventAddress.swift: addresses. SafeLink.swift: links.
///   LinkedText.swift: the links in texts. QuickEvent.swift: an event from one line. EventDayList.swift: its day.
/// - EventWays.swift: the ways to an event.
/// - ClashWarning.swift: what an event clashes with, and better times.
package enum EventPages {
    /// Returns the event that a path names.
    ///
    /// - Throws: 404, also for the event of somebody else.
    static func event(_ desk: EventDesk) throws -> StoredEvent {
        guard let found = try storedEvent(desk) else { throw Refusal.notFound }
        return found
    }

    /// Returns the event that a path names; nil if the customer's calendar no longer has it, or was
    /// deleted.
    ///
    /// - Throws: 404 for the calendar of somebody else.
    static func storedEvent(_ desk: EventDesk) throws -> StoredEvent? {
        let number = desk.visit.request.parameter("calendar")
        if let calendar = desk.allCalendars.first(where: { $0.id.description == number }) {
            return try event(desk, in: calendar)
        }
        guard try desk.home.deleted().contains(where: { $0.id.description == number })
        else { throw Refusal.notFound }
        return nil
    }

    /// Returns the event that a path names from the calendar to which the same form, sent before, moved it; nil if
    /// it is not there.
    static func movedEvent(_ desk: EventDesk, to calendar: String) throws -> StoredEvent? {
        guard calendar != desk.visit.request.parameter("calendar"), let target = desk.calendar(withID: calendar)
        else { return nil }
        return try event(desk, in: target)
    }

    /// Returns the event that begins the second half of the series in a path, which the same form, sent before,
    /// divided; nil if there is none.
    ///
    /// - Parameter tag: the version that the form edits.
    static func restOfSeries(_ desk: EventDesk, _ tag: String) throws -> StoredEvent? {
        let request = desk.visit.request, number = request.parameter("calendar"), on = request.query["on"]
        guard !on.isEmpty, let calendar = desk.calendar(withID: number) else { return nil }
        let place = ObjectPlace(calendar.segment, request.parameter("object"))
        return try desk.home.event(at: CalendarHome.placeOfRest(place, at: on, ofTag: tag), nil)
    }

    private static func event(_ desk: EventDesk, in calendar: CalendarRow) throws -> StoredEvent? {
        let request = desk.visit.request, on = request.query["on"]
        do {
            return try desk.home.event(
                at: ObjectPlace(calendar.segment, request.parameter("object")), on.isEmpty ? nil : on)
        } catch EventRefusal.notAnEvent {
            throw Refusal.notFound
        }
    }

    /// Returns to the trash, which says that the event is no longer there, as after a second press on a button.
    static func missing(_ desk: EventDesk) -> Response { desk.visit.redirect("/calendar/trash?done=missing") }
}
