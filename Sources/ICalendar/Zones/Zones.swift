public import CivilTime

/// What the clocks of a zone show and when: an IANA zone's rules, or those of a VTIMEZONE.
public protocol ZoneRules: Sendable {
    /// Seconds east of UTC.
    func offset(at instant: Instant) -> Int

    /// The moment that a calendar means by a wall clock's reading (RFC 5545 §3.3.5): a time shown twice
    /// is the first one; a time left out is read with the offset before the change.
    func instant(of local: LocalDateTime) -> Instant
}

extension ZoneRules {
    /// What calendar and clock show; the fraction of a second is cut off.
    public func local(_ instant: Instant) -> LocalDateTime {
        // An offset has five digits; only at the very end of time does the sum stop.
        LocalDateTime(wallSeconds: 0) + instant.secondsSince1970 + Int64(offset(at: instant))
    }
}

extension TimeZoneRules: ZoneRules {}
