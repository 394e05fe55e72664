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
///   TypedTime.swift one of them. EventFormProblem.swift is what can be wrong, RefusedEvent.swift what the service
///   refuses.
/// - EventFormPage.swift is the form as its template has it, EventFormBuilder.swift makes it.
/// - EventWords.swift and EventProblemWords.swift: texts. EventPart.swift: the parts in which versions are compared.
/// - EventDesk.swift: the values that all of them need. EventAddress.swift: addresses. SafeLink.swift: links.
///   WorkingDays.swift: the week of a country. QuickEvent.swift: an event from one line. EventDayList.swift: its day.
package enum EventPages {
    /// Returns the event that a path names.
    ///
    /// - Throws: 404, also for the event of somebody else.
    static func event(_ desk: EventDesk) throws -> StoredEvent {
        guard let found = try storedEvent(desk) else { throw Refusal.notFound }
        return found
    }

    /// Returns the event that a path names; nil if its calendar exists, but not the event.
    ///
    /// - Throws: 404 for the calendar of somebody else.
    static func storedEvent(_ desk: EventDesk) throws -> StoredEvent? {
        let request = desk.visit.request
        let on = request.query["on"]
        guard let calendar = desk.allCalendars.first(where: { $0.id.description == request.parameter("calendar") })
        else { throw Refusal.notFound }
        do {
            return try desk.home.event(
                at: ObjectPlace(calendar.segment, request.parameter("object")), on.isEmpty ? nil : on)
        } catch EventRefusal.notAnEvent {
            throw Refusal.notFound
        }
    }
}
