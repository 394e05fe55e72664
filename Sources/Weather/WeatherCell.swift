public import PrayerTimes

/// The square of a tenth of a degree for which a service is asked, about 10 km. No service learns a place more exactly.
public struct WeatherCell: Hashable, Sendable {
    /// Tenths of a degree: -899 to 899, and -1800 to 1799.
    public let latitude: Int, longitude: Int

    public init(_ point: Coordinates) {
        latitude = min(max(Int((point.latitude * 10).rounded()), -899), 899)
        // 180° east and 180° west are the same meridian.
        let tenths = Int((point.longitude * 10).rounded())
        longitude = tenths == 1_800 ? -1_800 : tenths
    }

    /// The degrees as a request has them, such as `24.7`.
    public var latitudeText: String { text(latitude) }
    public var longitudeText: String { text(longitude) }

    private func text(_ tenths: Int) -> String { "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)" }
}
