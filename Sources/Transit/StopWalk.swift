/// A walk between a point and a stop.
public struct StopWalk: Hashable, Sendable {
    public let stop: Int
    public let seconds: Int

    public init(stop: Int, seconds: Int) {
        self.stop = stop
        self.seconds = min(max(0, seconds), Int(WalkTable.impossible))
    }
}

/// The rides of a journey as places in the connections of a day, with the first and the last second.
struct ScanResult {
    var departure: UInt32, arrival: UInt32
    var rides: [Ride]

    /// A ride as its first and its last connection.
    struct Ride {
        let first: UInt32, last: UInt32

        static let none = Ride(first: .max, last: .max)
    }
}
