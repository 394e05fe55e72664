import Calendars
import CivilTime
package import HTTP
import Planning
import PrayerTimes
import Runtime
import Scheduling
import Storage
import Web

/// One event.
package enum EventResources {
    /// `POST /api/v1/calendars/{calendar}/events`, and `PUT` as in Travlendar+: makes an event. One that clashes, or that
    /// cannot be reached, is made all the same, with warnings.
    package static func make(_ visit: ProgramVisit) throws -> Response {
        let home = visit.calendars, calendar = try CalendarResources.stored(visit.calendarSegment, visit)
        var fields = try SentFields(visit.request)
        if !fields.has("start_date"), !fields.has("start_time") {
            fields.refuse("start_time", "An event has a start_time, or a start_date.")
        }
        let wanted = EventFields(&fields, visit.app.shared.timeZones, own: try visit.zone)
        try fields.finish()
        guard calendar.takesEvents else { throw CalendarRefusal.readOnly }
        let uid = try visit.newUID("event \(calendar.segment)")
        let place = ObjectPlace(calendar.segment, "\(uid).ics"), address = address(place)
        if let stored = try home.event(at: place) {
            return try visit.answer(visit.body(of: stored), tag: stored.tag, location: address)
        }
        let draft = try wanted.apply(to: try visit.newDraft())
        let found = try visit.clashes(of: draft, uid: uid, in: calendar)
        let added = try visit.describing {
            try visit.planning.write(keeping: found?.isConflict ?? false) {
                let added = try home.add(draft, to: calendar.segment, uid: uid, isByHand: false)
                return (added, added.isNew ? uid : nil)
            }
        }
        guard let stored = try home.event(at: added.place) else { throw Problem.notFound }
        var body = try visit.body(of: stored)
        body.warnings = found.map(warnings)
        return try visit.answer(
            body, tag: stored.tag, status: .created, location: Self.address(added.place))
    }

    /// `GET /api/v1/calendars/{calendar}/events/{event}`: an event, or with `occurrence` one of its series.
    package static func get(_ visit: ProgramVisit) throws -> Response {
        var fields = try SentFields(query: visit.request.query)
        let occurrence = visit.occurrence(&fields)
        try fields.finish()
        let stored = try visit.storedEvent(occurrence)
        return try visit.answer(visit.body(of: stored), tag: occurrence == nil ? stored.tag : nil)
            .tagged(stored.tag)
    }

    /// `PATCH /api/v1/calendars/{calendar}/events/{event}`: changes all fields that are sent, or none of them.
    package static func change(_ visit: ProgramVisit) throws -> Response {
        var parameters = try SentFields(query: visit.request.query)
        let occurrence = visit.occurrence(&parameters), scope = visit.scope(&parameters, occurrence)
        try parameters.finish()
        let stored = try visit.storedEvent(occurrence)
        var fields = try SentFields(visit.request)
        let wanted = EventFields(&fields, visit.app.shared.timeZones, own: try visit.zone)
        try fields.finish()
        try visit.request.requireMatch(stored.tag)
        let draft = try wanted.apply(to: stored.draft), home = visit.calendars
        let found = try visit.clashes(
            of: draft, uid: stored.uid, in: stored.calendar, stored: stored.draft, isSeries: scope != .one)
        let changed = try visit.describing {
            try visit.planning.write(keeping: found?.isConflict ?? false) {
                (try home.edit(stored.place, at: stored.recurrenceID, scope, draft, ifTag: stored.tag), stored.uid)
            }
        }
        guard let event = try home.event(at: changed, scope == .one ? stored.recurrenceID : nil)
            ?? home.event(at: changed)
        else { throw Problem.notFound }
        var body = try visit.body(of: event)
        body.warnings = found.map(warnings)
        return try visit.answer(body, tag: event.tag, status: .ok).tagged(event.tag)
    }

    /// `DELETE /api/v1/calendars/{calendar}/events/{event}`. It can be restored for 30 days from the trash.
    package static func delete(_ visit: ProgramVisit) throws -> Response {
        var fields = try SentFields(query: visit.request.query)
        let occurrence = visit.occurrence(&fields), scope = visit.scope(&fields, occurrence)
        try fields.finish()
        let stored = try visit.storedEvent(occurrence)
        try visit.request.requireMatch(stored.tag)
        try visit.calendars.remove(stored.place, at: stored.recurrenceID, scope, ifTag: stored.tag)
        return Response(status: .noContent)
    }

    static func address(_ place: ObjectPlace) -> String {
        "/api/v1/calendars/\(percentEncoded(place.calendar))/events/\(percentEncoded(place.segment))"
    }

    private static func warnings(_ found: DraftClashes) -> [EventBody.Warning] {
        found.tight.map { .init(code: "unreachable", with: $0.entry.title, lacking: $0.lacking * 60) }
            + found.overlaps.map { .init(code: "overlap", with: $0.title) }
            + found.prayers.compactMap { period in period.prayer.map { .init(code: "prayer", with: $0.rawValue) } }
    }
}

extension Response {
    /// Returns the response with the entity tag of the whole object, which a change needs.
    fileprivate func tagged(_ tag: String) -> Response {
        var response = self
        response.headers["ETag"] = tag
        return response
    }
}

extension ProgramVisit {
    /// Reads the event of a series that a request names.
    func occurrence(_ fields: inout SentFields) -> String? {
        fields.text("occurrence", 1...40)
    }

    /// Reads the part of a series that a change concerns: the occurrence, else the whole series.
    fileprivate func scope(_ fields: inout SentFields, _ occurrence: String?) -> EditScope {
        let wanted = "“one” or “following” with an occurrence, else “all”."
        let span = fields.read("span", wanted) { sent -> EditScope? in
            sent.text.flatMap(EditScope.init).flatMap { (occurrence == nil) == ($0 == .all) ? $0 : nil }
        }
        return span ?? (occurrence == nil ? .all : .one)
    }

    /// Returns the event that the address names.
    func storedEvent(_ occurrence: String?) throws -> StoredEvent {
        let place = ObjectPlace(calendarSegment, request.parameter("event"))
        do {
            guard let stored = try calendars.event(at: place, occurrence) else { throw Problem.notFound }
            return stored
        } catch is EventRefusal {
            throw Problem.notFound
        }
    }

    /// Returns the draft of a new event, whose time is still to be set.
    fileprivate func newDraft() throws -> EventDraft {
        let zone = try zone, now = zone.local(app.now())
        return EventDraft(
            title: "", time: .timed(start: now, startZone: zone.name, end: now, endZone: zone.name), isBusy: true)
    }

    /// Returns what an event would clash with; nil if nothing is in its way.
    ///
    /// - Parameter isSeries: false if the draft is one event of a series, whose others stay as they are.
    fileprivate func clashes(
        of draft: EventDraft, uid: String, in calendar: CalendarRow, stored: EventDraft? = nil, isSeries: Bool = true
    ) throws -> DraftClashes? {
        let home = calendars
        let span = try home.ownSpan(of: draft.time)
        let times = isSeries ? try home.spans(of: draft, until: planning.endOfSeries) : []
        guard let wanted = WantedEvent(draft, uid: uid, in: calendar, stored: stored, span, times: times)
        else { return nil }
        return try planning.clashes(of: wanted)
    }

    /// Performs a change, and describes the values that the event cannot have.
    fileprivate func describing<Result>(_ change: () throws -> Result) throws -> Result {
        do {
            return try change()
        } catch let error as EventProblems {
            throw Problem.fields(error.problems.map { problem in
                WrongField(
                    field: EventFields.name(of: problem.field), code: "value",
                    detail: "An event can’t have this value.")
            })
        }
    }
}
