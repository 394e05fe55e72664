public import CivilTime

/// One time at which an event, a to-do or a journal entry takes place.
public struct Occurrence: Hashable, Sendable {
    public let start: DateOrTime
    /// The first moment or day after it. The same as `start` where it takes no time.
    public let end: DateOrTime
    /// The moments, in the zone of who looks at it where `start` and `end` are in none.
    public let startInstant: Instant, endInstant: Instant
    /// What RECURRENCE-ID says or would say of it; nil for something that happens once.
    public let recurrenceID: DateOrTime?
    /// Which of the series' components describes it.
    public let partIndex: Int

    /// Whether any of it is in the window: something without length is where it starts.
    public func overlaps(_ window: Range<Instant>) -> Bool {
        if startInstant >= endInstant { return window.contains(startInstant) }
        return startInstant < window.upperBound && endInstant > window.lowerBound
    }
}

/// How long the occurrences of a series are (RFC 5545 §3.8.5.3).
enum OccurrenceLength: Hashable, Sendable {
    /// From DTEND or DUE: every occurrence lasts as long, clocks changed or not. The end is written in
    /// the zone of this one.
    case exact(seconds: Int, end: DateOrTime)
    /// From DURATION: the days are counted on the calendar.
    case nominal(NominalDuration)
    /// From the DTEND of a day, or nothing at all.
    case days(Int)

    /// More seconds than any occurrence lasts.
    var longest: Int {
        switch self {
        case .exact(let seconds, _): max(0, seconds)
        // A day may have an hour more, or begin in a gap.
        case .nominal(let duration):
            max(0, duration.days * secondsPerDay + duration.seconds) + (duration.days == 0 ? 0 : secondsPerDay)
        case .days(let days): max(0, days) * secondsPerDay + secondsPerDay
        }
    }
}
