/// The sunrise, noon, Asr and sunset of a day; on polar days by the polar rule.
///
/// Times are days after the noon of the mean sun, as in `SolarDay`.
struct Daylight {
    /// The times of the sun; on a polar day those of another latitude or another day.
    private let sun: SunTimes
    /// The difference between the noons of the two days, which converts a time to this day.
    private let shift: Double
    /// The polar rule that was applied; nil if the sun rises and sets at the place.
    let rule: PolarRule?

    init(_ day: SolarDay, latitude: Double, _ rules: Rules, horizon: Double) {
        let own = SunTimes(Sky(day, latitude: latitude), rules, horizon: horizon)
        let substitute = own.isComplete ? nil : Daylight.substitute(for: day, latitude, rules, horizon: horizon)
        sun = substitute ?? own
        shift = own.transit - sun.transit
        rule = substitute == nil ? nil : rules.polar
    }

    var transit: Double { sun.transit + shift }
    var asr: Double? { shifted(sun.asr) }
    var sunrise: Double? { shifted(sun.sunrise) }
    var sunset: Double? { shifted(sun.sunset) }

    /// Today's sunset and sunrise, and the length of the night from today's sunset to tomorrow's sunrise;
    /// nil if the sun does not rise and set.
    var night: (sunset: Double, sunrise: Double, length: Double)? {
        guard let sunrise = sun.sunrise, let sunset = sun.sunset else { return nil }
        // Before the midnight sun begins there is no next sunrise. Today's differs by a minute or two.
        let next = sun.sky.rising(through: -sun.horizon, daysLater: 1) ?? sunrise + 1
        return (sunset + shift, sunrise + shift, next - sunset)
    }

    func dawn(_ angle: Double) -> Double? { shifted(sun.sky.rising(through: -angle)) }
    func dusk(_ angle: Double) -> Double? { shifted(sun.sky.setting(through: -angle)) }

    /// The solar day and the latitude that the times belong to, for rules of twilight.
    var solar: SolarDay { sun.sky.day }
    var latitude: Double { sun.sky.latitude }

    /// The problem of an incomplete day; nil if the day is complete.
    var missing: DayProblem? {
        if sun.sunrise != nil, sun.asr != nil, sun.sunset != nil { return nil }
        return sun.isHigh ? .sunStaysUp : .sunStaysDown
    }

    private func shifted(_ time: Double?) -> Double? { time.map { $0 + shift } }

    // MARK: polar days

    private static func substitute(
        for day: SolarDay, _ latitude: Double, _ rules: Rules, horizon: Double
    ) -> SunTimes? {
        switch rules.polar {
        case .unresolved:
            return nil
        case .nearestLatitude:
            // At 65° the sun rises and sets on every day of the year, and at 60° also as seen from the
            // highest mountain. So there is always such a latitude.
            return stride(from: abs(latitude) - 0.5, through: 60, by: -0.5).lazy
                .map { SunTimes(Sky(day, latitude: latitude < 0 ? -$0 : $0), rules, horizon: horizon) }
                .first(where: \.isComplete)
        case .nearestDay:
            return (1...183).lazy.flatMap { [-$0, $0] }
                .map { SunTimes(Sky(SolarDay(noon: day.noon + Double($0)), latitude: latitude), rules, horizon: horizon) }
                .first(where: \.isComplete)
        }
    }
}

/// The times of a day under one sky.
private struct SunTimes {
    let sky: Sky
    let horizon: Double
    let transit: Double
    let sunrise: Double?, asr: Double?, sunset: Double?

    init(_ sky: Sky, _ rules: Rules, horizon: Double) {
        self.sky = sky
        self.horizon = horizon
        transit = sky.transit
        sunrise = sky.rising(through: -horizon)
        asr = sky.afternoon(shadowGrownBy: rules.school.heights)
        sunset = sky.setting(through: -horizon)
    }

    /// True if the day has all its times, with enough time between them.
    ///
    /// If only refraction lifts the sun above the horizon, there is a sunrise but no shadow at noon. If the
    /// sun is hardly above the horizon, Asr would come before Dhuhr with its safety minutes.
    var isComplete: Bool {
        guard let sunrise, let asr, let sunset else { return false }
        return transit - sunrise > minimumPart && asr - transit > minimumPart && sunset - asr > minimumPart
    }

    /// True if the sun is up all day; only for a day on which it neither rises nor sets.
    var isHigh: Bool { sky.isAboveHorizonAtMidnight(horizon) }
}

/// The minimum time between two events: ten minutes, in days. At 65° the shortest is fourteen minutes.
private let minimumPart = 10.0 / 1_440
