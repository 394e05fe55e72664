import Calendars
import CivilTime
import ICalendar
import Places
import PrayerTimes
import Runtime
import Scheduling

/// The fields of an event that a client sends.
struct EventFields {
    private var changes: [(inout EventDraft) throws -> Void] = []
    private let zones: TimeZones
    /// The customer's zone.
    private let own: TimeZoneRules

    init(_ fields: inout SentFields, _ zones: TimeZones, own: TimeZoneRules) {
        self.zones = zones
        self.own = own
        readTexts(&fields)
        readPoint(&fields)
        readTime(&fields)
        readRepetition(&fields)
        if let status = fields.read("status", "confirmed, tentative or cancelled.", Self.status) {
            changes.append { $0.status = status }
        }
    }

    /// Writes the fields that were sent into a draft.
    func apply(to draft: EventDraft) throws -> EventDraft {
        var draft = draft
        for change in changes { try change(&draft) }
        return draft
    }

    private mutating func readTexts(_ fields: inout SentFields) {
        if let title = fields.text("title", 0...EventLimits.title) { changes.append { $0.title = title } }
        let address = fields.text("address", 0...EventLimits.place)
        if let address {
            changes.append { draft in
                // The point is that of the place before.
                if draft.place != address { draft.point = nil }
                draft.place = address
            }
        }
        if let notes = fields.text("notes", 0...EventLimits.note, lines: true) {
            changes.append { $0.note = notes }
        }
        if let url = fields.text("url", 0...EventLimits.link) { changes.append { $0.link = url } }
    }

    private mutating func readPoint(_ fields: inout SentFields) {
        let latitude = Self.degrees("lat", -90...90, &fields), longitude = Self.degrees("lng", -180...180, &fields)
        guard fields.has("lat") || fields.has("lng") else { return }
        guard fields.has("lat"), fields.has("lng") else { return fields.refuse("lng", "lat and lng go together.") }
        switch (latitude, longitude) {
        case (.null, .null): changes.append { $0.point = nil }
        case (.number(let latitude), .number(let longitude)):
            guard case .point(let point) = PointCheck(latitude: latitude, longitude: longitude) else {
                return fields.refuse("lat", "0, 0 lies in the sea.")
            }
            changes.append { $0.point = point }
        case (nil, _), (_, nil): break
        default: fields.refuse("lng", "lat and lng are both null, or both numbers.")
        }
    }

    /// Reads degrees, or null.
    private static func degrees(
        _ name: String, _ limits: ClosedRange<Double>, _ fields: inout SentFields
    ) -> SentJSON? {
        fields.read(name, "Degrees from \(Int(limits.lowerBound)) to \(Int(limits.upperBound)), or null.") { sent in
            sent == .null || sent.number.map(limits.contains) == true ? sent : nil
        }
    }

    private static func status(_ sent: SentJSON) -> EventStatus? {
        sent.text.flatMap { text in EventStatus.allCases.first { $0.rawValue.lowercased() == text } }
    }
}

// Times.
extension EventFields {
    private mutating func readTime(_ fields: inout SentFields) {
        let zones = zones, own = own
        let zone = fields.read("time_zone", "The name of a zone, as in Asia/Riyadh.") { sent in
            sent.text.flatMap { zones.zone(named: $0) }
        }
        let moment = "A moment as 2026-12-01T20:00:00+03:00.", day = "A day as 2026-12-01."
        let start = fields.read("start_time", moment) { $0.text.flatMap { Instant(rfc3339: $0) } }
        let end = fields.read("end_time", moment) { $0.text.flatMap { Instant(rfc3339: $0) } }
        let length = fields.whole("duration_s", 0...31_622_400)
        let first = fields.read("start_date", day) { $0.text.flatMap { LocalDate(iso8601: $0) } }
        let last = fields.read("end_date", day) { $0.text.flatMap { LocalDate(iso8601: $0) } }
        let isBusy = fields.bool("busy")
        if fields.has("end_time"), fields.has("duration_s") {
            fields.refuse("duration_s", "Send end_time or duration_s, not both.")
        }
        let names = ["start_time", "end_time", "duration_s", "time_zone"], days = ["start_date", "end_date"]
        if days.contains(where: fields.has) {
            if let both = names.first(where: fields.has) { fields.refuse(both, "Whole days have no times.") }
            guard let first else {
                if !fields.has("start_date") { fields.refuse("start_date", "end_date needs a start_date.") }
                return
            }
            let last = last ?? first
            guard first <= last else { return fields.refuse("end_date", "It is before start_date.") }
            changes.append { draft in
                draft.time = .allDay(first...last)
                if isBusy == nil { draft.isBusy = false }
            }
        } else if names.contains(where: fields.has) {
            if let start, let end, end < start { fields.refuse("end_time", "It is before start_time.") }
            changes.append { draft in
                try Self.set(&draft, start, end: end, length, zone, zones, own)
            }
        }
        if let isBusy { changes.append { $0.isBusy = isBusy } }
    }

    /// Writes a time of day. The length stays if only the start moves.
    private static func set(
        _ draft: inout EventDraft, _ start: Instant?, end: Instant?, _ length: Int?, _ zone: String?,
        _ zones: TimeZones, _ own: TimeZoneRules
    ) throws {
        var oldStart: Instant?, oldEnd: Instant?, name = zone ?? own.name
        if case .timed(let first, let firstZone, let last, let lastZone) = draft.time {
            name = zone ?? (firstZone.isEmpty ? own.name : firstZone)
            let firstRules = firstZone.isEmpty ? own : try zones.rules(named: firstZone) ?? own
            let lastRules = lastZone.isEmpty ? own : try zones.rules(named: lastZone) ?? own
            (oldStart, oldEnd) = (firstRules.instant(of: first), lastRules.instant(of: last))
        }
        guard let rules = try zones.rules(named: name) else {
            throw Problem.field("time_zone", "There is no such zone.")
        }
        guard let begins = start ?? oldStart else { throw Problem.field("start_time", "It is needed here.") }
        let oldLength = oldStart.flatMap { old in oldEnd.map { $0.secondsSince1970 - old.secondsSince1970 } } ?? 3_600
        let ends = end ?? begins + .seconds(length.map(Int64.init) ?? oldLength)
        guard ends >= begins else { throw Problem.field("end_time", "It is before start_time.") }
        let wasAllDay = draft.time.isAllDay
        draft.time = .timed(
            start: rules.local(begins), startZone: name, end: rules.local(ends), endZone: name)
        if wasAllDay { draft.isBusy = true }
    }
}

// Series.
extension EventFields {
    /// The names of weekdays, Monday first.
    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    private mutating func readRepetition(_ fields: inout SentFields) {
        let wanted = "An RRULE, a list of weekdays as [\"mon\", \"wed\"], or null."
        let zones = zones, own = own
        let sent = fields.read("repeat", wanted) { sent -> SentJSON? in
            switch sent {
            case .null: sent
            case .text(let text): text.utf8.count <= 1_000 ? sent : nil
            case .list(let days): Self.days(days) == nil ? nil : sent
            case .bool, .number, .object: nil
            }
        }
        switch sent {
        case .text(let text):
            changes.append { draft in
                var clocks: TimeZoneRules?
                if case .timed(_, let name, _, _) = draft.time {
                    clocks = name.isEmpty ? own : try zones.rules(named: name)
                }
                do throws(RecurrenceRuleError) {
                    draft.repetition = try Repetition(ruleText: text, clocks: clocks)
                } catch {
                    throw Problem.field("repeat", wanted)
                }
            }
        case .list(let values):
            let days = Self.days(values) ?? []
            changes.append { $0.repetition = Repetition(.weekly(interval: 1, days)) }
        case .null: changes.append { $0.repetition = .none }
        default: break
        }
    }

    private static func days(_ values: [SentJSON]) -> Set<Weekday>? {
        let days = values.compactMap { value in
            value.text.flatMap { weekdays.firstIndex(of: $0) }.flatMap { Weekday(rawValue: $0 + 1) }
        }
        return days.count == values.count && !days.isEmpty && Set(days).count == days.count ? Set(days) : nil
    }

    /// Returns the name of a field in the API.
    static func name(of field: EventField) -> String {
        switch field {
        case .title: "title"
        case .isAllDay, .start: "start_time"
        case .end: "end_time"
        case .repetition, .repetitionEnd: "repeat"
        case .place, .travel, .mapLink: "address"
        case .point: "lat"
        case .link: "url"
        case .note: "notes"
        case .isBusy: "busy"
        case .status: "status"
        case .reminders, .color, .priority, .categories, .visibility: "title"
        }
    }
}
