package import CivilTime
package import PrayerTimes
package import Storage

/// One occurrence of an event or a to-do, as views show it.
package struct CalendarEntry: Sendable {
    /// The same object for all occurrences of a component: a view has up to thousands of entries.
    let content: EntryContent
    /// The RECURRENCE-ID as addresses name it (`20261125T150000`); nil if the object does not repeat.
    package let recurrenceID: String?
    package let isAllDay: Bool
    /// The moments of start and end in the reader's zone; equal if it has no length.
    package let start: Instant, end: Instant
    /// The first and the last day that it touches in the reader's zone.
    package let startDay: LocalDate, endDay: LocalDate
    package let isRecurring: Bool
    /// True for a to-do without a time.
    package let isUndated: Bool
    /// The prayer that it follows; nil if it follows none, or was moved individually.
    package var anchor: PrayerAnchor?
    /// True for the last one of a series that is shown on its day, if the series has more on that day.
    package var isFollowedByMore = false

    package var calendar: CalendarID { content.object.calendar }
    /// The last part of the object's address.
    package var segment: String { content.object.segment }
    package var kind: EntryKind { content.object.kind }
    /// The version of the object, as `StoredEvent.version`; empty outside the views of days.
    package var version: [UInt8] { content.object.version }
    /// The title and the place, shortened.
    package var title: String { content.title }
    package var place: String { content.place }
    /// The point of the place, as a program wrote it; nil without one.
    package var point: Coordinates? { content.point }
    package var color: PaletteColor { content.color }
    /// The address at which people join its meeting; nil without one.
    package var meeting: String? { content.meeting }
    /// True if the place is the address of the meeting.
    package var isAtMeeting: Bool { content.isAtMeeting }
    package var isTentative: Bool { content.isTentative }
    package var isCancelled: Bool { content.isCancelled }
    /// True if the customer is invited and said no.
    package var isDeclined: Bool { content.isDeclined }
    /// True if it makes nobody busy.
    package var isFree: Bool { content.isFree }
    package var isPrivate: Bool { content.isPrivate }
    /// True for a to-do that is done.
    package var isDone: Bool { content.isDone }

    init(
        _ content: EntryContent, recurrenceID: String? = nil, isAllDay: Bool, start: Instant, end: Instant,
        days: ClosedRange<LocalDate>, isRecurring: Bool = false, isUndated: Bool = false
    ) {
        self.content = content
        self.recurrenceID = recurrenceID
        self.isAllDay = isAllDay
        self.start = start
        self.end = end
        startDay = days.lowerBound
        endDay = days.upperBound
        self.isRecurring = isRecurring
        self.isUndated = isUndated
    }

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
    package static func sorted(_ entries: [CalendarEntry]) -> [CalendarEntry] {
        entries.sorted(by: isBefore)
    }
}

/// The kind of what an entry shows.
package enum EntryKind: Sendable, Hashable {
    case event, toDo
    /// An entry of the built-in calendar of days, which is not a stored object.
    case day

    /// - Parameter component: the kind of a stored object. Views have VEVENT and VTODO only.
    init(component: String) { self = component == "VTODO" ? .toDo : .event }
}

extension CalendarEntry {
    /// Makes an entry of the built-in calendar of days.
    init(_ day: BuiltInDay, _ zone: TimeZoneRules) {
        let object = EntryObject(calendar: CalendarID(0), segment: day.key, kind: .day, version: [])
        self.init(
            EntryContent(object, title: day.title, place: "", color: CalendarPalette.ofDays, isFree: true),
            isAllDay: true, start: zone.startOfDay(day.days.lowerBound), end: zone.startOfDay(day.days.upperBound + 1),
            days: day.days)
    }
}
