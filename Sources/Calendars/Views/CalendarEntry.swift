package import CivilTime
package import Storage
import Text

/// One occurrence of an event or a to-do, as views show it.
///
/// Its texts are in one object: a view sorts and copies up to thousands of entries.
package struct CalendarEntry: Sendable {
    private let texts: EntryTexts
    package let calendar: CalendarID
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
    /// The prayer that it follows; nil if it follows none, or was moved by itself.
    package var anchor: PrayerAnchor?
    /// True for the last one of a series that is shown on its day, if the series has more on that day.
    package var isFollowedByMore = false

    /// The last part of the object's address.
    package var segment: String { texts.segment }
    /// The RECURRENCE-ID as addresses name it (`20261125T150000`); nil if the object does not repeat.
    package var recurrenceID: String? { texts.recurrenceID }
    /// VEVENT or VTODO; `CalendarEntry.dayKind` for an entry of the built-in calendar of days.
    package var kind: String { texts.kind }
    package var title: String { texts.title }
    package var place: String { texts.place }
    package var color: PaletteColor { texts.color }
    /// The address at which people join its meeting; nil without one.
    package var meeting: String? { texts.meeting }
    /// The version of the object, as `StoredEvent.version`; empty outside the views of days.
    package var version: [UInt8] { texts.version }

    init(
        _ object: EntryObject, recurrenceID: String?, title: String, place: String, color: PaletteColor, isAllDay: Bool,
        start: Instant, end: Instant, days: ClosedRange<LocalDate>, isRecurring: Bool = false,
        isTentative: Bool = false, isCancelled: Bool = false, isDeclined: Bool = false, isFree: Bool,
        isPrivate: Bool = false, isDone: Bool = false, isUndated: Bool = false,
        meeting: String? = nil
    ) {
        texts = EntryTexts(
            object, recurrenceID: recurrenceID, title: title.withoutOverrides, place: place.withoutOverrides,
            color: color, meeting: meeting ?? MeetingLink.first(in: place))
        calendar = object.calendar
        self.isAllDay = isAllDay
        self.start = start
        self.end = end
        startDay = days.lowerBound
        endDay = days.upperBound
        self.isRecurring = isRecurring
        self.isTentative = isTentative
        self.isCancelled = isCancelled
        self.isDeclined = isDeclined
        self.isFree = isFree
        self.isPrivate = isPrivate
        self.isDone = isDone
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
    static func sorted(_ entries: [CalendarEntry]) -> [CalendarEntry] {
        entries.sorted(by: isBefore)
    }
}

extension CalendarEntry {
    /// The kind of the entries of the built-in calendar of days. They are no stored objects.
    package static let dayKind = "DAY"

    /// Makes an entry of the built-in calendar of days.
    init(_ day: BuiltInDay, _ zone: TimeZoneRules) {
        self.init(
            EntryObject(calendar: CalendarID(0), segment: day.key, kind: Self.dayKind, version: []), recurrenceID: nil,
            title: day.title, place: "", color: CalendarPalette.ofDays, isAllDay: true,
            start: zone.startOfDay(day.days.lowerBound), end: zone.startOfDay(day.days.upperBound + 1), days: day.days,
            isFree: true)
    }
}

/// The texts of an entry.
private final class EntryTexts: Sendable {
    let segment: String
    let recurrenceID: String?
    let kind: String
    let title: String
    let place: String
    let color: PaletteColor
    let version: [UInt8]
    let meeting: String?

    init(
        _ object: EntryObject, recurrenceID: String?, title: String, place: String, color: PaletteColor,
        meeting: String?
    ) {
        segment = object.segment
        self.recurrenceID = recurrenceID
        kind = object.kind
        self.title = title
        self.place = place
        self.color = color
        version = object.version
        self.meeting = meeting
    }
}
