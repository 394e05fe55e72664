/// A way of travelling that a person can choose.
public enum TravelMode: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    case walk, bike, transit, shared, car

    /// The order of this list, in which modes are shown and ties are broken.
    public static func < (first: TravelMode, second: TravelMode) -> Bool { first.rank < second.rank }

    private var rank: Int {
        switch self {
        case .walk: 0
        case .bike: 1
        case .transit: 2
        case .shared: 3
        case .car: 4
        }
    }
}

/// A kind of car, by what it burns.
public enum CarKind: String, Hashable, Sendable, Codable, CaseIterable {
    case petrol, electric
}

/// A kind of public transport.
public enum TransitVehicle: String, Hashable, Sendable, Codable, CaseIterable {
    case bus
    /// A tram, a metro or a monorail.
    case rail
    case train
}
