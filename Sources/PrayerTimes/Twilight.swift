import CivilTime

/// Fajr and Isha of a day, by their angles and within the limits of the rule for high latitudes.
struct Twilight: Sendable {
    private let method: Method
    private let rule: HighLatitudeRule
    private let shafaq: Shafaq
    private let latitude: Double
    private let horizon: Double
    /// The shares for the rule that needs a whole year, computed once.
    private let yearlyShares: Shares

    init(_ place: Coordinates, _ rules: Rules, horizon: Double) {
        method = rules.method
        rule = method.isSeasonal ? .moonsighting : rules.highLatitude ?? .recommended(at: place)
        shafaq = rules.shafaq
        latitude = place.latitude
        self.horizon = horizon
        yearlyShares = rule == .localRelativeEstimation
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
        if rule == .nearestDay { return onNearestDay(daylight, fajr, isha) }
        let longest = longestTwilights(daylight, night.length, date)
        // Beyond 45° the share of 45° applies all year. The other rules only limit the time of the angle.
        let isBorrowed = rule == .nearestLatitude && longest.isha != nil
        var applied = TwilightRules(fajr: nil, isha: nil)
        var (boundFajr, boundIsha) = (fajr, isha)
        if let length = longest.fajr {
            let earliest = night.sunrise - length
            if isBorrowed || fajr.map({ $0 < earliest }) ?? true {
                boundFajr = earliest
                applied.fajr = rule
            }
        }
        if method.ishaAngle != nil, let length = longest.isha {
            let latest = night.sunset + length
            if isBorrowed || isha.map({ $0 > latest }) ?? true {
                boundIsha = latest
                applied.isha = rule
            }
        }
        return (boundFajr, boundIsha, applied)
    }

    /// Returns the maximum time from Fajr to sunrise, and from sunset to Isha, in days.
    private func longestTwilights(_ daylight: Daylight, _ night: Double, _ date: LocalDate) -> Shares {
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

    /// Replaces each missing twilight by that of the last day that had one.
    private func onNearestDay(
        _ daylight: Daylight, _ fajr: Double?, _ isha: Double?
    ) -> (fajr: Double?, isha: Double?, rules: TwilightRules) {
        let ishaIsMissing = method.ishaAngle != nil && isha == nil
        guard fajr == nil || ishaIsMissing else { return (fajr, isha, TwilightRules(fajr: nil, isha: nil)) }
        var found = (fajr: fajr, isha: isha)
        for daysBack in 1...183 {
            if found.fajr != nil, found.isha != nil || !ishaIsMissing { break }
            let sky = Sky(SolarDay(noon: daylight.solar.noon - Double(daysBack)), latitude: daylight.latitude)
            let shift = daylight.transit - sky.transit
            if found.fajr == nil { found.fajr = sky.rising(through: -method.fajrAngle).map { $0 + shift } }
            if found.isha == nil, let angle = method.ishaAngle {
                found.isha = sky.setting(through: -angle).map { $0 + shift }
            }
        }
        let rules = TwilightRules(
            fajr: fajr == nil && found.fajr != nil ? rule : nil,
            isha: ishaIsMissing && found.isha != nil ? rule : nil)
        return (found.fajr, found.isha, rules)
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
