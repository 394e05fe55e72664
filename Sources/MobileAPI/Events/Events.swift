import Calendars
import CivilTime
import Crypto
import Planning
import Postgres
import PrayerTimes
import Runtime
import Scheduling
import Storage
import SwiftProtobuf
package import Wire

// Events of apps.
//
// - Events.swift: the methods. WireView.swift: the days of a window as a message. WireEvent.swift: one event.
// - EventFields.swift: an event's message into a draft.

/// `jadwal.v1.EventsService`: the month, and one event to read, write and delete.
package enum EventMethods {
    /// The most days of one answer.
    private static let mostDays = 62

    /// Returns a token that changes with everything that `listOccurrences` shows.
    package static func viewState(_ call: CustomerCall) throws -> String { try call.calendars.viewState() }

    package static func listOccurrences(
        _ input: Jadwal_V1_ListOccurrencesRequest, _ call: CustomerCall, state: String
    ) throws -> Jadwal_V1_ListOccurrencesResponse {
        guard let first = LocalDate(iso8601: input.firstDay) else { throw CallError.wrong("first_day") }
        guard let last = LocalDate(iso8601: input.lastDay), first <= last, last - first < mostDays
        else { throw CallError.wrong("last_day") }
        if input.changeToken == state { return .with { ($0.unchanged, $0.changeToken) = (true, state) } }
        return try WireView(call.calendars.view(first...last), input).response
    }

    package static func get(
        _ input: Jadwal_V1_GetEventRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_GetEventResponse {
        let place = ObjectPlace(input.calendarID, input.id), id = input.recurrenceID
        guard let stored = try call.calendars.event(at: place, id.isEmpty ? nil : id)
        else { throw CallError(.notFound, "api.not-found") }
        return try .with { $0.event = try call.event(stored) }
    }

    package static func create(
        _ input: Jadwal_V1_CreateEventRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_CreateEventResponse {
        guard let uid = UUIDValue(input.requestID)?.description else { throw CallError.wrong("request_id") }
        let home = call.calendars
        guard let calendar = try home.calendar(input.event.calendarID), calendar.takesEvents
        else { throw CallError.wrong("event.calendar_id") }
        var reader = try EventFields(call.zone, home)
        try reader.readEverything(of: input.event)
        let draft = try reader.newDraft()
        let place = ObjectPlace(calendar.segment, "\(uid).ics")
        // The same request again: the event of that time stays as it is.
        if let stored = try home.event(at: place) { return try .with { $0.event = try call.event(stored) } }
        let isKept = try call.checkClash(
            of: draft, uid: uid, in: calendar, stored: nil, isSeries: true, keepsConflicts: input.keepConflicts)
        let added = try call.describing(draft) {
            try call.app.planning(of: call.customer).write(keeping: isKept) {
                let added = try home.add(draft, to: calendar.segment, uid: uid)
                return (added, added.isNew ? uid : nil)
            }
        }
        guard let stored = try home.event(at: added.place) else { throw CallError(.notFound, "api.not-found") }
        return try .with { $0.event = try call.event(stored) }
    }

    package static func update(
        _ input: Jadwal_V1_UpdateEventRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_UpdateEventResponse {
        let wanted = input.event, home = call.calendars
        let place = ObjectPlace(wanted.calendarID, wanted.id)
        let stored = try call.stored(place, wanted.recurrenceID, ifTag: wanted.etag)
        var reader = try EventFields(call.zone, home)
        try reader.read(WrittenFields(input.fields, of: EventFields.names), of: wanted)
        let draft = try reader.draft(changing: stored.draft)
        let scope = try EditScope(input.span, stored)
        let isKept = try call.checkClash(
            of: draft, uid: stored.uid, in: stored.calendar, stored: stored.draft, isSeries: scope != .one,
            keepsConflicts: input.keepConflicts)
        let changed = try call.describing(draft) {
            try call.app.planning(of: call.customer).write(keeping: isKept) {
                (try home.edit(place, at: stored.recurrenceID, scope, draft, ifTag: wanted.etag), stored.uid)
            }
        }
        let shown = scope == .one ? stored.recurrenceID : nil
        guard let event = try home.event(at: changed, shown) ?? home.event(at: changed)
        else { throw CallError(.notFound, "api.not-found") }
        return try .with { $0.event = try call.event(event) }
    }

    package static func delete(
        _ input: Jadwal_V1_DeleteEventRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_DeleteEventResponse {
        let place = ObjectPlace(input.calendarID, input.id)
        let stored = try call.stored(place, input.recurrenceID, ifTag: input.etag)
        try call.calendars.remove(
            place, at: stored.recurrenceID, try EditScope(input.span, stored), ifTag: input.etag)
        return Jadwal_V1_DeleteEventResponse()
    }
}

extension EditScope {
    /// Reads the part of a series that a change concerns.
    ///
    /// - Throws: `CallError` if an event of a series comes without one.
    init(_ span: Jadwal_V1_Span, _ stored: StoredEvent) throws {
        switch span {
        case .this: self = .one
        case .thisAndFollowing: self = .following
        case .all: self = .all
        case .unspecified where stored.recurrenceID == nil: self = .all
        case .unspecified, .UNRECOGNIZED: throw CallError.wrong("span")
        }
    }
}

extension CustomerCall {
    /// Returns the event that a change concerns, as its client saw it.
    func stored(_ place: ObjectPlace, _ recurrenceID: String, ifTag etag: String) throws -> StoredEvent {
        guard !etag.isEmpty else { throw CallError.wrong("etag") }
        guard let stored = try calendars.event(at: place, recurrenceID.isEmpty ? nil : recurrenceID)
        else { throw CallError(.notFound, "api.not-found") }
        guard stored.tag == etag else { throw CallError.stale(current: stored.tag) }
        return stored
    }

    /// Performs a change, and describes the values that the event cannot have.
    func describing<Result>(_ draft: EventDraft, _ change: () throws -> Result) throws -> Result {
        do {
            return try change()
        } catch let error as EventProblems {
            throw error.problems.first.map { CallError.wrong("event.\(EventFields.name(of: $0.field))") } ?? error
        } catch EventRefusal.overtaken(let current) {
            throw CallError.stale(current: current?.tag ?? "")
        }
    }

    /// Refuses an event that clashes, unless the client keeps it all the same.
    ///
    /// - Parameter isSeries: false if the draft is one event of a series, whose others stay as they are.
    /// - Returns: true if it clashes and is kept.
    func checkClash(
        of draft: EventDraft, uid: String, in calendar: CalendarRow, stored: EventDraft?, isSeries: Bool,
        keepsConflicts: Bool
    ) throws -> Bool {
        let span = try calendars.ownSpan(of: draft.time), planning = app.planning(of: customer)
        let times = isSeries ? try calendars.spans(of: draft, until: planning.endOfSeries) : []
        guard let wanted = WantedEvent(draft, uid: uid, in: calendar, stored: stored, span, times: times),
            let found = try planning.clashes(of: wanted), found.isConflict
        else { return false }
        guard !keepsConflicts else { return true }
        let rows = try calendars.calendars()
        throw CallError(.failedPrecondition, "api.conflict")
            .with(Jadwal_V1_Problem.with { $0.reason = "CONFLICT" })
            .with(Jadwal_V1_Clash.with {
                $0.others = (found.overlaps + found.tight.map(\.entry)).map { Jadwal_V1_Occurrence($0, rows) }
                $0.prayers = found.prayers.compactMap { $0.prayer?.rawValue }
                $0.better = found.better.map(Jadwal_V1_BetterTime.init)
            })
    }
}
