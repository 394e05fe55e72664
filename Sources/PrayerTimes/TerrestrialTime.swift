/// Returns delta T in days: terrestrial time, the uniform time of the planets, minus the time by the
/// rotation of the Earth.
///
/// Until 2005 it uses the polynomials of F. Espenak and J. Meeus, *Five Millennium Canon of Solar
/// Eclipses* (NASA/TP-2006-214141), section 2.8. From 2017 it is today's 37 leap seconds and 32.184 s,
/// because nobody knows its future. The sun moves 0.04 arc seconds in a second. So an error of a minute
/// would be 2.4 arc seconds, less than two tenths of a second of time.
///
/// - Parameter day: days since 1970 began in UTC.
func terrestrialTimeAhead(day: Double) -> Double {
    deltaT(year: 1970 + day / 365.2425) / 86_400
}

private func deltaT(year: Double) -> Double {
    switch year {
    case ..<1920: polynomial(year - 1900, -2.79, 1.494119, -0.0598939, 0.0061966, -0.000197)
    case ..<1941: polynomial(year - 1920, 21.20, 0.84493, -0.076100, 0.0020936, 0)
    case ..<1961: polynomial(year - 1950, 29.07, 0.407, -1 / 233, 1 / 2_547, 0)
    case ..<1986: polynomial(year - 1975, 45.45, 1.067, -1 / 260, -1 / 718, 0)
    case ..<2005: polynomial(year - 2000, 63.86, 0.3345, -0.060374, 0.0017275, 0.000651814)
    // The years with leap seconds: a line from the polynomial before to the constant after.
    case ..<2017: 64.69 + (69.184 - 64.69) / 12 * (year - 2005)
    default: 69.184
    }
}

private func polynomial(_ x: Double, _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double) -> Double {
    a + x * (b + x * (c + x * (d + x * e)))
}
