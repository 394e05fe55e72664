import Glibc

/// A point on the globe, in degrees of WGS 84.
public struct Coordinates: Hashable, Sendable {
    /// The latitude, north positive, between the poles without the poles, where no day has a noon.
    public let latitude: Double
    /// The longitude, east positive, -180 to 180.
    public let longitude: Double

    /// Makes a point; nil outside these ranges, and for NaN.
    public init?(latitude: Double, longitude: Double) {
        guard latitude > -90, latitude < 90, longitude >= -180, longitude <= 180 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}

extension Coordinates {
    /// Returns the shortest distance along the ground to a point in degrees, by the haversine formula on a sphere with
    /// the Earth's mean radius.
    public func kilometres(toLatitude latitude: Double, longitude: Double) -> Double {
        func square(_ degrees: Double) -> Double {
            let half = sin(degrees * .pi / 360)
            return half * half
        }
        let north = cos(latitude * .pi / 180) * cos(self.latitude * .pi / 180)
        let chord = square(latitude - self.latitude) + north * square(longitude - self.longitude)
        return 2 * 6_371 * asin(min(1, chord.squareRoot()))
    }
}
