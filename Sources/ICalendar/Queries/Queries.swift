public import CivilTime

// Queries: the questions that CalDAV asks of calendars (RFC 4791), and alarms.
//
// - `TimeRange` is the window of a query; TimeRangeTables.swift says which components overlap it.
// - `ComponentFilter` and its parts are a calendar-query; FilterEvaluation.swift applies them.
// - Expansion.swift expands a calendar, or limits its overrides and busy periods.
// - `BusyTimes` adds up busy periods, with `AvailabilityTimes` of VAVAILABILITY components.
// - AlarmTimes.swift finds the alarms in a window, DueAlarms.swift those that a server brings to the person.

/// A CALDAV:time-range: from `start` up to, not including, `end`; either may be open (RFC 4791 §9.9).
public struct TimeRange: Hashable, Sendable {
    public let start: Instant
    public let end: Instant

    /// - Returns: nil if it has neither start nor end, or ends before it starts.
    public init?(start: Instant?, end: Instant?) {
        guard start != nil || end != nil else { return nil }
        self.start = start ?? Self.earliest
        self.end = end ?? Self.latest
        guard self.start < self.end else { return nil }
    }

    public init(_ window: Range<Instant>) {
        start = window.lowerBound
        end = window.upperBound
    }

    /// Moments outside the years 0 to 9999, the only ones that can be written.
    static let earliest = Instant(secondsSince1970: -62_200_000_000)
    static let latest = Instant(secondsSince1970: 253_410_000_000)

    /// The window with a second more on both sides, because some bounds of the tables are inclusive.
    var window: Range<Instant> { start - .seconds(1)..<end + .seconds(1) }

    /// Returns true if `start <= moment < end`.
    func contains(_ moment: Instant) -> Bool { start <= moment && moment < end }

    /// Returns true if something that has a length shares some of it.
    func overlaps(from first: Instant, to last: Instant) -> Bool { start < last && end > first }
}
