import Calendars
import PrayerTimes
import Scheduling
package import Storage

/// The places of a customer's time, by the numbers that the engine has for them: the saved places first, then the
/// points of events.
package struct PlacePoints: Sendable {
    /// The saved places, by name.
    package let saved: [SavedPlace]
    private var points: [Coordinates?]
    private var numbers: [Coordinates: Int]

    init(_ saved: [SavedPlace]) {
        self.saved = saved
        points = saved.map { Coordinates(latitude: $0.latitude, longitude: $0.longitude) }
        numbers = Dictionary(
            points.enumerated().compactMap { number, point in point.map { ($0, number) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns the number of a point, which gets one if it has none.
    mutating func number(of point: Coordinates) -> Int {
        if let number = numbers[point] { return number }
        points.append(point)
        numbers[point] = points.count - 1
        return points.count - 1
    }

    /// Returns the number of a saved place.
    func number(ofSaved id: SavedPlaceID?) -> Int? { saved.firstIndex { $0.id == id } }

    /// Returns the point of the saved place of a name.
    func point(named name: String) -> Coordinates? { PlaceNames(saved.map(\.values))[name] }

    /// The minutes of the quickest ways between the places, by the estimate.
    var travel: TravelTimes { TravelTimes(quickestBetween: points) }
}
