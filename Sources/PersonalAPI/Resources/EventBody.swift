import Calendars
import CivilTime
import HTTP
import Places
import Planning
import PrayerTimes
import Runtime
import Storage
import Web

/// An event as JSON.
struct EventBody: Encodable {
    var id: String, calendarID: String
    /// The event of a series, as in `20261125T150000`; left out for a whole series, or an event that does not repeat.
    var occurrence: String?
    var title: String, address: String
    var lat: Double?, lng: Double?
    var isAllDay: Bool
    /// Moments with the offset of the event's zone; left out for whole days.
    var start: String?, end: String?
    var duration: Int?
    /// The first and the last day of an event that takes whole days.
    var startDate: String?, endDate: String?
    var timeZone: String?
    /// The prayer that its time follows.
    var prayer: PrayerBody?
    /// The RRULE of its series; left out if it does not repeat.
    var recurrence: String?
    var notes: String?, url: String?
    var isBusy: Bool
    var status: String
    /// The address of the ways to it.
    var ways: String
    var warnings: [Warning]?

    enum CodingKeys: String, CodingKey {
        case id, occurrence, title, address, lat, lng, prayer, notes, url, status, ways, warnings
        case calendarID = "calendar_id", isAllDay = "all_day", start = "start_time", end = "end_time"
        case duration = "duration_s", startDate = "start_date", endDate = "end_date", timeZone = "time_zone"
        case recurrence = "repeat", isBusy = "busy"
    }

    struct PrayerBody: Encodable {
        let name: String
        /// Seconds after the prayer begins.
        let offset: Int

        enum CodingKeys: String, CodingKey {
            case name, offset = "offset_s"
        }
    }

    /// A thing that the customer may want to know about an event that was saved all the same.
    struct Warning: Encodable {
        /// `unreachable`, `overlap` or `prayer`.
        let code: String
        /// The title of the other event, or the name of the prayer.
        let with: String
        /// The seconds that are missing for the way.
        var lacking: Int?

        enum CodingKeys: String, CodingKey {
            case code, with, lacking = "lacking_s"
        }
    }
}

extension ProgramVisit {
    /// Returns a stored event as JSON.
    func body(of stored: StoredEvent) throws -> EventBody {
        let draft = stored.draft, own = try zone, place = stored.place
        var body = EventBody(
            id: place.segment, calendarID: place.calendar, occurrence: stored.recurrenceID, title: draft.title,
            address: draft.place, lat: draft.point?.latitude, lng: draft.point?.longitude,
            isAllDay: draft.time.isAllDay, isBusy: draft.isBusy, status: draft.status.rawValue.lowercased(),
            ways: Self.ways(place, stored.recurrenceID))
        try set(draft.time, of: &body, own)
        body.recurrence = try draft.repetition.rule == .none ? nil : draft.ruleText(
            weekStart: Weekday(rawValue: customer.firstDay) ?? .monday
        ) { try app.shared.timeZones.rules(named: $0) }
        body.notes = draft.note.isEmpty ? nil : draft.note
        body.url = draft.link.isEmpty ? nil : draft.link
        return body
    }

    private func set(_ time: EventTime, of body: inout EventBody, _ own: TimeZoneRules) throws {
        if case .allDay(let days) = time {
            (body.startDate, body.endDate) = (days.lowerBound.iso8601, days.upperBound.iso8601)
            return
        }
        var shown = own
        if case .timed(_, let name, _, _) = time, !name.isEmpty { shown = try calendars.rules(name) }
        if case .anchored(let anchor, _, _) = time {
            body.prayer = .init(name: anchor.prayer.rawValue, offset: anchor.minutes * 60)
        }
        body.timeZone = shown.name
        guard let span = try calendars.ownSpan(of: time) else { return }
        body.start = shown.rfc3339(span.start)
        body.end = shown.rfc3339(span.end)
        body.duration = Int(span.end.secondsSince1970 - span.start.secondsSince1970)
    }

    /// Returns one occurrence of a view as JSON.
    func body(of entry: CalendarEntry, in calendar: CalendarRow, _ zone: TimeZoneRules) -> EventBody {
        let place = ObjectPlace(calendar.segment, entry.segment)
        let status = entry.isCancelled ? "cancelled" : entry.isTentative ? "tentative" : "confirmed"
        var body = EventBody(
            id: entry.segment, calendarID: calendar.segment, occurrence: entry.recurrenceID, title: entry.title,
            address: entry.place, lat: entry.point?.latitude, lng: entry.point?.longitude, isAllDay: entry.isAllDay,
            isBusy: !entry.isFree, status: status, ways: Self.ways(place, entry.recurrenceID))
        if entry.isAllDay {
            (body.startDate, body.endDate) = (entry.startDay.iso8601, entry.endDay.iso8601)
        } else {
            (body.start, body.end) = (zone.rfc3339(entry.start), zone.rfc3339(entry.end))
            body.duration = Int(entry.end.secondsSince1970 - entry.start.secondsSince1970)
            body.timeZone = zone.name
        }
        if let anchor = entry.anchor {
            body.prayer = .init(name: anchor.prayer.rawValue, offset: anchor.minutes * 60)
        }
        return body
    }

    /// Returns the address of the ways to an event.
    static func ways(_ place: ObjectPlace, _ occurrence: String?) -> String {
        let event = "calendar=\(percentEncoded(place.calendar))&event=\(percentEncoded(place.segment))"
        return "/api/v1/ways?\(event)" + (occurrence.map { "&occurrence=\(percentEncoded($0))" } ?? "")
    }
}
