/// An event that needs another time.
public struct SuggestionRequest: Hashable, Sendable {
    /// The agreed or wanted start, on the line.
    public var start: Int
    /// The minutes that the event takes, at least 1.
    public var duration: Int
    /// The number of the place; nil if it does not matter.
    public var place: Int?
    /// The number of the event's own item, which does not stand in its way; nil if it is not in the index.
    public var number: Int?
    /// The prayer with which the wanted time of day moves from day to day; nil if it is a time of the clock.
    public var anchor: PrayerAnchor?
    public var now: Int
    /// The least minutes from now to a suggestion.
    public var lead = 15
    /// The minutes of which a start is a multiple.
    public var grid: Int
    /// The days before the wanted one, and those from the wanted one on, on which to look.
    public var backDays = 3, horizonDays = 14
    /// The minutes to spare in addition to each way that takes time.
    public var reserve = 0
    /// The most suggestions.
    public var count = 3

    /// Makes a request with Jadwal's usual limits. Starts are at full quarters of an hour; those of an event of less
    /// than 15 minutes at multiples of 5.
    public init(
        start: Int, duration: Int, place: Int? = nil, number: Int? = nil, anchor: PrayerAnchor? = nil, now: Int
    ) {
        self.start = start
        self.duration = max(1, duration)
        self.place = place
        self.number = number
        self.anchor = anchor
        self.now = now
        grid = duration < 15 ? 5 : 15
    }
}
