import Calendars
import Crypto
package import HTTP
import Postgres
import Storage
import Templates
package import Web

extension EventPages {
    /// `POST /events/{calendar}/{object}/duplicate`: makes a copy, and shows its form. The button carries the UID
    /// of the copy, so that two presses make one.
    package static func duplicate(_ visit: CustomerVisit) throws -> Response {
        let desk = try EventDesk(visit)
        guard let event = try storedEvent(desk) else { return missing(desk) }
        let typed = visit.request.form[EventForm.Field.uid.rawValue]
        do {
            let copy = try desk.home.duplicate(
                event.place, at: event.recurrenceID, uid: UUIDValue(typed) == nil ? Random.uuidV4() : typed)
            let address = EventAddress(calendar: event.calendar.id.description, segment: copy.segment)
            return desk.redirect(to: address.edit, done: "duplicated")
        } catch {
            return try movePage(desk, event, problem: refusals(error).first, status: .unprocessableContent)
        }
    }

    /// `GET /events/{calendar}/{object}/move`: asks for another calendar.
    package static func askToMove(_ visit: CustomerVisit) throws -> Response {
        let desk = try EventDesk(visit)
        return try movePage(desk, event(desk))
    }

    /// `POST /events/{calendar}/{object}/move`: moves the event, a series as a whole.
    package static func move(_ visit: CustomerVisit) throws -> Response {
        let desk = try EventDesk(visit)
        let chosen = visit.request.form[EventForm.Field.calendar.rawValue]
        guard let event = try storedEvent(desk) else {
            guard let moved = try movedEvent(desk, to: chosen) else { return missing(desk) }
            return desk.redirect(to: EventAddress(moved).page, done: "moved")
        }
        guard let target = desk.calendar(withID: chosen) else {
            return try movePage(
                desk, event, problem: EventFormProblem(field: .calendar, reason: .noCalendar),
                status: .unprocessableContent)
        }
        do {
            let place = target.id == event.calendar.id
                ? event.place : try desk.home.moveEvent(event.place, to: target.segment)
            let address = EventAddress(
                calendar: target.id.description, segment: place.segment, recurrenceID: event.recurrenceID)
            return desk.redirect(to: address.page, done: "moved")
        } catch {
            return try movePage(desk, event, problem: refusals(error).first, status: .unprocessableContent)
        }
    }

    private static func movePage(
        _ desk: EventDesk, _ event: StoredEvent, problem: EventFormProblem? = nil, status: Status = .ok
    ) throws -> Response {
        let address = EventAddress(event)
        let names = desk.calendars.map {
            ($0.id.description, CalendarPages.name(of: $0, desk.visit))
        }
        let page = MoveEventPage(
            action: address.move, pageURL: address.page, title: desk.title(of: event), isSeries: event.isRecurring,
            calendar: SelectField(
                id: EventForm.Field.calendar.rawValue,
                choices: [Choice](names, selected: event.calendar.id.description),
                problem: problem.map { FieldProblem(text: desk.words.sentence($0), isFirst: true) }))
        return desk.visit.page(page, status: status)
    }
}

struct MoveEventPage: Page {
    static let template = "events/move"
    static let hasForm = true
    var action: String
    var pageURL: String
    var title: String
    var isSeries: Bool
    var calendar: SelectField
}
