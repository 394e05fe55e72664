import Calendars
import CivilTime
import Crypto
package import HTTP
import Planning
import Postgres
import Runtime
import Storage
import Templates
package import Web

extension EventPages {
    /// `GET /events/new`: the empty form, or one that is filled from a sentence (`q`), a day and a time. With `weekly`,
    /// weekdays that the sentence lists come every week.
    package static func showNew(_ visit: CustomerVisit) throws -> Response {
        let desk = try EventDesk(visit)
        let query = visit.request.query, typed = query["q"].trimmed
        let quick = try typed.isEmpty ? nil : desk.quickEvent(typed, isWeekly: !query["weekly"].isEmpty)
        var draft = quick?.draft ?? desk.emptyDraft(day: query["day"], time: query["at"])
        let calendar = desk.firstCalendar(query["calendar"])
        draft.reminders = (calendar?.defaultReminders ?? []).map { .before(minutes: $0) }
        var form = EventForm(draft, calendar: calendar?.id.description ?? "", zone: desk.customer.timeZone)
        form[.uid] = Random.uuidV4()
        return try newPage(
            desk, form, draft: draft, line: desk.line(typed, quick), undo: UndoNotice(visit))
    }

    /// `POST /events/new`: saves the event, or does what another button of the form asks.
    package static func make(_ visit: CustomerVisit) throws -> Response {
        let desk = try EventDesk(visit)
        var sent = SentEventForm(visit.request.form)
        if UUIDValue(sent.form[.uid]) == nil { sent.form[.uid] = Random.uuidV4() }
        var reader = try desk.reader(sent.form)
        var draft = try reader.draft()
        if let wanted = draft, let start = sent.betterTime {
            try desk.apply(better: start, of: wanted, to: &sent.form)
            reader = try desk.reader(sent.form)
            draft = try reader.draft()
        }
        var problems = reader.problems
        let calendar = desk.calendar(withID: sent.form[.calendar])
        if calendar == nil { problems.append(EventFormProblem(field: .calendar, reason: .noCalendar)) }
        if let draft { problems += desk.home.problems(of: draft).map { EventFormProblem($0) } }
        guard sent.isSaving else {
            return try newPage(
                desk, sent.form, sent.problems(problems), draft: draft, notice: sent.notice(desk.words))
        }
        guard let draft, let calendar, problems.isEmpty else {
            return try newPage(
                desk, sent.form, problems, draft: draft, notice: sent.notice(desk.words), status: .unprocessableContent)
        }
        let clash = try desk.clash(draft, uid: sent.form[.uid], in: calendar)
        if let clash, clash.digest != sent.form[.clash] || sent.lacksBetterTime {
            return try newPage(desk, sent.form, draft: draft, clash: clash, notice: sent.notice(desk.words))
        }
        do {
            let added = try visit.planning.write(keeping: clash?.isConflict == true) {
                let added = try desk.home.add(draft, to: calendar.segment, uid: sent.form[.uid])
                return (added, added.isNew ? sent.form[.uid] : nil)
            }
            // The same form, sent once more with other values, is an edit.
            if !added.isNew, let stored = try desk.home.event(at: added.place), !stored.draft.isSame(as: draft) {
                return try overtaken(desk, stored, sent.form)
            }
            let address = EventAddress(calendar: calendar.id.description, segment: added.place.segment)
            return sent.button == "another"
                ? desk.redirect(to: "/events/new?calendar=\(calendar.id)", done: "another")
                : desk.redirect(to: sent.hasMovedEnd ? address.pageAfterMove : address.page, done: "added")
        } catch {
            let problems = try refusals(error)
            return try newPage(desk, sent.form, problems, draft: draft, status: .unprocessableContent)
        }
    }

    /// Returns the form of a new event.
    static func newPage(
        _ desk: EventDesk, _ form: EventForm, _ problems: [EventFormProblem] = [], draft: EventDraft?,
        clash: FormClash? = nil, line: EventLine? = nil, undo: UndoNotice? = nil, notice: String? = nil,
        status: Status = .ok
    ) throws -> Response {
        let builder = EventFormBuilder(desk, form, problems, draft: draft, clash: clash)
        let page = try builder.page(
            heading: desk.words.text("event.new"), action: "/events/new",
            back: ("/calendar", desk.words.text("nav.calendar")), isNew: true, line: line ?? EventLine(typed: ""),
            undo: undo, notice: notice, list: try builder.list())
        return desk.visit.page(page, status: status)
    }
}

/// A form as it was sent, with the button that sent it.
struct SentEventForm {
    var form: EventForm
    /// The button: `another`, `better`, `preview`, `remind`, `drop`, `fix`; empty for Save.
    let button: String
    /// True if the end moved along with the start.
    private(set) var hasMovedEnd = false

    init(_ fields: Form) {
        form = EventForm(fields)
        // A button that corrects the times has the last word about them.
        if !fields.contains("fix") { hasMovedEnd = form.moveEnd() }
        if fields.contains("fix") {
            button = "fix"
            form.apply(fix: fields["fix"])
        } else if fields.contains("drop") {
            button = "drop"
            form[.reminder].removeAll { $0 == fields["drop"] }
        } else {
            button = fields["do"]
        }
        if button == "remind", let reminder = EventFormReader.typedReminder(form) {
            let text = ReminderText.text(reminder)
            if !form[.reminder].contains(text) { form[.reminder].append(text) }
            form[.reminderCount] = ""
            form[.reminderAt] = ""
        }
    }

    /// Returns the sentence about an end that moved along; nil if it did not.
    func notice(_ words: EventWords) -> String? { hasMovedEnd ? words.text("event.end.moved") : nil }

    /// True if the event is to be saved, false if the form is only to be shown again.
    var isSaving: Bool { ["", "another", "better"].contains(button) }

    /// The better time that the form shall take; nil if another button was pressed, or no time was chosen.
    var betterTime: LocalDateTime? { button == "better" ? TypedTime.moment(form[.better]) : nil }

    /// True if a better time was asked for and none was chosen.
    var lacksBetterTime: Bool { button == "better" && betterTime == nil }

    /// Returns the problems that the form shows again: a button beside the reminders complains about reminders only.
    func problems(_ all: [EventFormProblem]) -> [EventFormProblem] {
        switch button {
        case "drop": []
        case "remind": all.filter { [.reminderCount, .reminderAt].contains($0.field) }
        default: all
        }
    }
}

extension EventDesk {
    /// Returns an event of an hour: on a day and at a time that an address names, else at the next full hour.
    func emptyDraft(day: String, time: String) -> EventDraft {
        let day = TypedTime.day(day) ?? now.date
        let start = TypedTime.time(time, on: day) ?? emptyStart(on: day)
        let end = zone.local(zone.instant(of: start) + .seconds(3_600))
        return EventDraft(
            title: "",
            time: .timed(start: start, startZone: customer.timeZone, end: end, endZone: customer.timeZone))
    }

    /// Returns the time at which a new event of a day begins: the next full hour, or 9:00 on another day.
    func emptyStart(on day: LocalDate) -> LocalDateTime {
        let now = now
        guard day != now.date else {
            return zone.local(visit.app.now() + .seconds((60 - now.minute) * 60 - now.second))
        }
        return LocalDateTime(date: day, hour: 9, minute: 0) ?? .midnight(day)
    }

    /// Returns the calendar that is chosen first: the one that an address names, the last one used, or the default one.
    func firstCalendar(_ asked: String) -> CalendarRow? {
        let last = calendars.first { $0.id == lastCalendar?.id }
        return calendar(withID: asked) ?? last ?? calendars.first { $0.isDefault } ?? calendars.first
    }
}
