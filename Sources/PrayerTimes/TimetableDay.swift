public import CivilTime

/// The prayer times of a day.
public struct TimetableDay: Sendable {
    /// The civil day of the place. Isha, and in summer at high latitudes even sunset, may be after its
    /// midnight.
    public let date: LocalDate
    /// The times in whole minutes, as published; nil if there is none.
    public let times: PerEvent<Instant?>
    /// The times before rounding, with all minutes added.
    public let exact: PerEvent<Instant?>
    /// True in Ramadan by the calendar of the timetable. A caller with another calendar sets it; no time changes.
    public var isRamadan: Bool
    /// The rules that set Fajr and Isha, because the sun did not sink to the angle or sank too late. nil if the
    /// angle did.
    public let highLatitude: TwilightRules
    /// The polar rule that was applied because the sun did not rise, or did not set.
    public let polar: PolarRule?
    /// The problem of an incomplete or unordered day; nil if there are six times in their order.
    public let problem: DayProblem?
    /// The times that the mosque's own timetable decided.
    public let fromTable: Set<DayEvent>
    /// The minutes from a time to its iqama by the mosque's own timetable; nil if that has none.
    public let iqama: PerEvent<Int?>

    let timetable: Timetable

    /// The time of Imsak, ten minutes before Fajr: the moment to stop eating, as a precaution.
    public var imsak: Instant? { times.fajr.map { $0 - .seconds(10 * 60) } }

    /// The beginning of Duha, twenty minutes after sunrise, when the sun is a spear's length high.
    public var duha: Instant? { times.sunrise.map { $0 + .seconds(20 * 60) } }

    /// The middle of the night after this day, from Maghrib to sunrise, or to Fajr if the method says so.
    public var midnight: Instant? { midnight(before: timetable.day(date + 1)) }

    /// The beginning of the last third of the night after this day, from Maghrib to Fajr.
    public var lastThird: Instant? { lastThird(before: timetable.day(date + 1)) }

    /// Returns `midnight` for a caller that already has the next day, which costs as much as this one.
    public func midnight(before tomorrow: TimetableDay) -> Instant? {
        night(
            to: timetable.rules.method.nightEnd == .fajr ? tomorrow.times.fajr : tomorrow.times.sunrise, share: (1, 2))
    }

    /// Returns `lastThird` for a caller that already has the next day.
    public func lastThird(before tomorrow: TimetableDay) -> Instant? {
        night(to: tomorrow.times.fajr, share: (2, 3))
    }

    /// Returns a point of the night, rounded down to the minute.
    private func night(to end: Instant?, share: (Int64, Int64)) -> Instant? {
        guard let start = times.maghrib?.secondsSince1970, let end = end?.secondsSince1970, start < end else { return nil }
        let point = start + (end - start) * share.0 / share.1
        return Instant(secondsSince1970: point / 60 * 60)
    }
}

/// A rule for high latitudes for each twilight; nil for none.
public struct TwilightRules: Hashable, Sendable {
    public var fajr: HighLatitudeRule?
    public var isha: HighLatitudeRule?

    public init(fajr: HighLatitudeRule?, isha: HighLatitudeRule?) {
        self.fajr = fajr
        self.isha = isha
    }

    /// Makes the same rule for both twilights.
    public init(both rule: HighLatitudeRule?) { self.init(fajr: rule, isha: rule) }
}

/// A problem of a day without six ordered times.
public enum DayProblem: String, Hashable, Sendable, Codable, CaseIterable {
    /// The civil day was skipped when the place crossed the date line, or its zone gives the sun's noon
    /// another date.
    case noNoon = "no-noon"
    /// The sun stays below the horizon, or is too low at noon for a shadow, and no rule applies.
    case sunStaysDown = "sun-stays-down"
    /// The sun stays above the horizon, and no rule applies.
    case sunStaysUp = "sun-stays-up"
    /// The sun does not sink to the angle of Fajr or Isha, and no rule applies.
    case noTwilight = "no-twilight"
    /// Two times are equal or in the wrong order, for example because of personal minutes.
    case outOfOrder = "out-of-order"
}
