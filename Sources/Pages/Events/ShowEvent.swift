import Agreements
import Calendars
import CivilTime
import Crypto
package import HTTP
import ICalendar
import Planning
import Runtime
import Storage
import Templates
import Text
package import Web

extension EventPages {
    /// `GET /events/{calendar}/{object}`: the details of an event, or of one of a series.
    package static func show(_ visit: CustomerVisit) throws -> Response {
        let desk = try EventDesk(visit)
        let event = try event(desk)
        let draft = event.draft, words = desk.words, address = EventAddress(event)
        let list = try EventDayList(desk, desk.day(of: draft.time), isMarked: true)
        let span = try desk.span(draft.time, list.view.timetable)
        let join = JoinLink(event.meetingLink, span.map { ($0.start, $0.end) }, now: visit.app.now())
        let note = NoteLine.lines(of: draft.note.shortened(to: EventLimits.note)), kept = words.kept(event.kept)
        let guests = event.people.map { EventGuest($0, words) }
        let page = EventPage(
            undo: UndoNotice(visit),
            warning: warning(visit.request.query["done"], words),
            notice: visit.request.query["end"] == "moved" ? words.text("event.end.moved") : nil,
            title: desk.title(of: event),
            color: (draft.color ?? CalendarPalette.nearest(to: event.calendar.color)).name,
            backURL: CalendarViews.address(of: .day, list.day), back: words.format.day(list.day, .weekday),
            when: try desk.when(draft.time, span), hijri: list.view.hijri.date(of: list.day).map(words.format.hijri),
            elsewhere: try desk.elsewhere(draft.time, span),
            anchor: desk.anchor(draft.time),
            unknownZone: event.unknownZone.map { zone in
                words.text("event.unknown-zone", ["name": zone.name.isolated, "zone": zone.readIn.isolated])
            },
            repeats: words.repetition(draft.repetition, from: draft.time.day, desk.hijri),
            isChanged: event.isChanged,
            status: desk.status(of: event).map { words.text("event.status.\($0)") },
            clashes: list.clashes(address),
            chat: try chat(of: event, visit),
            calendar: CalendarPages.name(of: event.calendar, visit),
            place: draft.place.isEmpty ? nil : LinkedText(draft.place.shortened(to: EventLimits.place)),
            map: event.map.map(EventLink.init),
            way: try desk.ways(to: event, span, in: list.view),
            link: SafeLink(draft.link).map(EventLink.init),
            otherLink: !draft.link.isEmpty && SafeLink(draft.link) == nil
                ? draft.link.shortened(to: EventLimits.link) : nil,
            join: join, reminders: draft.reminders.isEmpty ? nil : words.list(draft.reminders.map(words.reminder)),
            isSilent: try !draft.reminders.isEmpty && desk.isSilent,
            guests: guests, guestCount: guests.isEmpty ? nil : words.text("event.guests", counting: guests.count),
            organizer: event.organizer.map { EventGuest($0, words).name },
            note: note, hasNote: !note.isEmpty,
            categories: draft.categories.isEmpty ? nil : words.categories(draft.categories),
            behaviour: desk.behaviour(draft), kept: kept, hasKept: !kept.isEmpty,
            isWritable: !event.calendar.isReadOnly,
            editURL: address.edit, duplicateURL: address.duplicate, copyUID: Random.uuidV4(),
            moveURL: address.move, deleteURL: address.delete,
            mayMove: desk.calendars.count > 1,
            changed: event.changedAt.map { words.text("event.changed", ["moment": words.moment($0, desk.zone)]) },
            day: list.day(around: address))
        return visit.page(page)
    }

    private static func chat(of event: StoredEvent, _ visit: CustomerVisit) throws -> EventChat? {
        try visit.finding(uid: event.uid).flatMap { EventChat($0, try FoundWords(visit)) }
    }

    /// Returns the sentence that says why the last form changed nothing; nil without one.
    private static func warning(_ done: String, _ words: EventWords) -> String? {
        switch done {
        case "changed": words.text("event.done.changed")
        case "stayed": words.text("event.done.stayed")
        default: nil
        }
    }
}

extension EventDesk {
    /// The day in the customer's zone on which an event begins.
    func day(of time: EventTime) throws -> LocalDate {
        guard case .timed(let start, let name, _, _) = time else { return time.day }
        return zone.date(at: try rules(name).instant(of: start))
    }

    /// Returns day and times on the customer's clocks.
    func when(_ time: EventTime, _ span: EventSpan?) throws -> String {
        guard let span else { return words.when(time) }
        return words.when(.timed(start: zone.local(span.start), startZone: "", end: zone.local(span.end), endZone: ""))
    }

    /// Returns the times on the clocks of the event's zones; nil if they show what the customer's clocks show.
    func elsewhere(_ time: EventTime, _ span: EventSpan?) throws -> String? {
        guard let span, case .timed(let start, let startZone, let end, let endZone) = time else { return nil }
        let isHere = zone.local(span.start) == start && zone.local(span.end) == end
        guard !isHere, !startZone.isEmpty else { return nil }
        let place = words.place(ofZone: startZone).isolated
        if startZone == endZone || endZone.isEmpty {
            let times = start == end
                ? words.clock(start) : words.format.range(words.clock(start), words.clock(end))
            return words.text("event.elsewhere", ["place": place, "times": times])
        }
        return words.text("event.elsewhere.two", [
            "start": words.clock(start), "first": place, "end": words.clock(end),
            "second": words.place(ofZone: endZone).isolated,
        ])
    }

    /// Returns the key of the word beside a title; nil for a confirmed event that the customer did not decline.
    func status(of event: StoredEvent) -> String? {
        let own = event.people.first { $0.mailAddress?.lowercased() == customer.email.lowercased() }
        if event.draft.status == .confirmed { return own?.participation == "DECLINED" ? "declined" : nil }
        return event.draft.status.rawValue.lowercased()
    }

    /// Returns the part of an event in the customer's time: `Busy`, `Free · Private`.
    func behaviour(_ draft: EventDraft) -> String {
        EventPart.all.filter { $0.isNotable(draft) }.compactMap { $0.words(draft, self) }.joined(separator: " · ")
    }

    func anchor(_ time: EventTime) -> String? {
        if case .anchored(let anchor, _, _) = time { words.anchor(anchor) } else { nil }
    }
}

extension EventWords {
    /// Returns a moment in words: `12 November at 8:14`.
    func moment(_ moment: Instant, _ zone: TimeZoneRules) -> String {
        text("event.moment", ["day": format.day(zone.date(at: moment), .year), "time": format.time(moment, zone)])
    }

    /// Returns the parts that a person would miss after an edit, in words. Guests have a place of their own on the
    /// page. The properties of programs (`X-`) say nothing to people, and an edit here keeps them.
    func kept(_ parts: [KeptPart]) -> [String] {
        parts.compactMap { part in
            switch part {
            case .guests: return nil
            case .others(let names):
                let names = names.filter { !$0.hasPrefix("X-") }
                return names.isEmpty ? nil : kept(.others(names))
            default: return kept(part)
            }
        }
    }

    /// Returns a part for which the form has no field, in words.
    private func kept(_ part: KeptPart) -> String {
        switch part {
        case .otherRules(let n): text("event.kept.rules", counting: n)
        case .extraTimes(let n): text("event.kept.times", counting: n)
        case .otherAlarms(let n): text("event.kept.alarms", counting: n)
        case .attachments(let n): text("event.kept.attachments", counting: n)
        case .guests(let n): text("event.guests", counting: n)
        case .conferences(let n): text("event.kept.conferences", counting: n)
        case .others(let names): text("event.kept.others", ["names": names.joined(separator: ", ")])
        }
    }
}

extension StoredEvent {
    /// The link to a map: the place's own, a point that was typed as its name, or the point that a phone wrote.
    fileprivate var map: SafeLink? {
        SafeLink(draft.mapLink) ?? (draft.place.lowercased().hasPrefix("geo:") ? SafeLink(draft.place) : nil)
            ?? point.flatMap { SafeLink($0) }
    }
}

/// `templates/events/event.mustache`.
struct EventPage: Page {
    static let template = "events/event"
    static let hasForm = true
    /// The notice of the last change.
    var undo: UndoNotice?
    /// The sentence that says why nothing was deleted, or moved.
    var warning: String?
    /// The sentence about what Jadwal did beside what was asked.
    var notice: String?
    var title: String
    /// The class of its colour.
    var color: String
    var backURL: String
    var back: String
    var when: String
    /// The Hijri date; nil outside the table.
    var hijri: String?
    /// The times in the event's own zones.
    var elsewhere: String?
    /// `15 min after Asr`.
    var anchor: String?
    /// The sentence about a time zone that nobody knows.
    var unknownZone: String?
    var repeats: String?
    /// True if this one of the series was changed individually.
    var isChanged: Bool
    var status: String?
    /// True if it clashes with another event or with a prayer.
    var clashes: Bool
    /// The chat that it was agreed in, while an answer is asked for.
    var chat: EventChat?
    var calendar: String
    var place: LinkedText?
    var map: EventLink?
    /// The ways to it; nil if a point is not known, and for an event that is over.
    var way: EventWays?
    var link: EventLink?
    /// A link of a kind that the page does not open.
    var otherLink: String?
    var join: JoinLink?
    var reminders: String?
    /// True if no device of the customer could ring.
    var isSilent: Bool
    var guests: [EventGuest]
    var guestCount: String?
    var organizer: String?
    /// The lines of the note.
    var note: [NoteLine]
    var hasNote: Bool
    var categories: String?
    var behaviour: String
    /// Parts that the form does not have.
    var kept: [String]
    var hasKept: Bool
    var isWritable: Bool
    var editURL: String
    var duplicateURL: String
    /// The UID that a copy gets, so that two presses make one.
    var copyUID: String
    var moveURL: String
    var deleteURL: String
    var mayMove: Bool
    var changed: String?
    var day: EventDay
}

struct EventLink: Encodable {
    var address: String
    var label: String

    init(_ link: SafeLink) {
        address = link.target
        label = link.label
    }
}

struct EventGuest: Encodable {
    var name: String
    /// The first letter of the name.
    var initial: String
    var answer: String
    /// The class of the answer: `yes`, `maybe`, `no`; empty without one.
    var kind: String
    var isComing: Bool
}

extension EventGuest {
    init(_ person: Person, _ words: EventWords) {
        let shown = person.name?.shortened ?? ""
        name = shown.isEmpty ? (person.mailAddress ?? person.address).shortened : shown
        initial = name.first.map { String($0).uppercased() } ?? ""
        let known: [String: (key: String, kind: String)] = [
            "ACCEPTED": ("event.guest.yes", "yes"), "TENTATIVE": ("event.guest.maybe", "maybe"),
            "DECLINED": ("event.guest.no", "no"), "DELEGATED": ("event.guest.delegated", ""),
        ]
        let answered = known[person.participation.uppercased()] ?? ("event.guest.none", "")
        answer = words.text(answered.key)
        kind = answered.kind
        isComing = answered.kind == "yes"
    }
}
