public import PrayerTimes

/// A time that is taken, on the local time line. It holds numbers only, so that ten thousand of them are one piece of
/// memory.
public struct BusyItem: Hashable, Sendable {
    /// The minutes, at least one.
    public var time: Range<Int>
    /// The number by which the caller finds the occurrence, its index in the list that the caller gave. No two items of
    /// an index share it.
    public var number: Int
    /// The number of the place; nil if it has none, or none that is known.
    public var place: Int?
    /// The number of the UID. Occurrences of one series share it.
    public var series: Int
    /// The RECURRENCE-ID in seconds since 1970; the least number if there is none.
    public var recurrence: Int64
    public var calendar: Int
    /// The number of the title in its normalised form; nil if there is no title.
    public var title: Int?
    /// The prayer to which the event is anchored, or before or after which it was agreed.
    public var anchor: DayEvent?
    /// True if it is not certain: a clash with it is a mark only.
    public var isTentative: Bool

    /// Makes an item.
    ///
    /// - Parameter series: `number` unless given, so that no two such items are occurrences of one series.
    public init(
        _ time: Range<Int>, number: Int, place: Int? = nil, series: Int? = nil, recurrence: Int64 = .min,
        calendar: Int = 0, title: Int? = nil, anchor: DayEvent? = nil, isTentative: Bool = false
    ) {
        self.time = time
        self.number = number
        self.place = place
        self.series = series ?? number
        self.recurrence = recurrence
        self.calendar = calendar
        self.title = title
        self.anchor = anchor
        self.isTentative = isTentative
    }
}

/// The relation of two items that overlap.
enum Relation {
    /// The same occurrence of the same calendar, which cannot clash with itself.
    case same
    /// The same event in two calendars.
    case double
    case overlap
}

extension BusyItem {
    /// Returns the relation to an item that overlaps this one.
    ///
    /// The same UID and RECURRENCE-ID in one calendar is the same item. In two calendars, an equal UID or an equal
    /// title makes a double, if starts and ends differ by at most 2 minutes; an equal RECURRENCE-ID too makes one
    /// wherever the copies lie, since one of them was moved.
    func relation(to other: BusyItem) -> Relation {
        let isSeries = series == other.series
        let isOccurrence = isSeries && recurrence == other.recurrence
        if calendar == other.calendar { return isOccurrence ? .same : .overlap }
        if isOccurrence { return .double }
        let isNear = abs(time.lowerBound - other.time.lowerBound) <= 2
            && abs(time.upperBound - other.time.upperBound) <= 2
        return isNear && (isSeries || title != nil && title == other.title) ? .double : .overlap
    }
}
