// Dates, times, time zones and the Hijri calendar. This module is pure: it never asks for the
// present moment. A caller passes it in, so that a test can choose it.
//
// - CivilTime.swift: `Instant`, a moment on Earth. UTCDateTime.swift shows it in UTC.
// - InstantText.swift and HTTPDate.swift: an instant as text for mails, logs and HTTP headers.
// - LocalDate.swift: a day of the calendar. LocalDateTime.swift: a day and a time without a zone.
// - TimeZoneRules.swift: a zone of the IANA database. LocalTimes.swift: from a local time to instants.
// - LocalTimeType.swift: an offset with its name, and the change from one to the next.
// - TZifFile.swift, TZifError.swift, PosixTimeZone.swift and FooterCycle.swift: the files of zones.
// - HijriCalendar.swift, HijriDate.swift and UmmAlQuraTable.swift: the Hijri calendar.
// - GregorianDays.swift, SortedSearch.swift and Fingerprint.swift: helpers.

/// A moment, the same everywhere on Earth: microseconds since 1970 began in UTC.
///
/// Postgres stores microseconds in a `timestamptz` too, so a moment is the same after the round trip. As
/// in POSIX there are no leap seconds. The range is that of `Int64`, about 292,000 years before and after
/// 1970. Arithmetic stops at its ends and never traps.
public struct Instant: Hashable, Comparable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z, negative before.
    public let microsecondsSince1970: Int64

    public init(microsecondsSince1970: Int64) {
        self.microsecondsSince1970 = microsecondsSince1970
    }

    /// Makes the moment that many whole seconds after 1970 began. Beyond the range it is the end of
    /// the range.
    public init(secondsSince1970 seconds: Int64) {
        microsecondsSince1970 = Int64(clamping: Int128(seconds) * Int128(Self.microsecondsPerSecond))
    }

    /// Whole seconds since 1970 began, rounded down.
    public var secondsSince1970: Int64 {
        flooredDivision(microsecondsSince1970, by: Self.microsecondsPerSecond).quotient
    }

    public static func < (earlier: Instant, later: Instant) -> Bool {
        earlier.microsecondsSince1970 < later.microsecondsSince1970
    }

    static let microsecondsPerSecond: Int64 = 1_000_000
}

extension Instant {
    /// Returns the moment `duration` later. Fractions of a microsecond are dropped.
    public static func + (start: Instant, duration: Duration) -> Instant {
        start.moved(by: duration.wholeMicroseconds)
    }

    /// Returns the moment `duration` earlier. `a + d - d` is `a` unless `a + d` is out of range.
    public static func - (end: Instant, duration: Duration) -> Instant {
        end.moved(by: -duration.wholeMicroseconds)
    }

    /// Returns the time from `start` to `end`, negative if `end` comes first.
    public static func - (end: Instant, start: Instant) -> Duration {
        .microseconds(Int128(end.microsecondsSince1970) - Int128(start.microsecondsSince1970))
    }

    public static func += (moment: inout Instant, duration: Duration) { moment = moment + duration }
    public static func -= (moment: inout Instant, duration: Duration) { moment = moment - duration }

    private func moved(by microseconds: Int128) -> Instant {
        Instant(microsecondsSince1970: Int64(clamping: Int128(microsecondsSince1970) + microseconds))
    }
}

extension Duration {
    /// The whole microseconds, rounded towards zero: a duration and its negative have opposite counts.
    ///
    /// `Duration.components` would trap for seconds beyond `Int64`.
    fileprivate var wholeMicroseconds: Int128 { attoseconds / 1_000_000_000_000 }
}

/// Divides and rounds down, so that the remainder is never negative, also for times before 1970.
func flooredDivision(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}
