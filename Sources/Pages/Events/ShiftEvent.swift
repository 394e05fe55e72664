import Calendars
import CivilTime
package import HTTP
package import Runtime
package import Storage
package import Web

extension EventPages {
    /// `POST /events/{calendar}/{object}/shift`: moves an event as it was dragged, and goes back to the view.
    ///
    /// `days` and `minutes` say how far it moves, `longer` by how many minutes it gets longer. So the drag of one day
    /// of a long event moves all of it, and an edge that was not dragged keeps its minute. For one of a series, the
    /// answer asks which ones are meant.
    package static func shift(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let desk = try EventDesk(visit, signedIn, app)
        let event = try event(desk), form = visit.request.form
        guard let drag = Drag(form) else { throw Refusal.badRequest }
        var draft = event.draft
        draft.time = draft.time.moved(drag)
        var typed = EventForm(draft, calendar: event.calendar.id.description, zone: desk.customer.timeZone)
        typed[.tag] = event.tag
        typed[.was] = event.draft.partDigests.joined(separator: ".")
        let shown = form[EventForm.Field.tag.rawValue]
        guard shown.isEmpty || shown == event.tag else { return try overtaken(desk, event, typed) }
        let isOne = event.isRecurring && event.recurrenceID != nil
        guard !isOne || form["scope"] == EditScope.one.rawValue else { return try askWhich(desk, event, typed, draft) }
        do {
            _ = try desk.home.edit(event.place, at: event.recurrenceID, isOne ? .one : .all, draft, ifTag: event.tag)
        } catch EventRefusal.overtaken(let current) {
            guard let current else { throw Refusal.notFound }
            return try overtaken(desk, current, typed)
        } catch EventRefusal.noOccurrence {
            throw Refusal.notFound
        } catch {
            let problems = try refusals(error)
            return try editPage(desk, event, typed, problems, draft: draft, status: .unprocessableContent)
        }
        let page = Request.ownPage(form["next"]) ?? ("/calendar", [])
        let query = page.query.filter { !["done", "undo"].contains($0.name) } + [("done", "edited")]
        return app.redirect(Request.address(
            page.path, query + (desk.home.made.undo.map { [("undo", $0.text)] } ?? [])))
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
