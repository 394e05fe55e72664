import Calendars
import CivilTime
package import HTTP
import Runtime
import Storage
import Web

/// The events of a calendar on some days.
package enum EventList {
    /// The most days of one list, and the most events of one page.
    static let mostDays = 62, mostEvents = 500

    /// `GET /api/v1/calendars/{calendar}/events?from&to`: the occurrences on some days, by start. `Link` has the
    /// address of the next page.
    package static func get(_ visit: ProgramVisit) throws -> Response {
        let calendar = try CalendarResources.stored(visit.calendarSegment, visit), zone = try visit.zone
        let today = zone.date(at: visit.app.now())
        var fields = try SentFields(query: visit.request.query)
        let day = "A day as 2026-12-01."
        let from = fields.read("from", day) { $0.text.flatMap { LocalDate(iso8601: $0) } }
        let to = fields.read("to", day) { $0.text.flatMap { LocalDate(iso8601: $0) } }
        let limit = Self.count("limit", 1...Self.mostEvents, &fields) ?? 100
        let after = Self.count("after", 0...100_000, &fields) ?? 0
        let first = from ?? to.map { min(today, $0) } ?? today, last = to ?? first + 13
        if last < first { fields.refuse("to", "It is before “from”.") }
        if last - first >= Self.mostDays { fields.refuse("to", "A list has at most \(Self.mostDays) days.") }
        if !(1583...9998).contains(first.year) { fields.refuse("from", "A year from 1583 to 9998.") }
        try fields.finish()
        let view = try visit.calendars.view(first...last, isMarked: false)
        let entries = view.entries.filter { $0.calendar == calendar.id && $0.kind == .event }
        let page = entries.dropFirst(after).prefix(limit)
        var response = try visit.answer(
            Body(
                from: first.iso8601, to: last.iso8601, isPartial: view.isPartial || !view.hidden.isEmpty,
                events: page.map { visit.body(of: $0, in: calendar, zone) }))
        if after + limit < entries.count {
            let next = "from=\(first.iso8601)&to=\(last.iso8601)&limit=\(limit)&after=\(after + limit)"
            response.headers["Link"] =
                "</api/v1/calendars/\(percentEncoded(calendar.segment))/events?\(next)>; rel=\"next\""
        }
        return response
    }

    private static func count(_ name: String, _ limits: ClosedRange<Int>, _ fields: inout SentFields) -> Int? {
        fields.read(name, "A whole number from \(limits.lowerBound) to \(limits.upperBound).") { sent in
            sent.text.flatMap { $0.utf8.count <= 9 ? Int($0) : nil }.flatMap { limits.contains($0) ? $0 : nil }
        }
    }

    private struct Body: Encodable {
        let from: String, to: String
        /// True if there are more events than a list may have.
        let isPartial: Bool
        let events: [EventBody]

        enum CodingKeys: String, CodingKey {
            case from, to, isPartial = "is_partial", events
        }
    }
}
