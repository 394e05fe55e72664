import Calendars
import CivilTime
import ICalendar
import Places
import PrayerTimes
import Runtime
import SwiftProtobuf
import Wire

/// The reader of an event's message into a draft: each field that is written changes its value of the draft.
struct EventFields {
    /// The fields that an update may name.
    static let names: Set<String> = [
        "title", "start", "end", "prayer", "location", "notes", "url", "recurrence", "reminders", "free", "priority",
        "color", "status", "categories",
    ]

    private let zone: TimeZoneRules
    private let home: CalendarHome
    private var changes: [(inout EventDraft) throws -> Void] = []
    private var time: EventTime?

    init(_ zone: TimeZoneRules, _ home: CalendarHome) {
        self.zone = zone
        self.home = home
    }

    /// Reads a new event. Fields that are missing have the usual values.
    mutating func readEverything(of event: Jadwal_V1_Event) throws {
        time = try event.hasPrayer ? anchored(event.prayer) : span(event)
        // Whole days make nobody busy, unless the client says so; times do.
        var names = Self.names.subtracting(["start", "end", "prayer"])
        if !event.free { names.remove("free") }
        try readValues(names, of: event)
    }

    /// Reads the fields that an update names.
    mutating func read(_ fields: WrittenFields, of event: Jadwal_V1_Event) throws {
        if fields.contains("prayer") {
            time = try anchored(event.prayer)
        } else if fields.contains("start") || fields.contains("end") {
            time = try span(event)
        }
        try readValues(Self.names.filter(fields.contains), of: event)
    }

    /// Returns the draft of a new event.
    func newDraft() throws -> EventDraft {
        guard let time else { throw CallError.wrong("event.start") }
        return try draft(changing: EventDraft(title: "", time: time))
    }

    /// Returns a draft with the fields that were read.
    func draft(changing draft: EventDraft) throws -> EventDraft {
        var draft = draft
        if let time { draft.time = time }
        for change in changes { try change(&draft) }
        return draft
    }

    // MARK: Times

    private func span(_ event: Jadwal_V1_Event) throws -> EventTime {
        switch event.start.kind {
        case .date(let text):
            guard let first = LocalDate(iso8601: text) else { throw CallError.wrong("event.start") }
            guard event.hasEnd else { return .allDay(first...first) }
            guard case .date(let end) = event.end.kind, let last = LocalDate(iso8601: end), last >= first
            else { throw CallError.wrong("event.end") }
            return .allDay(first...last)
        case .dateTime(let text):
            guard let start = LocalDateTime(plain: text) else { throw CallError.wrong("event.start") }
            let startZone = event.start.timeZone
            guard event.hasEnd else {
                let rules = try home.rules(startZone)
                let end = rules.local(rules.instant(of: start) + .seconds(3_600))
                return .timed(start: start, startZone: startZone, end: end, endZone: startZone)
            }
            guard case .dateTime(let endText) = event.end.kind, let end = LocalDateTime(plain: endText)
            else { throw CallError.wrong("event.end") }
            let endZone = event.end.timeZone.isEmpty ? startZone : event.end.timeZone
            return .timed(start: start, startZone: startZone, end: end, endZone: endZone)
        case nil: throw CallError.wrong("event.start")
        }
    }

    private func anchored(_ anchor: Jadwal_V1_PrayerAnchor) throws -> EventTime {
        guard let prayer = DayEvent(rawValue: anchor.prayer), let day = LocalDate(iso8601: anchor.date),
            (-1_440...1_440).contains(anchor.minutes), (1...10_080).contains(anchor.lengthMinutes)
        else { throw CallError.wrong("event.prayer") }
        return .anchored(
            PrayerAnchor(prayer: prayer, minutes: Int(anchor.minutes)), day: day, minutes: Int(anchor.lengthMinutes))
    }

    // MARK: Values

    private mutating func readValues(_ names: Set<String>, of event: Jadwal_V1_Event) throws {
        func set(_ name: String, _ change: @escaping (inout EventDraft) throws -> Void) {
            if names.contains(name) { changes.append(change) }
        }
        set("title") { $0.title = event.title }
        set("location") { draft in
            // The point is that of the place before.
            if draft.place != event.location { draft.point = nil }
            draft.place = event.location
        }
        set("notes") { $0.note = event.notes }
        set("url") { $0.link = event.url }
        set("free") { $0.isBusy = !event.free }
        set("categories") { $0.categories = event.categories }
        set("priority") { draft in
            guard event.priority <= 9 else { throw CallError.wrong("event.priority") }
            draft.priority = EventPriority(number: Int(event.priority))
        }
        set("reminders") { $0.reminders = event.reminders.map(Self.reminder) }
        set("status") { $0.status = try Self.status(event.status) }
        set("color") { $0.color = try Self.color(event.color) }
        let home = home
        set("recurrence") { $0.repetition = try Self.repetition(event.recurrence, of: $0.time, home) }
    }

    private static func reminder(_ reminder: Jadwal_V1_Reminder) -> Reminder {
        let minutes = Int(reminder.minutesBefore)
        return minutes >= 0 ? .before(minutes: minutes) : .afterStart(minutes: -minutes)
    }

    private static func status(_ status: Jadwal_V1_EventStatus) throws -> EventStatus {
        switch status {
        case .unspecified, .confirmed: .confirmed
        case .tentative: .tentative
        case .cancelled: .cancelled
        case .UNRECOGNIZED: throw CallError.wrong("event.status")
        }
    }

    private static func color(_ text: String) throws -> PaletteColor? {
        guard !text.isEmpty else { return nil }
        guard text.wholeMatch(of: /#[0-9A-Fa-f]{6}/) != nil else { throw CallError.wrong("event.color") }
        return CalendarPalette.nearest(to: text)
    }

    private static func repetition(_ text: String, of time: EventTime, _ home: CalendarHome) throws -> Repetition {
        var zone: TimeZoneRules?
        if case .timed(_, let name, _, _) = time, !name.isEmpty { zone = try home.rules(name) }
        do throws(RecurrenceRuleError) {
            return try Repetition(ruleText: text, clocks: zone)
        } catch {
            throw CallError.wrong("event.recurrence")
        }
    }

    /// Returns the name of a field in the definition.
    static func name(of field: EventField) -> String {
        switch field {
        case .title: "title"
        case .isAllDay, .start: "start"
        case .end: "end"
        case .repetition, .repetitionEnd: "recurrence"
        case .place, .point, .mapLink: "location"
        case .link: "url"
        case .note: "notes"
        case .reminders: "reminders"
        case .isBusy: "free"
        case .status: "status"
        case .color: "color"
        case .priority: "priority"
        case .categories: "categories"
        case .visibility: "visibility"
        }
    }
}

extension LocalDateTime {
    /// Reads `2026-12-01T20:00:00`, with or without seconds; nil for any other text.
    init?(plain text: String) {
        guard let parts = text.wholeMatch(of: /(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d))?/)?.output,
            let date = LocalDate(iso8601: parts.1), let hour = Int(parts.2), let minute = Int(parts.3)
        else { return nil }
        self.init(date: date, hour: hour, minute: minute, second: parts.4.flatMap { Int($0) } ?? 0)
    }
}
