import CivilTime

/// Fajr and Isha of a day, by their angles and within the limits of their rules for high latitudes.
struct Twilight: Sendable {
    private let method: Method
    private let fajrRule: HighLatitudeRule
    private let ishaRule: HighLatitudeRule
    private let shafaq: Shafaq
    private let latitude: Double
    private let horizon: Double
    /// The shares for the rule that needs a whole year, computed once.
    private let yearlyShares: Shares

    init(_ place: Coordinates, _ rules: Rules, horizon: Double) {
        method = rules.method
        let recommended = HighLatitudeRule.recommended(at: place)
        fajrRule = method.isSeasonal ? .moonsighting : rules.highLatitude.fajr ?? recommended
        ishaRule = method.isSeasonal ? .moonsighting : rules.highLatitude.isha ?? recommended
        shafaq = rules.shafaq
        latitude = place.latitude
        self.horizon = horizon
        yearlyShares = fajrRule == .localRelativeEstimation || ishaRule == .localRelativeEstimation
            ? Shares(overAYearAt: place.latitude, method, horizon: horizon) : Shares(fajr: nil, isha: nil)
    }

    /// Computes Fajr and Isha.
    ///
    /// - Returns: times as in `SolarDay`. Isha is also nil if it is some minutes after Maghrib.
    func times(_ daylight: Daylight, on date: LocalDate) -> (fajr: Double?, isha: Double?, rules: TwilightRules) {
        let fajr = daylight.dawn(method.fajrAngle)
        let isha = method.ishaAngle.flatMap { daylight.dusk($0) }
        guard let night = daylight.night else {
            return (fajr, isha, TwilightRules(fajr: nil, isha: nil))
        }
        let before = longestTwilights(fajrRule, daylight, night.length, date)
        let after = ishaRule == fajrRule ? before : longestTwilights(ishaRule, daylight, night.length, date)
        var applied = TwilightRules(both: nil)
        var (boundFajr, boundIsha) = onNearestDay(daylight, fajr, isha)
        if boundFajr != fajr { applied.fajr = fajrRule }
        if boundIsha != isha { applied.isha = ishaRule }
        if let length = before.fajr {
            let earliest = night.sunrise - length
            if isBorrowed(before, fajrRule) || fajr.map({ $0 < earliest }) ?? true {
                boundFajr = earliest
                applied.fajr = fajrRule
            }
        }
        if method.ishaAngle != nil, let length = after.isha {
            let latest = night.sunset + length
            if isBorrowed(after, ishaRule) || isha.map({ $0 > latest }) ?? true {
                boundIsha = latest
                applied.isha = ishaRule
            }
        }
        return (boundFajr, boundIsha, applied)
    }

    /// Returns true if a twilight has the share of 45° all year. The other rules only limit the time of the angle.
    private func isBorrowed(_ shares: Shares, _ rule: HighLatitudeRule) -> Bool {
        rule == .nearestLatitude && shares.isha != nil
    }

    /// Returns the maximum time from Fajr to sunrise, and from sunset to Isha, in days.
    private func longestTwilights(
        _ rule: HighLatitudeRule, _ daylight: Daylight, _ night: Double, _ date: LocalDate
    ) -> Shares {
        func of(_ shares: Shares) -> Shares {
            Shares(fajr: shares.fajr.map { $0 * night }, isha: shares.isha.map { $0 * night })
        }
        switch rule {
        case .none, .nearestDay:
            return Shares(fajr: nil, isha: nil)
        case .middleOfTheNight:
            return Shares(fajr: night / 2, isha: night / 2)
        case .seventhOfTheNight:
            return Shares(fajr: night / 7, isha: night / 7)
        case .twilightAngle:
            return Shares(fajr: night * method.fajrAngle / 60, isha: method.ishaAngle.map { night * $0 / 60 })
        case .moonsighting:
            return seasonal(night, date)
        case .nearestLatitude:
            guard abs(latitude) > borrowedLatitude else { return Shares(fajr: nil, isha: nil) }
            let nearest = latitude < 0 ? -borrowedLatitude : borrowedLatitude
            return of(Shares(Sky(daylight.solar, latitude: nearest), method, horizon: horizon))
        case .localRelativeEstimation:
            return of(yearlyShares)
        case .mecca:
            return of(Shares(Sky(daylight.solar, latitude: latitudeOfMecca), method, horizon: horizon))
        }
    }

    private func seasonal(_ night: Double, _ date: LocalDate) -> Shares {
        let dawn = SeasonalTwilight.dawnMinutes(latitude: latitude, date: date) / 1_440
        let dusk = SeasonalTwilight.duskMinutes(shafaq, latitude: latitude, date: date) / 1_440
        let seventh = abs(latitude) >= SeasonalTwilight.seventhFromLatitude ? night / 7 : night
        return Shares(fajr: min(dawn, seventh), isha: min(dusk, seventh))
    }

    /// Replaces each missing twilight whose rule says so by that of the last day that had one.
    private func onNearestDay(
        _ daylight: Daylight, _ fajr: Double?, _ isha: Double?
    ) -> (fajr: Double?, isha: Double?) {
        var isFajrMissing = fajrRule == .nearestDay && fajr == nil
        var ishaAngle = ishaRule == .nearestDay && isha == nil ? method.ishaAngle : nil
        var found = (fajr: fajr, isha: isha)
        for daysBack in 1...183 {
            guard isFajrMissing || ishaAngle != nil else { break }
            let sky = Sky(SolarDay(noon: daylight.solar.noon - Double(daysBack)), latitude: daylight.latitude)
            let shift = daylight.transit - sky.transit
            if isFajrMissing, let dawn = sky.rising(through: -method.fajrAngle) {
                found.fajr = dawn + shift
                isFajrMissing = false
            }
            if let dusk = ishaAngle.flatMap({ sky.setting(through: -$0) }) {
                found.isha = dusk + shift
                ishaAngle = nil
            }
        }
        return found
    }
}

/// The share of a night that each twilight takes, or its length; nil if there is none.
private struct Shares {
    var fajr: Double?
    var isha: Double?

    init(fajr: Double?, isha: Double?) {
        self.fajr = fajr
        self.isha = isha
    }

    /// Computes the shares by the angles of the method under one sky.
    init(_ sky: Sky, _ method: Method, horizon: Double) {
        guard let sunrise = sky.rising(through: -horizon), let sunset = sky.setting(through: -horizon),
              let next = sky.rising(through: -horizon, daysLater: 1)
        else { return }
        let night = next - sunset
        fajr = sky.rising(through: -method.fajrAngle).map { (sunrise - $0) / night }
        isha = method.ishaAngle.flatMap { sky.setting(through: -$0) }.map { ($0 - sunset) / night }
    }

    /// Computes the mean over the days of a year on which the sun sinks to the angle.
    ///
    /// Beyond 65°, where some days have no night, it uses 65°. It takes every fifth day of a model year,
    /// which changes the mean by less than a thousandth.
    init(overAYearAt latitude: Double, _ method: Method, horizon: Double) {
        let latitude = min(max(latitude, -65), 65)
        let days = stride(from: 0, to: 365, by: 5).map {
            Shares(Sky(SolarDay(noon: noonOfModelYear + Double($0)), latitude: latitude), method, horizon: horizon)
        }
        fajr = mean(days.compactMap(\.fajr))
        isha = mean(days.compactMap(\.isha))
    }
}

private func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
}

/// The latitude whose twilight the ruling of the European Council for Fatwa uses.
private let borrowedLatitude = 45.0
private let latitudeOfMecca = 21.4225
/// The first noon of the model year: Greenwich, 1 January 2025, in days since 1970.
private let noonOfModelYear = 20_089.5
