import PrayerTimes
import Runtime
import Templates

extension App {
    /// Formats a point to about ten metres: `24.6877° N, 46.7219° E`.
    func words(_ point: Coordinates, _ language: Language) -> String {
        text("city.point", language, [
            "latitude": language.decimal(abs(point.latitude), places: 4),
            "northOrSouth": text(point.latitude < 0 ? "compass.south" : "compass.north", language),
            "longitude": language.decimal(abs(point.longitude), places: 4),
            "eastOrWest": text(point.longitude < 0 ? "compass.west" : "compass.east", language),
        ])
    }
}
