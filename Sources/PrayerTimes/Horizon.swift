/// Where the sun's centre stands at sunrise and Maghrib: degrees below the level.
///
/// The bounds for high latitudes count the night between the two, so that Fajr stays before a
/// sunrise that an elevation has moved.
func horizonDepression(_ place: Coordinates, _ rules: Rules) -> Double {
    var metres = rules.elevationMetres
    if rules.method.reckonsWithHeight, metres == nil {
        metres = heightOfMoroccanTown(near: place) ?? heightOfLowMoroccanTown
    }
    // How far the horizon sinks below an observer's level, refraction included.
    return rules.method.horizon + 0.0347 * max(metres ?? 0, 0).squareRoot()
}

/// For a place of which nothing is known: the tables of towns by the sea lie around it.
private let heightOfLowMoroccanTown = 160.0
