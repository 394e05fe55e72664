/// A kind of local time in a zone: its offset from UTC and its name.
public struct LocalTimeType: Hashable, Sendable {
    /// Seconds east of UTC.
    public let offset: Int
    /// True for daylight saving by the zone's own rules. In Ireland they set it in winter.
    public let isDaylightSaving: Bool
    /// A short name, not unique: `CET`, `+03`.
    public let abbreviation: String

    /// The valid offsets: less than 25 hours west to less than 26 hours east (RFC 8536 §3.2).
    static let offsets = -89_999...93_599
}

/// A moment at which the clocks of a zone change.
public struct ZoneTransition: Hashable, Sendable {
    /// The first moment of the new time.
    public let instant: Instant
    public let before: LocalTimeType, after: LocalTimeType
}

/// The moments that a local time means in a zone.
public enum LocalTimeResolution: Hashable, Sendable {
    case unique(Instant)
    /// The clocks were put back and showed it twice.
    case `repeated`(first: Instant, second: Instant)
    /// The clocks were put forward past it, at the given change.
    case skipped(ZoneTransition)
}
