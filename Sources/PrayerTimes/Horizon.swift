/// Where the sun's centre stands at sunrise and Maghrib, in degrees below the level.
struct Horizon: Sendable {
    /// On the plain; the night of the high-latitude rules begins and ends there.
    let plain: Double
    /// From the elevation a person gave; nil where none is asked for.
    let fromAbove: Double?

    init(_ place: Coordinates, _ rules: Rules) {
        let asked = rules.elevationMetres.flatMap { $0 > 0 ? $0 : nil }
        if rules.method.reckonsWithHeight {
            let metres = asked ?? heightOfMoroccanTown(near: place)
            plain = rules.method.horizon + dip(metres: metres ?? Horizon.lowMoroccanTown)
            fromAbove = nil
        } else {
            plain = rules.method.horizon
            fromAbove = asked.map { rules.method.horizon + dip(metres: $0) }
        }
    }

    /// Metres, for a place of which nothing is known: the tables of towns by the sea lie around it.
    private static let lowMoroccanTown = 160.0
}

/// How far the horizon sinks below an observer's level, refraction included, in degrees.
private func dip(metres: Double) -> Double { 0.0347 * metres.squareRoot() }
