import Calendars
package import HTTP
import Runtime
import Storage
import Web

/// The customer's calendars.
package enum CalendarResources {
    /// `GET /api/v1/calendars`.
    package static func list(_ visit: ProgramVisit) throws -> Response {
        try visit.answer(CalendarList(calendars: visit.calendars.calendars().map(CalendarBody.init)))
    }

    /// `POST /api/v1/calendars`, and `PUT` as in Travlendar+: makes a calendar.
    package static func make(_ visit: ProgramVisit) throws -> Response {
        var fields = try SentFields(visit.request)
        let values = CalendarFields(&fields, isNew: true)
        try fields.finish()
        let home = visit.calendars, segment = try visit.newUID("calendar")
        if let made = try home.calendar(segment) { return try visit.answer(CalendarBody(made)) }
        var wanted = CalendarValues()
        wanted.displayName = values.name ?? ""
        wanted.color = try values.color ?? CalendarPalette.unused(beside: home.calendars())
        wanted.components = ["VEVENT"]
        wanted.isTransparent = values.isBusy == false
        try home.make(wanted, at: segment)
        return try visit.answer(
            CalendarBody(stored(segment, visit)), status: .created, location: "/api/v1/calendars/\(segment)")
    }

    /// `GET /api/v1/calendars/{calendar}`.
    package static func get(_ visit: ProgramVisit) throws -> Response {
        try visit.answer(CalendarBody(stored(visit.calendarSegment, visit)))
    }

    /// `PATCH /api/v1/calendars/{calendar}`.
    package static func change(_ visit: ProgramVisit) throws -> Response {
        _ = try stored(visit.calendarSegment, visit)
        var fields = try SentFields(visit.request)
        let values = CalendarFields(&fields, isNew: false)
        try fields.finish()
        try visit.calendars.change(visit.calendarSegment) { calendar in
            try visit.request.requireMatch(entityTag(of: CalendarBody(calendar)))
            if let name = values.name { calendar.displayName = name }
            if let color = values.color { (calendar.color, calendar.colorName) = (color, nil) }
            if let isBusy = values.isBusy { calendar.isTransparent = !isBusy }
            return []
        }
        return try get(visit)
    }

    /// `DELETE /api/v1/calendars/{calendar}`. It can be restored for 30 days on its page.
    package static func delete(_ visit: ProgramVisit) throws -> Response {
        try visit.calendars.delete(visit.calendarSegment) { calendar in
            try visit.request.requireMatch(entityTag(of: CalendarBody(calendar)))
        }
        return Response(status: .noContent)
    }

    static func stored(_ segment: String, _ visit: ProgramVisit) throws -> CalendarRow {
        guard let row = try visit.calendars.calendar(segment) else { throw Problem.notFound }
        return row
    }
}

extension ProgramVisit {
    var calendarSegment: String { request.parameter("calendar") }
}

private struct CalendarList: Encodable {
    let calendars: [CalendarBody]
}

private struct CalendarBody: Encodable {
    let id: String, name: String, color: String
    let countsAsBusy: Bool, isDefault: Bool, isVisible: Bool, isReadOnly: Bool, takesEvents: Bool, takesTasks: Bool

    enum CodingKeys: String, CodingKey {
        case id, name, color, countsAsBusy = "counts_as_busy", isDefault = "is_default", isVisible = "is_visible"
        case isReadOnly = "is_read_only", takesEvents = "takes_events", takesTasks = "takes_tasks"
    }

    init(_ row: CalendarRow) {
        id = row.segment
        name = row.displayName
        color = String((row.color ?? CalendarPalette.nearest(to: nil).color).prefix(7))
        countsAsBusy = !row.isTransparent
        isDefault = row.isDefault
        isVisible = row.isVisible
        isReadOnly = row.isReadOnly
        takesEvents = row.takesEvents
        takesTasks = row.takesToDos
    }
}

/// The fields of a calendar that a client sends.
private struct CalendarFields {
    let name: String?, color: String?
    let isBusy: Bool?

    init(_ fields: inout SentFields, isNew: Bool) {
        let wanted = "A text of 1 to 100 characters."
        if isNew, !fields.has("name") { _ = fields.require("name", wanted, \.text) }
        name = fields.text("name", 1...100)
        color = fields.read("color", "A colour as #RRGGBB.") { sent in
            guard let text = sent.text, text.wholeMatch(of: /#[0-9A-Fa-f]{6}/) != nil else { return nil }
            return text.uppercased()
        }
        isBusy = fields.bool("counts_as_busy")
    }
}
