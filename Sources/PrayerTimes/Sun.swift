import Glibc

/// The position of the sun at a moment.
///
/// J. Meeus, *Astronomical Algorithms*, 2nd ed., ch. 25 (higher accuracy): the position of the Earth by
/// `EarthOrbit`, then aberration, nutation (ch. 22) and sidereal time (ch. 12). From 1900 to 2200 the error
/// is at most one and a half seconds of arc, which is a tenth of a second of time.
struct Sun {
    /// The equation of time: the angle of the true sun ahead of the mean sun, in radians. A turn is a day,
    /// so 0.0044 is a minute.
    let equationOfTime: Double
    /// The apparent geocentric declination in radians, north positive.
    let declination: Double
    /// The angle of the Earth's radius seen from the sun, in radians.
    let parallax: Double

    /// Computes the position.
    ///
    /// - Parameter day: the moment, in days since 1970 began in UTC.
    init(day: Double) {
        // UTC differs by at most 0.9 s from the rotation of the Earth, which is exact enough here.
        let universal = day - daysFrom1970ToJ2000
        let t = (universal + terrestrialTimeAhead(day: day)) / 36_525
        let orbit = EarthOrbit(millennia: t / 10)

        // Nutation; Meeus p. 144, in arc seconds.
        let node = radians(125.04452 - 1_934.136261 * t)
        let doubleSun = radians(2 * (280.4665 + 36_000.7698 * t))
        let doubleMoon = radians(2 * (218.3165 + 481_267.8813 * t))
        let inLongitude = -17.20 * sin(node) - 1.32 * sin(doubleSun) - 0.23 * sin(doubleMoon) + 0.21 * sin(2 * node)
        let inObliquity = 9.20 * cos(node) + 0.57 * cos(doubleSun) + 0.10 * cos(doubleMoon) - 0.09 * cos(2 * node)

        // Seen from the Earth, the sun is opposite. 0.09 converts to the frame of the FK5 catalogue.
        let aberration = -20.4898 / orbit.distance
        let longitude = orbit.longitude + .pi + radians((aberration + inLongitude - 0.0903) / 3_600)
        let latitude = -orbit.latitude
        let obliquity = radians(
            23.4392911 - t * (0.013004167 + t * (0.00000016 - t * 0.000000504)) + inObliquity / 3_600)

        let (sineOfLongitude, cosineOfLongitude) = (sin(longitude), cos(longitude))
        let (sineOfObliquity, cosineOfObliquity) = (sin(obliquity), cos(obliquity))
        let rightAscension = atan2(
            sineOfLongitude * cosineOfObliquity - tan(latitude) * sineOfObliquity, cosineOfLongitude)
        // Sidereal time (Meeus eq. 12.4) minus the turn of the clock: the position of the mean sun.
        let siderealLessClock = radians(
            280.46061837 + 0.98564736629 * universal + t * t * 0.000387933 + inLongitude / 3_600 * cosineOfObliquity)
        equationOfTime = remainder(siderealLessClock - rightAscension, 2 * .pi)
        declination = asin(
            sin(latitude) * cosineOfObliquity + cos(latitude) * sineOfObliquity * sineOfLongitude)
        parallax = radians(8.794 / 3_600) / orbit.distance
    }
}

/// The days from 1970-01-01T00 to the epoch J2000.0, noon of 1 January 2000.
private let daysFrom1970ToJ2000 = 10_957.5

func radians(_ degrees: Double) -> Double { degrees * (.pi / 180) }
func degrees(_ radians: Double) -> Double { radians * (180 / .pi) }
