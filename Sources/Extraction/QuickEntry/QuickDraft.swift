public import CivilTime
public import PrayerTimes

/// An event as one sentence describes it. What the sentence does not say is nil or empty.
public struct QuickDraft: Hashable, Sendable {
    /// The words that were not understood otherwise, and the people; empty if nothing is left.
    public let title: String
    /// The first day, if the sentence names one.
    public let day: LocalDate?
    /// The last day, included, if the sentence names several.
    public let lastDay: LocalDate?
    /// The first day if nothing else decides: the named one, or the first on which the event fits its repetition and
    /// its time has not passed, from today on.
    public let likelyDay: LocalDate
    public let start: QuickStart?
    /// The length in minutes, 1 to 10,080.
    public let minutes: Int?
    /// True if the sentence says that it takes whole days.
    public let isAllDay: Bool
    public let place: String?
    /// The names after "with". They are in the title too.
    public let people: [String]
    public let repetition: QuickRepetition?
    public let end: QuickEnd?
    /// True if weekdays were listed without a word such as "every": the repetition has each of them once.
    public let isOnce: Bool
    /// The zone of the start, by IANA name, if the sentence names one.
    public let zone: String?
    /// The Hijri date of the first day, if the sentence says one.
    public let hijri: HijriDate?
    /// The understood parts, in the order of the text. They do not overlap.
    public let understood: [QuickPart]
    /// The words of time that were not used, in the order of the text.
    public let notUnderstood: [QuickUnread]
}

/// The end of a series.
public enum QuickEnd: Hashable, Sendable {
    /// The last day on which an event may begin.
    case until(LocalDate)
    /// The number of events, the first included.
    case count(Int)
}

/// Words of time that were not used.
public struct QuickUnread: Hashable, Sendable {
    /// The positions of its characters in the text.
    public let characters: Range<Int>
    public let text: String
    /// True if the words are a part of the title too.
    public let isInTitle: Bool
}

/// The start of an event.
public enum QuickStart: Hashable, Sendable {
    /// A time of day, 0 to 23 and 0 to 59.
    case clock(hour: Int, minute: Int)
    /// A time that many minutes after a prayer begins; negative for minutes before it.
    case prayer(DayEvent, minutes: Int)
}

public enum QuickRepetition: Hashable, Sendable {
    case daily
    /// Each of the customer's working days.
    case workingDays
    /// Every `interval` weeks on these days; on the first event's weekday if there are none.
    case weekly(interval: Int, Set<Weekday>)
    case monthly, yearly
    /// Some days of each month, 1 to 31.
    case monthlyDays(Set<Int>)
    /// The first day's Hijri day of each Hijri month, or of each Hijri year.
    case hijriMonthly, hijriYearly
    /// A weekday of each month: the first to the fourth, or −1 for the last.
    case monthlyWeekday(week: Int, Weekday)
    /// The last day of each month.
    case monthEnd
}

/// A part of the sentence that was understood.
public struct QuickPart: Hashable, Sendable {
    /// The positions of its characters in the text.
    public let characters: Range<Int>
    public let kind: Kind

    public enum Kind: Hashable, Sendable, CaseIterable {
        case day, time, length, allDay, repetition, place, people
    }
}
