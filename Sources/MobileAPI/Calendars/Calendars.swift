import Calendars
import DAV
import Postgres
import Runtime
import Storage
import SwiftProtobuf
package import Wire

// Calendars of apps. WrittenFields.swift: the fields that an update changes.

/// `jadwal.v1.CalendarsService`: the calendars of the customer.
package enum CalendarMethods {
    package static func list(
        _ input: Jadwal_V1_ListCalendarsRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_ListCalendarsResponse {
        let home = call.calendars, calendars = try home.calendars()
        return try .with {
            $0.calendars = calendars.map { Jadwal_V1_Calendar($0) }
            $0.changeToken = try home.viewState()
        }
    }

    package static func create(
        _ input: Jadwal_V1_CreateCalendarRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_CreateCalendarResponse {
        guard let id = UUIDValue(input.requestID) else { throw CallError.wrong("request_id") }
        let home = call.calendars, segment = id.description
        if let made = try home.calendar(segment) { return .with { $0.calendar = Jadwal_V1_Calendar(made) } }
        var values = CalendarValues()
        values.displayName = try name(input.calendar.name)
        values.color = try color(input.calendar.color) ?? CalendarPalette.unused(beside: home.calendars())
        values.components = ["VEVENT"]
        try home.make(values, at: segment)
        return try .with { $0.calendar = try Jadwal_V1_Calendar(stored(segment, home)) }
    }

    package static func update(
        _ input: Jadwal_V1_UpdateCalendarRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_UpdateCalendarResponse {
        let wanted = input.calendar, home = call.calendars
        let fields = try WrittenFields(input.fields, of: ["name", "color", "counts_as_busy"])
        try home.change(wanted.id) { calendar in
            try check(wanted.etag, calendar)
            if fields.contains("name") { calendar.displayName = try name(wanted.name) }
            if fields.contains("color"), let color = try color(wanted.color) {
                (calendar.color, calendar.colorName) = (color, nil)
            }
            if fields.contains("counts_as_busy") { calendar.isTransparent = !wanted.countsAsBusy }
            return []
        }
        return try .with { $0.calendar = try Jadwal_V1_Calendar(stored(wanted.id, home)) }
    }

    package static func delete(
        _ input: Jadwal_V1_DeleteCalendarRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_DeleteCalendarResponse {
        try call.calendars.delete(input.id) { try check(input.etag, $0) }
        return Jadwal_V1_DeleteCalendarResponse()
    }

    package static func listChanges(
        _ input: Jadwal_V1_ListChangesRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_ListChangesResponse {
        guard input.pageSize <= 1_000 else { throw CallError.wrong("page_size") }
        let limit = input.pageSize == 0 ? 1_000 : Int(input.pageSize)
        do {
            let found = try call.calendars.changes(
                of: input.calendarID, since: input.syncToken.isEmpty ? nil : input.syncToken, limit: limit,
                withOctets: false)
            guard let found else { throw CallError(.notFound, "api.not-found") }
            return .with { answer in
                for change in found.changes {
                    if let member = change.member {
                        answer.changed.append(.with { ($0.eventID, $0.etag) = (change.segment, member.entityTag) })
                    } else {
                        answer.removedEventIds.append(change.segment)
                    }
                }
                (answer.syncToken, answer.hasMore_p) = (found.token.text, found.isTruncated)
            }
        } catch is DAVError {
            // Too old, or of another calendar: the client reads everything again.
            throw CallError(.failedPrecondition, "api.sync-token")
        }
    }

    private static func stored(_ segment: String, _ home: CalendarHome) throws -> CalendarRow {
        guard let row = try home.calendar(segment) else { throw CallError(.notFound, "api.not-found") }
        return row
    }

    /// Refuses a calendar that is not as the client saw it.
    private static func check(_ etag: String, _ calendar: CalendarRow) throws {
        guard !etag.isEmpty else { throw CallError.wrong("etag") }
        let current = calendar.syncToken.text
        guard etag == current else { throw CallError.stale(current: current) }
    }

    private static func name(_ typed: String) throws -> String {
        guard (1...100).contains(typed.unicodeScalars.count), !typed.unicodeScalars.contains(where: \.isUnfitForNames)
        else { throw CallError.wrong("calendar.name") }
        return typed
    }

    /// Returns a colour as it is stored; nil for none.
    private static func color(_ typed: String) throws -> String? {
        guard !typed.isEmpty else { return nil }
        guard typed.wholeMatch(of: /#[0-9A-Fa-f]{6}/) != nil else { throw CallError.wrong("calendar.color") }
        return typed.uppercased()
    }
}

extension CustomerCall {
    /// The customer's calendars.
    var calendars: CalendarHome { app.calendars(of: customer) }
}

extension Jadwal_V1_Calendar {
    init(_ row: CalendarRow) {
        self.init()
        (id, name, etag) = (row.segment, row.displayName, row.syncToken.text)
        color = String((row.color ?? CalendarPalette.nearest(to: nil).color).prefix(7))
        source = .own
        (hidden, countsAsBusy, isDefault) = (!row.isVisible, !row.isTransparent, row.isDefault)
        (takesEvents, takesTasks) = (row.takesEvents, row.takesToDos)
    }
}
