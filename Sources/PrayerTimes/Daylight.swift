/// Sunrise, noon, Asr and sunset of a day, by the rule for polar days where it takes one.
///
/// Times are days after the mean sun's noon, as in `SolarDay`.
struct Daylight {
    /// The sky that the times are taken from: on a polar day another latitude's or another day's.
    private let sun: SunTimes
    /// What brings a time of another day's sky to this day: the difference of their noons.
    private let shift: Double
    /// The rule that stood in; nil where the place's own sun did all.
    let rule: PolarRule?

    init(_ day: SolarDay, latitude: Double, _ rules: Rules, horizon: Double) {
        let own = SunTimes(Sky(day, latitude: latitude), rules, horizon: horizon)
        let stand = own.isComplete ? nil : Daylight.stand(for: day, latitude, rules, horizon: horizon)
        sun = stand ?? own
        shift = own.transit - sun.transit
        rule = stand == nil ? nil : rules.polar
    }

    var transit: Double { sun.transit + shift }
    var asr: Double? { shifted(sun.asr) }
    var sunrise: Double? { shifted(sun.sunrise) }
    var sunset: Double? { shifted(sun.sunset) }

    /// Today's sunset to tomorrow's sunrise; nil where the sun does not do both.
    var night: (sunset: Double, sunrise: Double, length: Double)? {
        guard let sunrise = sun.sunrise, let sunset = sun.sunset else { return nil }
        // On the eve of the midnight sun there is no next sunrise; today's is a minute or two off.
        let next = sun.sky.rising(through: -sun.horizon, daysLater: 1) ?? sunrise + 1
        return (sunset + shift, sunrise + shift, next - sunset)
    }

    func dawn(_ angle: Double) -> Double? { shifted(sun.sky.rising(through: -angle)) }
    func dusk(_ angle: Double) -> Double? { shifted(sun.sky.setting(through: -angle)) }

    /// The same day from another latitude or the sky of another day, for rules that borrow twilight.
    var solar: SolarDay { sun.sky.day }
    var latitude: Double { sun.sky.latitude }

    /// What keeps the day incomplete; nil where nothing does.
    var missing: DayProblem? {
        if sun.sunrise != nil, sun.asr != nil, sun.sunset != nil { return nil }
        return sun.isHigh ? .sunStaysUp : .sunStaysDown
    }

    private func shifted(_ time: Double?) -> Double? { time.map { $0 + shift } }

    // MARK: polar days

    private static func stand(
        for day: SolarDay, _ latitude: Double, _ rules: Rules, horizon: Double
    ) -> SunTimes? {
        switch rules.polar {
        case .unresolved:
            return nil
        case .nearestLatitude:
            // At 65° the sun rises and sets on every day of the year, at 60° even as seen from the
            // highest mountain, so this always ends well.
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

/// What one sky gives of a day.
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

    /// Whether the day has all its parts, far enough apart to be told from each other.
    ///
    /// Where refraction alone lifts the sun at noon there is a sunrise but no shadow; where it barely
    /// clears the horizon, Asr would come before a Dhuhr with its minutes of safety.
    var isComplete: Bool {
        guard let sunrise, let asr, let sunset else { return false }
        return transit - sunrise > leastPart && asr - transit > leastPart && sunset - asr > leastPart
    }

    /// Where the sun neither rises nor sets, whether it is up.
    var isHigh: Bool { sky.isAboveHorizonAtMidnight(horizon) }
}

/// Ten minutes, in days. At 65° the shortest part of any day is fourteen.
private let leastPart = 10.0 / 1_440
