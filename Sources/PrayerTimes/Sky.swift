import Glibc

/// The sky of a solar day at one latitude: the times at which the sun has an altitude.
///
/// Altitudes are those of the sun's centre in degrees, without refraction, for an observer on the
/// ellipsoid. Times are as in `SolarDay`.
struct Sky {
    let day: SolarDay
    private let sine: Double, cosine: Double
    /// The latitude in degrees, north positive.
    let latitude: Double

    /// Makes the sky of a day.
    ///
    /// - Parameter latitude: degrees, between the poles without the poles.
    init(_ day: SolarDay, latitude: Double) {
        self.day = day
        self.latitude = latitude
        sine = sin(radians(latitude))
        cosine = cos(radians(latitude))
    }

    /// The time at which the sun crosses the meridian.
    var transit: Double { day.time(ofHourAngle: 0) }

    /// Returns the time before noon at which the sun rises through an altitude; nil if it does not.
    ///
    /// - Parameter daysLater: 1 for the next morning.
    func rising(through altitude: Double, daysLater: Int = 0) -> Double? {
        let noon = 2 * .pi * Double(daysLater)
        return crossing(altitude, from: noon - .pi, to: noon, rising: true)
    }

    /// Returns the time after noon at which the sun sinks through an altitude; nil if it does not.
    func setting(through altitude: Double) -> Double? {
        crossing(altitude, from: 0, to: .pi, rising: false)
    }

    /// Returns the time at which a shadow has grown by some heights since noon; nil if there is no shadow
    /// at noon because the sun is below the horizon.
    ///
    /// The shadow at noon is that of the transit. The rule says so, and only with it do the published
    /// Moroccan and Malaysian tables differ by nothing but rounding.
    func afternoon(shadowGrownBy heights: Double) -> Double? {
        let declination = day.declination(transit).value
        let noon = day.topocentric(.pi / 2 - abs(radians(latitude) - declination))
        guard noon > 0 else { return nil }
        return setting(through: degrees(atan2(1, heights + 1 / tan(noon))))
    }

    /// Returns true if the sun is above a depression, in degrees, when it is lowest on that day.
    func isAboveHorizonAtMidnight(_ depression: Double) -> Bool {
        height(day.time(ofHourAngle: .pi), above: sin(radians(-depression))).value > 0
    }

    /// Returns the altitude of the sun's centre at a time, in degrees.
    func altitude(_ time: Double) -> Double {
        degrees(day.topocentric(asin(height(time, above: 0).value)))
    }

    // MARK: finding the time

    /// Returns the time between two culminations at which the sun crosses an altitude; nil if it does not.
    ///
    /// - Parameters:
    ///   - start: the hour angle of one culmination.
    ///   - end: the hour angle of the next.
    private func crossing(_ altitude: Double, from start: Double, to end: Double, rising: Bool) -> Double? {
        let limit = sin(day.geocentric(radians(altitude)))
        // The first guess uses a constant declination; Meeus eq. 15.1.
        let middle = day.declination((start + end) / (4 * .pi)).value
        let cosineOfAngle = (limit - sine * sin(middle)) / (cosine * cos(middle))
        if abs(cosineOfAngle) + 0.01 * abs(sine) / cosine < 0.98 {
            let angle = acos(cosineOfAngle)
            let guess = day.time(ofHourAngle: rising ? end - angle : start + angle)
            return converged(from: guess, limit)
        }
        // Here the sun may only touch the altitude. The declination changes, so the sun is highest or lowest
        // a little off the meridian. Between these two times there is one crossing or none.
        var low = extreme(near: day.time(ofHourAngle: start))
        var high = extreme(near: day.time(ofHourAngle: end))
        if !rising { swap(&low, &high) }
        guard height(low, above: limit).value <= 0, height(high, above: limit).value >= 0 else { return nil }
        return bracketed(low: low, high: high, limit)
    }

    /// Returns the sine of the altitude minus a limit, and its change in a day.
    private func height(_ time: Double, above limit: Double) -> (value: Double, slope: Double) {
        let angle = day.hourAngle(time), declination = day.declination(time)
        let (sineOfAngle, cosineOfAngle) = (sin(angle.value), cos(angle.value))
        let (sineOfDeclination, cosineOfDeclination) = (sin(declination.value), cos(declination.value))
        let value = sine * sineOfDeclination + cosine * cosineOfDeclination * cosineOfAngle - limit
        let slope = (sine * cosineOfDeclination - cosine * sineOfDeclination * cosineOfAngle) * declination.slope
            - cosine * cosineOfDeclination * sineOfAngle * angle.slope
        return (value, slope)
    }

    /// Finds a time by Newton's method, if the sun crosses the limit steeply. Each step doubles the digits.
    private func converged(from guess: Double, _ limit: Double) -> Double {
        var time = guess
        for _ in 0..<8 {
            let (value, slope) = height(time, above: limit)
            let step = value / slope
            time -= step
            if abs(step) < tolerance { break }
        }
        return time
    }

    /// Finds a time by Newton's method within a bracket, which is halved if a step would leave it.
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
            if abs(time - previous) < tolerance { break }
        }
        return time
    }

    /// Returns the time near a culmination at which the altitude is highest or lowest.
    ///
    /// Within 0.06 degrees of a pole the declination changes the altitude more than the day does, and there
    /// is no such time. The search then ends a tenth of a day away.
    private func extreme(near culmination: Double) -> Double {
        var time = culmination
        for _ in 0..<4 {
            let angle = day.hourAngle(time).value
            let curvature = -cosine * cos(day.declination(time).value) * cos(angle) * (4 * .pi * .pi)
            let step = height(time, above: 0).slope / curvature
            time = min(max(time - step, culmination - 0.1), culmination + 0.1)
            if abs(step) < tolerance { break }
        }
        return time
    }
}

/// The tolerance of a search: about a ten-thousandth of a second, in days.
private let tolerance = 1e-9
