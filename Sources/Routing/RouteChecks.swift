/// The rules of times that can be true, beside an estimate from the straight line.
public enum Plausibility {
    /// The seconds from which no way is believed.
    public static let mostSeconds = 21 * 3_600
    /// The seconds by which any time may differ, as on ways of a few minutes.
    public static let slackSeconds = 120

    /// Checks the time of a way.
    ///
    /// - Throws: `RoutingError.implausible` for no time at all, for 21 hours and more, and for less than half or more
    ///   than four times the estimate.
    public static func check(seconds: Int, estimate: Int) throws(RoutingError) {
        guard allows(seconds: seconds, estimate: estimate) else {
            throw .implausible(seconds: seconds, estimate: estimate)
        }
    }

    /// Returns true if the time of a way can be true, by the same rules.
    public static func allows(seconds: Int, estimate: Int) -> Bool {
        guard seconds > 0, seconds < mostSeconds else { return false }
        return abs(seconds - estimate) <= slackSeconds || 2 * seconds >= estimate && seconds <= 4 * estimate
    }
}

/// The greatest distance in metres between a place and the street to which an engine moves it.
let mostSnappingMetres = 1_000

/// Checks how far an engine moved a place to a street.
func checkSnapping(_ metres: Int) throws(RoutingError) {
    guard metres <= mostSnappingMetres else { throw .snappedTooFar(metres: metres) }
}
