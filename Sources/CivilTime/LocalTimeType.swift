/// What clocks show in a zone for a while: how far from UTC, and under which name.
public struct LocalTimeType: Hashable, Sendable {
    /// Seconds east of UTC.
    public let offset: Int
    /// As the zone's rules put it; Ireland's winter time counts as its exception.
    public let isDaylightSaving: Bool
    /// `CET`, `+03`; short, not unique.
    public let abbreviation: String

    /// What RFC 8536 §3.2 expects: more than 25 hours west is as wrong as 26 hours east.
    static let offsets = -89_999...93_599
}

/// A moment at which the clocks of a zone are changed.
public struct ZoneTransition: Hashable, Sendable {
    /// The first moment of the new time.
    public let instant: Instant
    public let before: LocalTimeType, after: LocalTimeType
}

/// Which moments a wall clock's reading can mean in a zone.
public enum LocalTimeResolution: Hashable, Sendable {
    case unique(Instant)
    /// The clock was put back and showed it twice.
    case `repeated`(first: Instant, second: Instant)
    /// The clock was put forward past it, at the given change.
    case skipped(ZoneTransition)
}
