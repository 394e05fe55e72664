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
