package import PrayerTimes
package import Routing
package import Scheduling

extension RouteMode {
    /// The mode as the rules and the estimate name it.
    package var travelMode: TravelMode {
        switch self {
        case .walk: .walk
        case .bike: .bike
        case .car: .car
        case .transit: .transit
        }
    }

    /// Returns the minutes of a way by the estimate on free roads; 0 for the same point.
    package func estimatedMinutes(from: Coordinates, to: Coordinates) -> Int {
        estimate(from: from, to: to).minutes
    }

    /// Returns the metres of a way by the estimate.
    func estimatedMetres(from: Coordinates, to: Coordinates) -> Int { estimate(from: from, to: to).metres }

    private func estimate(from: Coordinates, to: Coordinates) -> Scheduling.TravelWay {
        TravelEstimate().way(from: from, to: to, by: travelMode)
    }

    /// The seconds that an engine leaves out and the estimate has: the way to the car, and parking it.
    var secondsBesides: Int { self == .car ? Int(TravelFigures.usual[.carAccess] * 60) : 0 }

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
