package import CivilTime
package import ICalendar
package import PrayerTimes

/// An event as a form or a sentence describes it.
///
/// Texts are plain, without the escapes of calendar files. An empty text means that there is none.
package struct EventDraft: Sendable, Hashable {
    package var title: String
    package var time: EventTime
    package var repetition: Repetition
    /// LOCATION.
    package var place: String
    /// The point of the place: GEO, else Apple's property; nil without one.
    package var point: Coordinates?
    /// The address of a map: the ALTREP of LOCATION (RFC 5545 §3.2.1).
    package var mapLink: String
    /// URL: a page about the event, or the address of a video call.
    package var link: String
    /// DESCRIPTION.
    package var note: String
    package var reminders: [Reminder]
    /// True if the event makes the customer busy (TRANSP).
    package var isBusy: Bool
    package var status: EventStatus
    /// Its own colour; nil for the calendar's. COLOR holds the nearest name of CSS.
    package var color: PaletteColor?
    package var priority: EventPriority
    package var categories: [String]
    /// CLASS.
    package var visibility: EventVisibility

    /// - Parameter isBusy: nil for the usual value: busy at a time of day, free on whole days.
    package init(
        title: String, time: EventTime, repetition: Repetition = .none, place: String = "", point: Coordinates? = nil,
        mapLink: String = "", link: String = "", note: String = "", reminders: [Reminder] = [],
        isBusy: Bool? = nil, status: EventStatus = .confirmed, color: PaletteColor? = nil,
        priority: EventPriority = .none, categories: [String] = [], visibility: EventVisibility = .public
    ) {
        self.title = title
        self.time = time
        self.repetition = repetition
        self.place = place
        self.point = point
        self.mapLink = mapLink
        self.link = link
        self.note = note
        self.reminders = reminders
        self.isBusy = isBusy ?? !time.isAllDay
        self.status = status
        self.color = color
        self.priority = priority
        self.categories = categories
        self.visibility = visibility
    }
}

/// The time of an event, or of the first one of a series.
package enum EventTime: Sendable, Hashable {
    /// From a time to a time, each on the clocks of a zone with an IANA name, as in Asia/Riyadh. Events that take a
    /// flight begin and end in two zones. An empty name is a floating time: the clocks of the place where the reader
    /// is.
    case timed(start: LocalDateTime, startZone: String, end: LocalDateTime, endZone: String)
    /// Whole days; both days are included.
    case allDay(ClosedRange<LocalDate>)
    /// A time that follows the prayer times of the customer's city. `day` is the first day, `minutes` the length.
    case anchored(PrayerAnchor, day: LocalDate, minutes: Int)

    package var isAllDay: Bool {
        if case .allDay = self { true } else { false }
    }

    /// The first day, on the clocks of the start's zone.
    package var day: LocalDate {
        switch self {
        case .timed(let start, _, _, _): start.date
        case .allDay(let days): days.lowerBound
        case .anchored(_, let day, _): day
        }
    }
}

/// A time that many minutes after a prayer begins; negative for minutes before it.
package struct PrayerAnchor: Sendable, Hashable {
    package var prayer: DayEvent
    package var minutes: Int

    package init(prayer: DayEvent, minutes: Int) {
        self.prayer = prayer
        self.minutes = minutes
    }
}

/// The rule of a series, counted from its first event, and its end.
package struct Repetition: Sendable, Hashable {
    package var rule: Rule
    package var end: End

    package init(_ rule: Rule, _ end: End = .never) {
        self.rule = rule
        self.end = end
    }

    package static let none = Repetition(.none)

    package enum Rule: Sendable, Hashable {
        case none
        case daily
        /// Each of the customer's working days.
        case weekdays(Set<Weekday>)
        /// Every `interval` weeks on these days; on the first event's weekday if there are none.
        case weekly(interval: Int, Set<Weekday>)
        /// The first event's day of each month. A month without the 31st is left out.
        case monthlyByDay
        /// The first event's weekday of each month, as the second Tuesday. The fifth means the last.
        case monthlyByWeekday
        /// The first event's day of each year.
        case yearly
        /// The first event's day of each Hijri month.
        case hijriMonthly
        /// The first event's day of each Hijri year.
        case hijriYearly
        /// A rule for which there is no choice in the form. COUNT and UNTIL are in `Repetition.end`.
        case custom(RecurrenceRule)
    }

    package enum End: Sendable, Hashable {
        case never
        /// The last day on which an event may begin, on the clocks of the start's zone.
        case until(LocalDate)
        /// The number of events, the first included.
        case count(Int)
    }
}

/// A VALARM that shows a message.
package enum Reminder: Sendable, Hashable {
    /// That many minutes before the start; 0 at the start. Whole days start at midnight.
    case before(minutes: Int)
    /// That many minutes after the start, as 540 for nine o'clock on a whole day.
    case afterStart(minutes: Int)
    /// That many minutes before the end; 0 at the end.
    case beforeEnd(minutes: Int)
    /// At a time on the clocks of the customer's zone, once for a whole series.
    case at(LocalDateTime)
}

/// STATUS of an event (RFC 5545 §3.8.1.11).
package enum EventStatus: String, Sendable, Hashable, CaseIterable {
    case confirmed = "CONFIRMED", tentative = "TENTATIVE", cancelled = "CANCELLED"
}

/// PRIORITY in the three steps of RFC 5545 §3.8.1.9.
package enum EventPriority: String, Sendable, Hashable, CaseIterable {
    case none, high, normal, low

    /// The number that is written: 1 the highest, 9 the lowest, 0 for none.
    package var number: Int {
        switch self {
        case .none: 0
        case .high: 1
        case .normal: 5
        case .low: 9
        }
    }

    /// Reads a number that a program wrote: 1 to 4 are high, 6 to 9 low.
    package init(number: Int) {
        switch number {
        case 1...4: self = .high
        case 5: self = .normal
        case 6...9: self = .low
        default: self = .none
        }
    }
}

/// CLASS (RFC 5545 §3.8.1.3): the people who may see an event in a shared calendar.
package enum EventVisibility: String, Sendable, Hashable, CaseIterable {
    case `public` = "PUBLIC", `private` = "PRIVATE", confidential = "CONFIDENTIAL"
}

/// The events of a series that an edit, a move or a deletion concerns.
package enum EditScope: String, Sendable, Hashable, CaseIterable {
    case one, following, all
}
