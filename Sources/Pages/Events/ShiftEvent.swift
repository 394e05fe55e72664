import Calendars
import CivilTime
import Crypto
package import HTTP
import Runtime
import Storage
package import Web

extension EventPages {
    /// `POST /events/{calendar}/{object}/shift`: moves an event as it was dragged, and goes back to the view.
    ///
    /// `days` and `minutes` say how far it moves, `longer` by how many minutes it gets longer. So the drag of one day
    /// of a long event moves all of it, and an edge that was not dragged keeps its minute. For one of a series, the
    /// answer asks which ones are meant. `tag` is the version that was seen: another one stays where it is, so
    /// that a drag that is sent twice moves the event once.
    package static func shift(_ visit: CustomerVisit) throws -> Response {
        let desk = try EventDesk(visit)
        let form = visit.request.form
        guard let drag = Drag(form) else { throw Refusal.badRequest }
        guard let event = try storedEvent(desk) else { return backToView(desk, done: "missing") }
        let shown = form[EventForm.Field.tag.rawValue]
        guard shown == base64URL(event.version) else { return try stayed(desk, event, drag, shown) }
        var draft = event.draft
        draft.time = draft.time.moved(drag)
        var typed = EventForm(draft, calendar: event.calendar.id.description, zone: desk.customer.timeZone)
        typed[.tag] = event.tag
        typed[.was] = event.draft.partDigests.joined(separator: ".")
        let isOne = event.isRecurring && event.recurrenceID != nil
        guard !isOne || form["scope"] == EditScope.one.rawValue else { return try askWhich(desk, event, typed, draft) }
        do {
            _ = try desk.home.edit(event.place, at: event.recurrenceID, isOne ? .one : .all, draft, ifTag: event.tag)
        } catch EventRefusal.overtaken(let current) {
            guard let current else { return backToView(desk, done: "missing") }
            return try stayed(desk, current, drag, shown)
        } catch EventRefusal.noOccurrence {
            return backToView(desk, done: "missing")
        } catch CalendarRefusal.noObject {
            return backToView(desk, done: "missing")
        } catch {
            let problems = try refusals(error)
            return try editPage(desk, event, typed, problems, draft: draft, status: .unprocessableContent)
        }
        return backToView(desk, done: "edited", desk.home.made.undo)
    }

    /// Returns the answer to a drag of another version than the present one: the event's page, which says that it
    /// was changed meanwhile, or the view if this very drag changed it.
    private static func stayed(
        _ desk: EventDesk, _ event: StoredEvent, _ drag: Drag, _ shown: String
    ) throws -> Response {
        if let before = try desk.home.beforeLastEdit(of: event), base64URL(before.event.version) == shown,
           before.event.draft.time.moved(drag) == event.draft.time {
            return backToView(desk, done: "edited", before.undo)
        }
        return desk.redirect(to: EventAddress(event).page, done: "stayed")
    }

    private static func backToView(_ desk: EventDesk, done: String, _ undo: UndoToken? = nil) -> Response {
        let page = Request.ownPage(desk.visit.request.form["next"]) ?? ("/calendar", [])
        let query = page.query.filter { !["done", "undo"].contains($0.name) } + [("done", done)]
        return desk.visit.redirect(Request.address(page.path, query + (undo.map { [("undo", $0.text)] } ?? [])))
    }
}

/// The distance by which an event was dragged.
struct Drag: Sendable, Hashable {
    let days: Int
    let minutes: Int
    /// The minutes by which the event gets longer; negative for shorter.
    let longer: Int

    /// Reads a form; nil unless all three are numbers, of at most ten years and one day.
    init?(_ form: Form) {
        guard let days = Int(form["days"]), let minutes = Int(form["minutes"]), let longer = Int(form["longer"]),
              (-3_660...3_660).contains(days), (-1_440...1_440).contains(minutes), (-1_440...1_440).contains(longer)
        else { return nil }
        (self.days, self.minutes, self.longer) = (days, minutes, longer)
    }
}

extension EventTime {
    /// Returns the time after a drag. Whole days move by days only.
    func moved(_ drag: Drag) -> EventTime {
        switch self {
        case .timed(let start, let startZone, let end, let endZone):
            let minutes = drag.days * 1_440 + drag.minutes
            return .timed(
                start: start.later(byMinutes: minutes), startZone: startZone,
                end: end.later(byMinutes: minutes + drag.longer), endZone: endZone)
        case .allDay(let days):
            return .allDay(days.lowerBound + drag.days...days.upperBound + drag.days)
        case .anchored(var anchor, let day, let minutes):
            anchor.minutes += drag.minutes
            return .anchored(anchor, day: day + drag.days, minutes: minutes + drag.longer)
        }
    }
}

extension LocalDateTime {
    /// Returns the time on the clock that many minutes later, as if each day had 24 hours.
    fileprivate func later(byMinutes minutes: Int) -> LocalDateTime {
        let total = hour * 60 + minute + minutes
        let rest = (total % 1_440 + 1_440) % 1_440
        return LocalDateTime(date: date + (total - rest) / 1_440, hour: rest / 60, minute: rest % 60, second: second)
            ?? self
    }
}
