import Calendars
import CivilTime
import Crypto
package import HTTP
import Planning
import Storage
import Templates
import Text
package import Web

extension EventPages {
    /// `GET /events/{calendar}/{object}/edit`: the form of an event, or of one of a series.
    package static func showEdit(_ visit: CustomerVisit) throws -> Response {
        let desk = try EventDesk(visit)
        let event = try event(desk)
        return try editPage(desk, event, desk.form(of: event), draft: event.draft, undo: UndoNotice(visit))
    }

    /// `POST /events/{calendar}/{object}/edit`: saves the event, asks which events of a series are meant, or does what
    /// another button of the form asks.
    package static func edit(_ visit: CustomerVisit) throws -> Response {
        let desk = try EventDesk(visit)
        var sent = SentEventForm(visit.request.form)
        guard let event = try storedEvent(desk) else { return try gone(desk, sent.form) }
        if sent.form[.tag] == event.tag {
            sent.form = sent.form.choosing(visit.request.form, from: desk.form(of: event))
        }
        var reader = try desk.reader(sent.form, editing: event.draft)
        var draft = try reader.draft()
        if let wanted = draft, let start = sent.betterTime {
            try desk.apply(better: start, of: wanted, to: &sent.form)
            reader = try desk.reader(sent.form, editing: event.draft)
            draft = try reader.draft()
        }
        var problems = reader.problems
        if desk.target(of: sent.form, event) == nil {
            problems.append(EventFormProblem(field: .calendar, reason: .noCalendar))
        }
        let notice = sent.notice(desk.words)
        guard sent.isSaving else {
            return try editPage(desk, event, sent.form, sent.problems(problems), draft: draft, notice: notice)
        }
        guard let draft, problems.isEmpty else {
            return try editPage(
                desk, event, sent.form, problems, draft: draft, notice: notice, status: .unprocessableContent)
        }
        guard sent.form[.tag] == event.tag else { return try overtaken(desk, event, sent.form) }
        if draft == event.draft, sent.form[.calendar] == event.calendar.id.description {
            return visit.redirect(EventAddress(event).page)
        }
        if let calendar = desk.target(of: sent.form, event),
           let clash = try desk.clash(
               draft, uid: event.uid, in: calendar, stored: event.draft,
               isSeries: event.recurrenceID == nil || !event.isRecurring),
           clash.digest != sent.form[.clash] || sent.lacksBetterTime {
            return try editPage(desk, event, sent.form, draft: draft, clash: clash, notice: notice)
        }
        guard event.recurrenceID != nil, event.isRecurring else {
            return try save(desk, event, sent.form, draft, .all, hasMovedEnd: sent.hasMovedEnd)
        }
        return try askWhich(desk, event, sent.form, draft)
    }

    /// Saves an edit, in the same step as the move if another calendar was chosen.
    static func save(
        _ desk: EventDesk, _ event: StoredEvent, _ form: EventForm, _ draft: EventDraft, _ scope: EditScope,
        hasMovedEnd: Bool = false
    ) throws -> Response {
        do {
            guard let target = desk.target(of: form, event) else { throw CalendarRefusal.noCalendar }
            let moves = target.id != event.calendar.id, isAll = scope == .all || event.recurrenceID == nil
            guard !moves || isAll else { return try askWhich(desk, event, form, draft) }
            // The form has warned of a clash, and is sent all the same.
            let place = try desk.visit.planning.write(keeping: !form[.clash].isEmpty) {
                let place = moves
                    ? try desk.home.edit(
                        event.place, at: event.recurrenceID, draft, ifTag: form[.tag], movingTo: target.segment)
                    : try desk.home.edit(event.place, at: event.recurrenceID, scope, draft, ifTag: form[.tag])
                return (place, form[.clash].isEmpty ? nil : try desk.home.event(at: place)?.uid)
            }
            // One event of a series keeps its name; so do all of them, unless their times moved.
            let keepsName = scope == .one || scope == .all && draft.time == event.draft.time
            let address = EventAddress(
                calendar: target.id.description, segment: place.segment,
                recurrenceID: keepsName ? event.recurrenceID : nil)
            return desk.redirect(to: hasMovedEnd ? address.pageAfterMove : address.page, done: "edited")
        } catch EventRefusal.overtaken(let current) {
            guard let current else { return try gone(desk, form) }
            return try overtaken(desk, current, form)
        } catch EventRefusal.noOccurrence {
            return try gone(desk, form)
        } catch CalendarRefusal.noObject {
            return try gone(desk, form)
        } catch {
            let problems = try refusals(error)
            return try editPage(desk, event, form, problems, draft: draft, status: .unprocessableContent)
        }
    }

    /// Returns the form of an event.
    static func editPage(
        _ desk: EventDesk, _ event: StoredEvent, _ form: EventForm, _ problems: [EventFormProblem] = [],
        draft: EventDraft?, clash: FormClash? = nil, undo: UndoNotice? = nil, notice: String? = nil,
        status: Status = .ok
    ) throws -> Response {
        let builder = EventFormBuilder(desk, form, problems, draft: draft, clash: clash)
        let address = EventAddress(event)
        let page = try builder.page(
            heading: desk.words.text("event.edit"), action: address.edit, back: (address.page, desk.title(of: event)),
            isNew: false, undo: undo, notice: notice, list: try builder.list(), own: address)
        return desk.visit.page(page, status: status)
    }

    /// Returns the form of a new event with what was typed for one that was deleted meanwhile, alone or with its
    /// calendar. If the same form, sent before, moved the event or divided its series, the answer is that of the first
    /// time.
    static func gone(_ desk: EventDesk, _ form: EventForm) throws -> Response {
        let results = [try movedEvent(desk, to: form[.calendar]), try restOfSeries(desk, form[.tag])]
        for event in results.compactMap(\.self) {
            var reader = try desk.reader(form, editing: event.draft)
            guard let draft = try reader.draft() else { continue }
            var differences = draft.differences(from: event.draft)
            // The second half of a series that counts its events has fewer of them.
            let ends = (draft.repetition.end, event.draft.repetition.end)
            if case (.count(let all), .count(let rest)) = ends, rest < all { differences.remove(.repetitionEnd) }
            if differences.isEmpty { return desk.redirect(to: EventAddress(event).page, done: "edited") }
        }
        var form = form
        form[.uid] = Random.uuidV4()
        (form[.tag], form[.was]) = ("", "")
        let problems = desk.calendar(withID: form[.calendar]) == nil
            ? [EventFormProblem(field: .calendar, reason: .noCalendar)] : []
        return try newPage(
            desk, form, problems, draft: nil, notice: desk.words.text("event.gone"), status: .conflict)
    }
}

extension EventDesk {
    /// Returns the form that shows an event as it is stored.
    func form(of event: StoredEvent) -> EventForm {
        var form = EventForm(event.draft, calendar: event.calendar.id.description, zone: customer.timeZone)
        form[.tag] = event.tag
        form[.was] = event.draft.partDigests.joined(separator: ".")
        return form
    }

    /// Returns the calendar that the form chose; nil if there is none. An event may stay in a calendar that takes no
    /// new ones.
    func target(of form: EventForm, _ event: StoredEvent) -> CalendarRow? {
        form[.calendar] == event.calendar.id.description ? event.calendar : calendar(withID: form[.calendar])
    }

    func title(of event: StoredEvent) -> String {
        let title = event.draft.title.shortened(to: EventLimits.title)
        return title.isEmpty ? words.text("event.untitled") : title
    }
}
