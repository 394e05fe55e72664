/// Returns the degrees of the sun's centre below the horizontal at sunrise and sunset.
///
/// The night of the rules for high latitudes lasts between these two, so that Fajr stays before a sunrise
/// that is earlier because of the elevation.
func horizonDepression(_ place: Coordinates, _ rules: Rules) -> Double {
    var metres = rules.elevationMetres
    if rules.method.reckonsWithHeight, metres == nil {
        metres = heightOfMoroccanTown(near: place) ?? heightOfLowMoroccanTown
    }
    // The dip of the horizon for an elevated observer, refraction included.
    return rules.method.horizon + 0.0347 * max(metres ?? 0, 0).squareRoot()
}

/// The height for other places: about that of the tables for towns by the sea.
private let heightOfLowMoroccanTown = 160.0
