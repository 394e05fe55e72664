public import CivilTime

// Time zones (RFC 5545 §3.2.19, §3.6.5): from a TZID to rules, and from rules to a VTIMEZONE.
//
// - `ZoneRules`: the clocks of a zone, of any source.
// - `ZoneResolver` finds the rules of a TZID, and of floating times.
// - `ObservedZone` and `FixedOffset` are rules from a VTIMEZONE and from a name such as UTC+3.
// - `EvaluatedZones` keeps the rules of VTIMEZONEs that many objects have.
// - ZoneNames.swift, WindowsZones.swift and DisplayedZones.swift translate the names that programs write.
// - TimeZoneComponent.swift writes a VTIMEZONE.

/// The rules of a zone's clocks: of an IANA zone, or of a VTIMEZONE.
public protocol ZoneRules: Sendable {
    /// Returns the seconds east of UTC.
    func offset(at instant: Instant) -> Int

    /// Returns the moment of a wall clock's reading (RFC 5545 §3.3.5). A time that is shown twice is the
    /// first one. A time that is skipped is read with the offset before the change.
    func instant(of local: LocalDateTime) -> Instant
}

extension ZoneRules {
    /// Returns the date and time that the clocks show; the fraction of a second is cut off.
    public func local(_ instant: Instant) -> LocalDateTime {
        // An offset has at most five digits, so the sum only stops at the ends of the range.
        LocalDateTime(wallSeconds: 0) + instant.secondsSince1970 + Int64(offset(at: instant))
    }
}

extension TimeZoneRules: ZoneRules {}
