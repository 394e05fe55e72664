public import CivilTime

/// A way from one place to another by one mode, from the estimate or from an engine.
public struct TravelWay: Hashable, Sendable {
    public enum Source: String, Hashable, Sendable, Codable, CaseIterable {
        /// The straight line and the usual speeds.
        case estimate
        /// A timetable of public transport.
        case timetable
        /// An engine that knows the streets.
        case engine
        /// The person, or the travel time of a calendar program. It wins over all others.
        case typed
    }

    public var mode: TravelMode
    /// The time from door to door, without reserve.
    public var seconds: Int
    public var metres: Int
    public var source: Source
    /// The metres on foot; nil if they are unknown, as in an estimate of public transport.
    public var walkedMetres: Int?
    /// The number of times that one gets off to get on again.
    public var changes: Int
    /// The metres in each kind of vehicle of public transport; empty if they are unknown.
    public var ridden: [TransitVehicle: Int]
    /// The moment at which the way begins, if it is bound to one by a timetable or by the traffic of an hour; nil if it
    /// takes the same time at any moment.
    public var departure: Instant?

    /// Makes a way. One on foot is walked wholly.
    public init(
        _ mode: TravelMode, seconds: Int, metres: Int, source: Source = .engine, walkedMetres: Int? = nil,
        changes: Int = 0, ridden: [TransitVehicle: Int] = [:], departure: Instant? = nil
    ) {
        self.mode = mode
        self.seconds = seconds
        self.metres = metres
        self.source = source
        self.walkedMetres = mode == .walk ? metres : walkedMetres
        self.changes = changes
        self.ridden = ridden
        self.departure = departure
    }

    /// The arrival of a way that is bound to a departure.
    public var arrival: Instant? { departure.map { $0 + .seconds(seconds) } }

    /// The minutes, rounded up.
    public var minutes: Int { (seconds + 59) / 60 }

    /// Returns the grams of CO₂ of the way for one person.
    public func grams(_ figures: TravelFigures, car: CarKind = .petrol) -> Double {
        switch mode {
        case .walk: 0
        case .bike: grams(metres, figures[.gramsOfBike])
        case .shared: grams(metres, figures[.gramsOfSharedCar])
        case .car: grams(metres, figures[car == .petrol ? .gramsOfCar : .gramsOfElectricCar])
        case .transit where ridden.isEmpty:
            grams(max(0, metres - (walkedMetres ?? 0)), figures[.gramsOfTransit])
        case .transit:
            // In the order of the cases: sums of fractions depend on their order.
            TransitVehicle.allCases.reduce(0) { $0 + grams(ridden[$1] ?? 0, figures[$1.grams]) }
        }
    }

    private func grams(_ metres: Int, _ perKilometre: Double) -> Double { Double(metres) / 1_000 * perKilometre }
}

extension TransitVehicle {
    fileprivate var grams: TravelFigure {
        switch self {
        case .bus: .gramsOfBus
        case .rail: .gramsOfRail
        case .train: .gramsOfTrain
        }
    }
}
