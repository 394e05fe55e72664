import Glibc

/// A solar day as seen from one latitude: when the sun stands where.
///
/// Altitudes are in degrees, of the sun's centre, without refraction, as an observer on the
/// ellipsoid sees them; times as in `SolarDay`.
struct Sky {
    let day: SolarDay
    private let sine: Double, cosine: Double
    /// Degrees, north positive.
    let latitude: Double

    /// - Parameter latitude: degrees, strictly between the poles.
    init(_ day: SolarDay, latitude: Double) {
        self.day = day
        self.latitude = latitude
        sine = sin(radians(latitude))
        cosine = cos(radians(latitude))
    }

    /// The sun crosses the meridian.
    var transit: Double { day.time(ofHourAngle: 0) }

    /// The moment before noon at which the sun climbs through an altitude; nil when it does not.
    ///
    /// - Parameter daysLater: 1 asks for the morning after.
    func rising(through altitude: Double, daysLater: Int = 0) -> Double? {
        let noon = 2 * .pi * Double(daysLater)
        return crossing(altitude, from: noon - .pi, to: noon, rising: true)
    }

    /// The moment after noon at which the sun sinks through an altitude; nil when it does not.
    func setting(through altitude: Double) -> Double? {
        crossing(altitude, from: 0, to: .pi, rising: false)
    }

    /// When a shadow has grown by so many heights since noon; nil when noon casts no shadow
    /// because the sun is not up.
    ///
    /// The noon shadow is the one of the transit itself: the plain reading of the rule, and the
    /// only one by which the published Moroccan and Malaysian tables differ by mere rounding.
    func afternoon(shadowGrownBy heights: Double) -> Double? {
        let declination = day.declination(transit).value
        let noon = day.topocentric(.pi / 2 - abs(radians(latitude) - declination))
        guard noon > 0 else { return nil }
        return setting(through: degrees(atan2(1, heights + 1 / tan(noon))))
    }

    /// Whether the sun is above a depression, in degrees, when it stands lowest that day.
    func isAboveHorizonAtMidnight(_ depression: Double) -> Bool {
        height(day.time(ofHourAngle: .pi), above: sin(radians(-depression))).value > 0
    }

    // MARK: finding the moment

    /// - Parameters:
    ///   - start: the hour angle of one culmination.
    ///   - end: the hour angle of the next.
    private func crossing(_ altitude: Double, from start: Double, to end: Double, rising: Bool) -> Double? {
        let limit = sin(day.geocentric(radians(altitude)))
        // First as if the declination stood still; Meeus eq. 15.1.
        let middle = day.declination((start + end) / (4 * .pi)).value
        let cosineOfAngle = (limit - sine * sin(middle)) / (cosine * cos(middle))
        if abs(cosineOfAngle) + 0.01 * abs(sine) / cosine < 0.98 {
            let angle = acos(cosineOfAngle)
            let guess = day.time(ofHourAngle: rising ? end - angle : start + angle)
            return converged(from: guess, limit)
        }
        // Here the sun may graze the altitude. The declination moves on, so it is highest or lowest
        // a little off the meridian; between those two moments there is one crossing or none.
        var low = extreme(near: day.time(ofHourAngle: start))
        var high = extreme(near: day.time(ofHourAngle: end))
        if !rising { swap(&low, &high) }
        guard height(low, above: limit).value <= 0, height(high, above: limit).value >= 0 else { return nil }
        return bracketed(low: low, high: high, limit)
    }

    /// The sine of the altitude less a limit, and how fast it grows in a day.
    private func height(_ time: Double, above limit: Double) -> (value: Double, slope: Double) {
        let angle = day.hourAngle(time), declination = day.declination(time)
        let (sineOfAngle, cosineOfAngle) = (sin(angle.value), cos(angle.value))
        let (sineOfDeclination, cosineOfDeclination) = (sin(declination.value), cos(declination.value))
        let value = sine * sineOfDeclination + cosine * cosineOfDeclination * cosineOfAngle - limit
        let slope = (sine * cosineOfDeclination - cosine * sineOfDeclination * cosineOfAngle) * declination.slope
            - cosine * cosineOfDeclination * sineOfAngle * angle.slope
        return (value, slope)
    }

    /// Newton's steps where the sun passes the limit steeply; each doubles the digits.
    private func converged(from guess: Double, _ limit: Double) -> Double {
        var time = guess
        for _ in 0..<8 {
            let (value, slope) = height(time, above: limit)
            let step = value / slope
            time -= step
            if abs(step) < enough { break }
        }
        return time
    }

    /// Newton's steps, halving the bracket wherever one would leave it.
    private func bracketed(low: Double, high: Double, _ limit: Double) -> Double {
        var (low, high) = (low, high)
        var time = (low + high) / 2
        for _ in 0..<80 {
            let (value, slope) = height(time, above: limit)
            if value < 0 { low = time } else { high = time }
            let next = time - value / slope
            let isInside = next > min(low, high) && next < max(low, high)
            let previous = time
            time = isInside ? next : (low + high) / 2
            if abs(time - previous) < enough { break }
        }
        return time
    }

    /// The moment near a culmination at which the altitude stops growing or sinking.
    ///
    /// Within 0.06 degrees of a pole the seasons outdo the day and there is none; the search then
    /// ends a tenth of a day off.
    private func extreme(near culmination: Double) -> Double {
        var time = culmination
        for _ in 0..<4 {
            let angle = day.hourAngle(time).value
            let curvature = -cosine * cos(day.declination(time).value) * cos(angle) * (4 * .pi * .pi)
            let step = height(time, above: 0).slope / curvature
            time = min(max(time - step, culmination - 0.1), culmination + 0.1)
            if abs(step) < enough { break }
        }
        return time
    }
}

/// A ten-thousandth of a second, in days: what the search for a moment ends with.
private let enough = 1e-9
