public import CivilTime

/// A DATE or a DATE-TIME, in one of the forms that mean different things (RFC 5545 §3.3.4, §3.3.5).
public enum DateOrTime: Hashable, Sendable {
    /// A day of the calendar: all day, wherever one is.
    case date(LocalDate)
    /// What a clock on the wall shows, wherever one is.
    case floating(LocalDateTime)
    /// A moment, the same everywhere.
    case utc(Instant)
    /// What the clocks of a zone show. The identifier is as it was written; `ZoneResolver` knows whose
    /// rules it means.
    case zoned(LocalDateTime, tzid: String)
}

extension DateOrTime {
    public var isDate: Bool {
        if case .date = self { true } else { false }
    }

    /// What a calendar and a clock would show in the value's own zone: midnight for a day, the clock in
    /// UTC for a moment. Two values of one series can be compared by it.
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

    /// The same kind of value, in the same zone, at another time. A day loses the time of day.
    public func at(_ local: LocalDateTime) -> DateOrTime {
        switch self {
        case .date: .date(local.date)
        case .floating: .floating(local)
        case .utc: .utc(Instant(secondsSince1970: local.wallSeconds))
        case .zoned(_, let tzid): .zoned(local, tzid: tzid)
        }
    }
}
