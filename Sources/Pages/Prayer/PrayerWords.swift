import PrayerTimes
import Runtime

extension Formatter {
    /// Returns a point to about ten metres: `24.6877° N, 46.7219° E`.
    func point(_ point: Coordinates) -> String {
        text("city.point", [
            "latitude": decimal(abs(point.latitude), places: 4),
            "northOrSouth": text(point.latitude < 0 ? "compass.south" : "compass.north"),
            "longitude": decimal(abs(point.longitude), places: 4),
            "eastOrWest": text(point.longitude < 0 ? "compass.west" : "compass.east"),
        ])
    }
}
