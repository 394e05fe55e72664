/// A point on the globe, in degrees of WGS 84.
public struct Coordinates: Hashable, Sendable {
    /// North positive, strictly between the poles: at a pole no direction is east, and no day has a noon.
    public let latitude: Double
    /// East positive, -180 to 180.
    public let longitude: Double

    /// - Returns: nil outside those ranges, and for what is not a number.
    public init?(latitude: Double, longitude: Double) {
        guard latitude > -90, latitude < 90, longitude >= -180, longitude <= 180 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}
