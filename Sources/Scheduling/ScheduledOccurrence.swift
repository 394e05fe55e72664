public import CivilTime
public import PrayerTimes

/// An occurrence of an event, as far as it matters for the time that it takes.
public struct ScheduledOccurrence: Hashable, Sendable {
    public var uid: String
    /// The RECURRENCE-ID as a moment; nil for a single event.
    public var recurrenceID: Instant?
    /// The number of the calendar.
    public var calendar: Int
    /// The time; of whole days, from the first moment of the first to that of the day after the last.
    public var time: TimeSpan
    public var title: String
    /// The number of the place; nil if it has none, or none that is known.
    public var place: Int?
    public var isAllDay = false
    /// True if the event itself says that its whole days are taken; nil leaves it to the calendar.
    public var allDayCounts: Bool?
    public var isTransparent = false
    public var isCancelled = false
    /// True if the customer declined the invitation.
    public var isDeclined = false
    public var isTentative = false
    /// The prayer to which the event is anchored, or before or after which it was agreed.
    public var anchor: DayEvent?

    public init(
        uid: String, recurrenceID: Instant? = nil, calendar: Int = 0, time: TimeSpan, title: String = "",
        place: Int? = nil
    ) {
        self.uid = uid
        self.recurrenceID = recurrenceID
        self.calendar = calendar
        self.time = time
        self.title = title
        self.place = place
    }

    /// Returns true if the occurrence takes its time.
    public func isBusy(_ rule: CalendarRule) -> Bool {
        rule.countsAsBusy && !isTransparent && !isCancelled && !isDeclined && !time.isEmpty
            && (!isAllDay || allDayCounts ?? rule.allDayCounts)
    }
}

/// The settings of a calendar.
public struct CalendarRule: Hashable, Sendable {
    public var countsAsBusy: Bool
    /// True if events of whole days take the time.
    public var allDayCounts: Bool

    public init(countsAsBusy: Bool = true, allDayCounts: Bool = false) {
        self.countsAsBusy = countsAsBusy
        self.allDayCounts = allDayCounts
    }
}

/// The numbers of UIDs and titles, so that items compare numbers.
struct NameNumbers: Sendable {
    private var series: [String: Int] = [:]
    private var titles: [String: Int] = [:]

    /// Gives numbers to the names of an occurrence.
    mutating func add(_ occurrence: ScheduledOccurrence) {
        let title = normalisedTitle(occurrence.title)
        titles[title] = titles[title] ?? titles.count
        series[occurrence.uid] = series[occurrence.uid] ?? series.count
    }

    /// Returns the item of an occurrence. New names have a negative number that no other item has.
    func item(_ occurrence: ScheduledOccurrence, number: Int, on line: LocalTimeLine) -> BusyItem {
        let title = normalisedTitle(occurrence.title), new = -2 - number
        return BusyItem(
            line.minutes(of: occurrence.time), number: number, place: occurrence.place,
            series: series[occurrence.uid] ?? new,
            recurrence: occurrence.recurrenceID?.secondsSince1970 ?? .min, calendar: occurrence.calendar,
            title: title.isEmpty ? nil : titles[title] ?? new, anchor: occurrence.anchor,
            isTentative: occurrence.isTentative)
    }
}

/// Returns the letters and digits of a title in lower case, with one space between words. Arabic vowel signs and the
/// tatweel are left out.
func normalisedTitle(_ title: String) -> String {
    var words = "", isBetween = false
    for scalar in title.unicodeScalars where !isArabicSign(scalar) {
        let properties = scalar.properties
        let isMark = properties.canonicalCombiningClass != .notReordered
        guard properties.isAlphabetic || properties.numericType != nil || isMark else {
            isBetween = true
            continue
        }
        if isBetween, !words.isEmpty { words += " " }
        isBetween = false
        words += properties.lowercaseMapping
    }
    return words
}

private func isArabicSign(_ scalar: Unicode.Scalar) -> Bool {
    (0x064B...0x065F).contains(scalar.value) || scalar.value == 0x0640 || scalar.value == 0x0670
}
