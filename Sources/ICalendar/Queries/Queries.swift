public import CivilTime

/// A CALDAV:time-range: from `start`, up to and not including `end`; either may be open (RFC 4791 §9.9).
public struct TimeRange: Hashable, Sendable {
    public let start: Instant
    public let end: Instant

    /// - Returns: nil where it has neither end, or ends before it starts.
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

    /// Beyond the years 0 to 9999, which are all that can be written.
    static let earliest = Instant(secondsSince1970: -62_200_000_000)
    static let latest = Instant(secondsSince1970: 253_410_000_000)

    /// A second more on both sides: some of the tables' bounds are inclusive.
    var window: Range<Instant> { start - .seconds(1)..<end + .seconds(1) }

    /// `start <= moment < end`
    func contains(_ moment: Instant) -> Bool { start <= moment && moment < end }

    /// What has a length, and shares some of it.
    func overlaps(from first: Instant, to last: Instant) -> Bool { start < last && end > first }
}
