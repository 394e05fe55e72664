import PrayerTimes
import Testing

@Suite("A point on the globe")
struct CoordinatesTests {
    @Test("is between the poles without the poles, and at most half a turn east or west", arguments: [
        (24.6877, 46.7219, true), (-89.99, 180.0, true), (0.0, -180.0, true),
        (90.0, 0.0, false), (-90.0, 0.0, false), (0.0, 180.01, false), (.nan, 0.0, false), (0.0, .infinity, false),
    ])
    func range(latitude: Double, longitude: Double, isPoint: Bool) {
        #expect((Coordinates(latitude: latitude, longitude: longitude) != nil) == isPoint)
    }
}
