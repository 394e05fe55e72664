import Calendars
package import HTTP
import Storage
import Templates
package import Web

extension EventPages {
    /// `GET /events/{calendar}/{object}/delete`: asks once; for one of a series, which ones.
    package static func askToDelete(_ visit: CustomerVisit) throws -> Response {
        let desk = try EventDesk(visit)
        let event = try event(desk)
        let words = desk.words, address = EventAddress(event)
        let hidden = [HiddenField(name: EventForm.Field.tag.rawValue, value: event.tag)]
        guard event.isRecurring, event.recurrenceID != nil else {
            return visit.page(
                DeleteEventPage(
                    action: address.delete, pageURL: address.page, title: desk.title(of: event),
                    when: words.when(event.draft.time),
                    repeats: words.repetition(event.draft.repetition, from: event.draft.time.day, desk.hijri),
                    hasGuests: !event.people.isEmpty, hidden: hidden))
        }
        let options = desk.seriesOptions(event, isForSeries: false, verb: "delete")
        return visit.page(
            SeriesPage(
                heading: words.text("event.series.delete"), lead: desk.seriesLead(event), pageURL: address.page,
                title: desk.title(of: event), action: address.delete, changes: [], hasChanges: false,
                options: options, isDeletion: true, hidden: hidden))
    }

    /// `POST /events/{calendar}/{object}/delete`.
    ///
    /// An event that was changed meanwhile is shown again: nobody deletes what they have not seen.
    package static func delete(_ visit: CustomerVisit) throws -> Response {
        let desk = try EventDesk(visit)
        guard let event = try storedEvent(desk) else { return missing(desk) }
        let form = visit.request.form
        let scope = event.isRecurring && event.recurrenceID != nil ? EditScope(rawValue: form["which"]) : .all
        guard let scope else { return try askToDelete(visit) }
        do {
            try desk.home.remove(event.place, at: event.recurrenceID, scope, ifTag: form[EventForm.Field.tag.rawValue])
        } catch EventRefusal.overtaken {
            return desk.redirect(to: EventAddress(event).page, done: "changed")
        } catch EventRefusal.noOccurrence {
            return missing(desk)
        } catch CalendarRefusal.noObject {
            return missing(desk)
        } catch CalendarRefusal.noCalendar {
            return missing(desk)
        }
        return desk.redirect(
            to: CalendarViews.address(of: .day, try desk.day(of: event.draft.time)), done: "deleted")
    }
}

struct DeleteEventPage: Page {
    static let template = "events/delete"
    static let hasForm = true
    var action: String
    var pageURL: String
    var title: String
    var when: String
    /// The rule of a series that goes as a whole.
    var repeats: String?
    var hasGuests: Bool
    var hidden: [HiddenField]
}
