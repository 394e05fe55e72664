public import CivilTime

/// A DATE or a DATE-TIME, in one of its four forms (RFC 5545 §3.3.4, §3.3.5).
public enum DateOrTime: Hashable, Sendable {
    /// A day of the calendar, in every zone.
    case date(LocalDate)
    /// A reading of a clock, in every zone. A calendar may name the zone for it
    /// (`ZoneResolver.floatingRules`).
    case floating(LocalDateTime)
    /// A moment, the same in every zone.
    case utc(Instant)
    /// A reading of the clocks of a zone. The identifier is as it was written; `ZoneResolver` finds its
    /// rules.
    case zoned(LocalDateTime, tzid: String)
}

extension DateOrTime {
    public var isDate: Bool {
        if case .date = self { true } else { false }
    }

    /// The date and time that are shown in the value's own zone: midnight of a day, UTC for a moment. Values
    /// of one series can be compared by it.
    public var local: LocalDateTime {
        switch self {
        case .date(let date): .midnight(date)
        case .floating(let local), .zoned(let local, _): local
        case .utc(let instant): LocalDateTime(wallSeconds: instant.secondsSince1970)
        }
    }

    public var isFloating: Bool {
        if case .floating = self { true } else { false }
    }

    /// Returns the same kind of value, in the same zone, at another time. A day loses the time of day.
    public func at(_ local: LocalDateTime) -> DateOrTime {
        switch self {
        case .date: .date(local.date)
        case .floating: .floating(local)
        case .utc: .utc(Instant(secondsSince1970: local.wallSeconds))
        case .zoned(_, let tzid): .zoned(local, tzid: tzid)
        }
    }
}
