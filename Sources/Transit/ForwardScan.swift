/// The earliest arrival by a scan over all connections in the order of departure.
///
/// A connection can be taken if its trip is taken already, or if its stop is reached in time. Whoever gets off reaches
/// the stop after the time of a change, and its neighbours after a walk. The scan ends with the first connection that
/// departs no earlier than the best arrival.
struct ForwardScan {
    let day: TransitDay, walks: WalkTable

    /// - Parameters:
    ///   - access: the walks from the start to stops.
    ///   - egress: the walks from stops to the goal.
    /// - Returns: nil if no journey with a ride arrives by `limit`.
    func journey(leaving start: UInt32, access: [StopWalk], egress: [StopWalk], limit: UInt32) -> ScanResult? {
        var labels = ForwardLabels(stops: walks.changes.count, runs: day.runs.count, limit: limit)
        for walk in access { labels.start(at: walk.stop, start + UInt32(walk.seconds)) }
        for walk in egress { labels.toGoal[walk.stop] = min(labels.toGoal[walk.stop], UInt32(walk.seconds)) }
        guard let first = access.map({ labels.ready[$0.stop] >> 8 }).min() else { return nil }

        let connections = day.connections
        var number = day.firstDeparture(from: first)
        while number < connections.count {
            let connection = connections[number]
            if connection.departure >= labels.best >> 8 { break }
            if labels.board(connection, number) { labels.alight(connection, number, walks) }
            number += 1
        }
        guard labels.end.last != .max else { return nil }
        return ScanResult(departure: start, arrival: labels.best >> 8, rides: rides(labels))
    }

    /// Follows the rides back to the start.
    private func rides(_ labels: ForwardLabels) -> [ScanResult.Ride] {
        var rides: [ScanResult.Ride] = [], ride = labels.end
        while ride.last != .max {
            rides.append(ride)
            ride = labels.ride[Int(day.connections[Int(ride.first)].from)]
        }
        return rides.reversed()
    }
}

/// The state of a forward scan.
///
/// A label is a second times 256 plus a number of rides. So the smaller of two labels is the earlier one, and of two at
/// the same second the one with fewer changes.
private struct ForwardLabels {
    /// For each stop the label with which one can depart there, and that of the best arrival by a ride.
    var ready: [UInt32], arrived: [UInt32]
    /// The ride that made a stop ready; `none` for those that are reached from the start.
    var ride: [ScanResult.Ride]
    /// The seconds from each stop to the goal; the greatest number if there is no walk.
    var toGoal: [UInt32]
    /// The connection with which each run is boarded, and the number of rides before.
    var boarded: [UInt32], rides: [UInt32]
    /// The label of the best arrival, and the ride that it ends with.
    var best: UInt32, end = ScanResult.Ride.none

    init(stops: Int, runs: Int, limit: UInt32) {
        ready = [UInt32](repeating: .max, count: stops)
        (arrived, toGoal) = (ready, ready)
        ride = [ScanResult.Ride](repeating: .none, count: stops)
        boarded = [UInt32](repeating: .max, count: runs)
        rides = boarded
        best = (limit + 1) << 8
    }

    mutating func start(at stop: Int, _ second: UInt32) { ready[stop] = min(ready[stop], second << 8) }

    /// Boards a connection. A run that is boarded already is boarded again where that saves a change.
    ///
    /// - Returns: false if the run cannot be boarded.
    @inline(__always)
    mutating func board(_ connection: TransitDay.Connection, _ number: Int) -> Bool {
        let run = Int(connection.run)
        guard connection.from < TransitDay.Connection.closed else { return boarded[run] != .max }
        let label = ready[Int(connection.from)]
        guard label >> 8 <= connection.departure, label & 0xFF < rides[run] else { return boarded[run] != .max }
        boarded[run] = UInt32(number)
        rides[run] = label & 0xFF
        return true
    }

    /// Leaves a connection, if that makes its stop better.
    @inline(__always)
    mutating func alight(_ connection: TransitDay.Connection, _ number: Int, _ walks: WalkTable) {
        guard connection.to < TransitDay.Connection.closed else { return }
        let stop = Int(connection.to), run = Int(connection.run)
        let label = connection.arrival << 8 | min(rides[run] + 1, 0xFF)
        guard label < arrived[stop] else { return }
        arrived[stop] = label
        let ride = ScanResult.Ride(first: boarded[run], last: UInt32(number))
        if toGoal[stop] != .max, label + toGoal[stop] << 8 < best {
            best = label + toGoal[stop] << 8
            end = ride
        }
        reach(stop, label + walks.changes[stop] << 8, ride)
        for walk in walks.walks(from: stop) { reach(Int(walks.targets[walk]), label + walks.seconds[walk] << 8, ride) }
    }

    @inline(__always)
    private mutating func reach(_ stop: Int, _ label: UInt32, _ ride: ScanResult.Ride) {
        guard label < ready[stop] else { return }
        ready[stop] = label
        self.ride[stop] = ride
    }
}
