package import CivilTime
package import Storage

/// One occurrence of an event or a to-do, as views show it.
package struct CalendarEntry: Sendable, Hashable {
    package let calendar: CalendarID
    /// The last part of the object's address.
    package let segment: String
    /// The RECURRENCE-ID as addresses name it (`20261125T150000`); nil if the object does not repeat.
    package let recurrenceID: String?
    package let uid: String
    /// VEVENT or VTODO; `CalendarEntry.dayKind` for an entry of the built-in calendar of days.
    package let kind: String
    package let title: String
    package let place: String
    package let isAllDay: Bool
    /// The moments of start and end in the reader's zone; equal if it has no length.
    package let start: Instant, end: Instant
    /// The first and the last day that it touches in the reader's zone.
    package let startDay: LocalDate, endDay: LocalDate
    package let isRecurring: Bool
    package let isTentative: Bool
    package let isCancelled: Bool
    /// True if the customer is invited and said no.
    package let isDeclined: Bool
    /// True if it makes nobody busy.
    package let isFree: Bool
    package let isPrivate: Bool
    /// True for a to-do that is done.
    package let isDone: Bool
    /// True for a to-do without a time.
    package let isUndated: Bool
    package let color: PaletteColor
    /// The version of the object, as `StoredEvent.version`; empty outside the views of days.
    package var version: [UInt8] = []
    /// The prayer that it follows; nil if it follows none, or was moved by itself.
    package var anchor: PrayerAnchor?
    /// True for the last one of a series that is shown on its day, if the series has more on that day.
    package var isFollowedByMore = false

    /// The days that it touches.
    package var days: ClosedRange<LocalDate> { startDay...endDay }

    /// True if views show it as a bar: it lasts whole days, or touches several.
    package var isBar: Bool { isAllDay || startDay != endDay }

    /// Returns true if one entry comes before another in a list: the earlier, then the longer, then by title.
    package static func isBefore(_ one: CalendarEntry, _ other: CalendarEntry) -> Bool {
        if one.start != other.start { return one.start < other.start }
        if one.isAllDay != other.isAllDay { return one.isAllDay }
        if one.end != other.end { return one.end > other.end }
        if one.title != other.title { return one.title < other.title }
        return (one.calendar.number, one.segment) < (other.calendar.number, other.segment)
    }

    /// Returns entries in the order of a list.
    static func sorted(_ entries: [CalendarEntry]) -> [CalendarEntry] {
        // An entry has many texts; their places are moved until the order is found.
        entries.indices.sorted { isBefore(entries[$0], entries[$1]) }.map { entries[$0] }
    }
}

extension CalendarEntry {
    /// The kind of the entries of the built-in calendar of days. They are no stored objects.
    package static let dayKind = "DAY"

    /// Makes an entry of the built-in calendar of days.
    init(_ day: BuiltInDay, _ zone: TimeZoneRules) {
        self.init(
            calendar: CalendarID(0), segment: day.key, recurrenceID: nil, uid: day.key, kind: Self.dayKind,
            title: day.title, place: "", isAllDay: true, start: zone.startOfDay(day.days.lowerBound),
            end: zone.startOfDay(day.days.upperBound + 1), startDay: day.days.lowerBound, endDay: day.days.upperBound,
            isRecurring: false, isTentative: false, isCancelled: false, isDeclined: false, isFree: true,
            isPrivate: false, isDone: false, isUndated: false, color: CalendarPalette.ofDays)
    }
}
