package import PrayerTimes
package import Routing
import Scheduling

extension RouteMode {
    /// The estimates of which the shortest counts: one for a way in a city, one for a way beyond it.
    private var speeds: [StraightLineSpeed] {
        switch self {
        case .walk: [.walk]
        case .bike: [StraightLineSpeed(kilometresPerHour: 14, detourFactor: 1.3)]
        case .car: [.car, StraightLineSpeed(kilometresPerHour: 80, detourFactor: 1.4, extraMinutes: 35)]
        case .transit:
            [
                StraightLineSpeed(kilometresPerHour: 18, detourFactor: 1.4, extraMinutes: 12),
                StraightLineSpeed(kilometresPerHour: 60, detourFactor: 1.4, extraMinutes: 45),
            ]
        }
    }

    /// Returns the minutes of a way by the straight line; 0 for the same point.
    package func estimatedMinutes(from: Coordinates, to: Coordinates) -> Int {
        speeds.map { $0.minutes(from: from, to: to) }.min() ?? 0
    }

    /// Returns the metres of a way by the straight line.
    func estimatedMetres(from: Coordinates, to: Coordinates) -> Int {
        let straight = from.kilometres(toLatitude: to.latitude, longitude: to.longitude)
        return Int((straight * (speeds.first?.detourFactor ?? 1) * 1_000).rounded())
    }

    /// The seconds that an engine leaves out and the estimate has: the way to the car, and parking it.
    var secondsBesides: Int { self == .car ? StraightLineSpeed.car.extraMinutes * 60 : 0 }

    /// The kilometres of the straight line for which an engine is asked. Nobody walks farther.
    private var askedKilometres: ClosedRange<Double> {
        switch self {
        case .walk: 0.03...30
        case .bike: 0.03...100
        case .car, .transit: 0.03...1_000
        }
    }

    /// Returns true if an engine is worth asking, by the straight line.
    func isWorthAsking(from: Coordinates, to: Coordinates) -> Bool {
        askedKilometres.contains(from.kilometres(toLatitude: to.latitude, longitude: to.longitude))
    }

    /// True if ways depend on the hour: by traffic, or by a timetable.
    var dependsOnHour: Bool { self == .car || self == .transit }
}
