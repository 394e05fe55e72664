import Calendars
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
    /// Returns the redirect to a page that says what was done, with the way back from the last change.
    ///
    /// - Parameter undo: the way back from a change of an earlier request; nil for that of this one.
    func redirect(to page: String, done: String, undo: UndoToken? = nil) -> Response {
        let notice = page + (page.contains("?") ? "&" : "?") + "done=\(done)"
        return visit.redirect(notice + ((undo ?? home.made.undo).map { "&undo=\($0.text)" } ?? ""))
    }
}
