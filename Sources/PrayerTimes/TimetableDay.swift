public import CivilTime

/// A day's times at a place, by its rules.
public struct TimetableDay: Sendable {
    /// The place's civil day that the prayers belong to. Isha, in high summer even sunset, may fall
    /// after its midnight.
    public let date: LocalDate
    /// Whole minutes, as published; nil where there is no such moment.
    public let times: PerEvent<Instant?>
    /// The same with all minutes added, before rounding.
    public let exact: PerEvent<Instant?>
    /// By the calendar that the timetable was given.
    public let isRamadan: Bool
    /// The rule that had to set Fajr or Isha because the sun did not sink to the angle, or too late.
    public let highLatitude: TwilightRules
    /// The rule that had to stand in because the sun did not rise, or did not set.
    public let polar: PolarRule?
    /// Why the day is incomplete or out of order; nil when the six times stand in their order.
    public let problem: DayProblem?

    let timetable: Timetable

    /// Ten minutes before Fajr: the last moment to eat with an easy mind.
    public var imsak: Instant? { times.fajr.map { $0 - .seconds(10 * 60) } }

    /// Twenty minutes after sunrise, when the sun stands a spear's length high.
    public var duha: Instant? { times.sunrise.map { $0 + .seconds(20 * 60) } }

    /// The middle of the night after this day: from Maghrib to sunrise, or to Fajr where the
    /// method says so.
    public var midnight: Instant? { midnight(before: timetable.day(date + 1)) }

    /// The beginning of the last third of the night after this day, from Maghrib to Fajr.
    public var lastThird: Instant? { lastThird(before: timetable.day(date + 1)) }

    /// The same, for who has the next day of the timetable at hand: it costs as much as this one.
    public func midnight(before tomorrow: TimetableDay) -> Instant? {
        night(
            to: timetable.rules.method.nightEnd == .fajr ? tomorrow.times.fajr : tomorrow.times.sunrise, share: (1, 2))
    }

    /// Likewise.
    public func lastThird(before tomorrow: TimetableDay) -> Instant? {
        night(to: tomorrow.times.fajr, share: (2, 3))
    }

    /// A point of the night, cut to the minute.
    private func night(to end: Instant?, share: (Int64, Int64)) -> Instant? {
        guard let start = times.maghrib?.secondsSince1970, let end = end?.secondsSince1970, start < end else { return nil }
        let point = start + (end - start) * share.0 / share.1
        return Instant(secondsSince1970: point / 60 * 60)
    }
}

/// Which rule set each twilight; nil where the angle did.
public struct TwilightRules: Hashable, Sendable {
    public internal(set) var fajr: HighLatitudeRule?
    public internal(set) var isha: HighLatitudeRule?

    public init(fajr: HighLatitudeRule?, isha: HighLatitudeRule?) {
        self.fajr = fajr
        self.isha = isha
    }
}

/// Why a day has no full, ordered set of times.
public enum DayProblem: String, Hashable, Sendable, Codable, CaseIterable {
    /// The civil day was left out when the place changed its side of the date line, or its zone
    /// puts the sun's noon on another date.
    case noNoon = "no-noon"
    /// The sun stays below the horizon, or too low at noon to cast a shadow, and nothing stands in.
    case sunStaysDown = "sun-stays-down"
    /// The sun stays above the horizon, and nothing stands in.
    case sunStaysUp = "sun-stays-up"
    /// The sun does not sink to the angle of Fajr or Isha, and nothing stands in.
    case noTwilight = "no-twilight"
    /// Two times have met or passed each other, as personal minutes can make them.
    case outOfOrder = "out-of-order"
}
