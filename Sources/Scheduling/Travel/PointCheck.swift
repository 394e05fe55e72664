public import PrayerTimes

/// The answer to a latitude and a longitude that somebody typed or a program sent.
public enum PointCheck: Hashable, Sendable {
    case point(Coordinates)
    /// The numbers are no point, but the other way round they are one. It is offered.
    case exchanged(Coordinates)
    /// 0, 0, which programs send for "unknown". Nobody lives there.
    case nowhere
    case noPoint

    /// Checks the numbers.
    ///
    /// - Parameter near: a point near which the place is likely to be, such as home. A point of another continent is
    ///   offered for correction if the numbers the other way round lie near it.
    public init(latitude: Double, longitude: Double, near: Coordinates? = nil) {
        guard latitude != 0 || longitude != 0 else {
            self = .nowhere
            return
        }
        let swapped = Coordinates(latitude: longitude, longitude: latitude)
        guard let point = Coordinates(latitude: latitude, longitude: longitude) else {
            self = swapped.map(PointCheck.exchanged) ?? .noPoint
            return
        }
        if let near, let swapped, near.kilometres(to: point) > 2_000, near.kilometres(to: swapped) < 500 {
            self = .exchanged(swapped)
        } else {
            self = .point(point)
        }
    }
}

extension Coordinates {
    /// Returns the shortest distance along the ground.
    func kilometres(to other: Coordinates) -> Double {
        kilometres(toLatitude: other.latitude, longitude: other.longitude)
    }
}
