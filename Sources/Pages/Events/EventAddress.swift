import Calendars
import CivilTime
import HTTP
import Storage
import Web

/// The address of an event's pages.
struct EventAddress: Sendable, Hashable {
    /// The number of the calendar.
    let calendar: String
    /// The last part of the object's address, decoded.
    let segment: String
    /// The event of a series; nil for the whole series, or an event that does not repeat.
    var recurrenceID: String?

    init(calendar: String, segment: String, recurrenceID: String? = nil) {
        self.calendar = calendar
        self.segment = segment
        self.recurrenceID = recurrenceID
    }

    init(_ event: StoredEvent) {
        self.init(
            calendar: event.calendar.id.description, segment: event.place.segment, recurrenceID: event.recurrenceID)
    }

    /// The page with the event's details.
    var page: String { "/events/\(calendar)/\(percentEncoded(segment))" + query }
    var edit: String { "/events/\(calendar)/\(percentEncoded(segment))/edit" + query }
    var series: String { "/events/\(calendar)/\(percentEncoded(segment))/series" + query }
    var delete: String { "/events/\(calendar)/\(percentEncoded(segment))/delete" + query }
    var duplicate: String { "/events/\(calendar)/\(percentEncoded(segment))" + "/duplicate" + query }
    var move: String { "/events/\(calendar)/\(percentEncoded(segment))/move" + query }

    private var query: String { recurrenceID.map { "?on=\(percentEncoded($0))" } ?? "" }
}

extension EventDesk {
    /// Returns the redirect from a saved form: to the view that it came from, at the day of the event, which is marked
    /// there. A form that came from no view goes to the event's page.
    func redirect(
        from form: EventForm, saved address: EventAddress, at time: EventTime, done: String, hasMovedEnd: Bool
    ) throws -> Response {
        guard let view = viewAddress(form[.view], try day(of: time)) else {
            return redirect(to: hasMovedEnd ? address.pageAfterMove : address.page, done: done)
        }
        let saved = [("saved", "\(address.calendar)/\(address.segment)")] + (hasMovedEnd ? [("end", "moved")] : [])
        return redirect(to: Request.address(view.path, view.query + saved), done: done)
    }

    /// Returns the page of a view at a day; nil for any other name. Today shows today only: other days
    /// are in the view that was last used.
    func viewAddress(_ name: String, _ day: LocalDate) -> (path: String, query: [(name: String, value: String)])? {
        if name == "today", day == now.date { return ("/today", []) }
        guard let view = CalendarViewName(rawValue: name) ?? (name == "today" ? lastView : nil) else { return nil }
        let shown = CalendarViews.shownDay(nearest: day)
        return (CalendarViews.address(of: view, shown), view == .month ? [("day", shown.iso8601)] : [])
    }

    /// Returns the redirect to a page that says what was done, with the way back from the last change.
    ///
    /// - Parameter undo: the way back from a change of an earlier request; nil for that of this one.
    func redirect(to page: String, done: String, undo: UndoToken? = nil) -> Response {
        let notice = page + (page.contains("?") ? "&" : "?") + "done=\(done)"
        return visit.redirect(notice + ((undo ?? home.made.undo).map { "&undo=\($0.text)" } ?? ""))
    }
}
