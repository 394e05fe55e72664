public import CivilTime

/// One occurrence of an event, a to-do or a journal entry.
public struct Occurrence: Hashable, Sendable {
    public let start: DateOrTime
    /// The first moment or day after it; equal to `start` if it has no length.
    public let end: DateOrTime
    /// The moments of start and end. Days and floating times are read in the reader's zone.
    public let startInstant: Instant, endInstant: Instant
    /// The value of its RECURRENCE-ID, written or not; nil if the component does not repeat.
    public let recurrenceID: DateOrTime?
    /// The index of the series' component that describes it.
    public let partIndex: Int

    /// Returns true if any part of it is in the window. One without length is at its start.
    public func overlaps(_ window: Range<Instant>) -> Bool {
        if startInstant >= endInstant { return window.contains(startInstant) }
        return startInstant < window.upperBound && endInstant > window.lowerBound
    }
}

/// The length of a series' occurrences (RFC 5545 §3.8.5.3).
enum OccurrenceLength: Hashable, Sendable {
    /// From DTEND or DUE: exact seconds, even if clocks change. Ends are written in the zone of `end`.
    case exact(seconds: Int, end: DateOrTime)
    /// From DURATION: days are counted on the calendar.
    case nominal(NominalDuration)
    /// Whole days: from a DTEND that is a day, or by default.
    case days(Int)

    /// A number of seconds that no occurrence exceeds.
    var longest: Int {
        switch self {
        case .exact(let seconds, _): max(0, seconds)
        // A day may be an hour longer, or begin in a gap.
        case .nominal(let duration):
            max(0, duration.days * secondsPerDay + duration.seconds) + (duration.days == 0 ? 0 : secondsPerDay)
        case .days(let days): max(0, days) * secondsPerDay + secondsPerDay
        }
    }
}
