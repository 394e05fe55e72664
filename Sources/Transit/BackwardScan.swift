/// The latest departure by a scan over all connections in the order of arrival, from the last.
///
/// It mirrors `ForwardScan`: a connection helps if its trip helps later on, or if its stop is a good one to get off at
/// then.
struct BackwardScan {
    let day: TransitDay, walks: WalkTable

    /// - Returns: nil if no journey with a ride departs at `limit` or later.
    func journey(arrivingBy end: UInt32, access: [StopWalk], egress: [StopWalk], limit: UInt32) -> ScanResult? {
        var labels = BackwardLabels(stops: walks.changes.count, runs: day.runs.count, limit: limit)
        for walk in egress where walk.seconds <= end { labels.end(at: walk.stop, end - UInt32(walk.seconds)) }
        for walk in access { labels.toStart[walk.stop] = min(labels.toStart[walk.stop], UInt32(walk.seconds)) }
        guard let last = egress.map({ labels.latest[$0.stop] >> 8 }).max(), last > 0 else { return nil }

        let connections = day.connections, byArrival = day.byArrival
        var place = day.endOfArrivals(until: last - 1)
        while place > 0 {
            place -= 1
            let number = byArrival[place], connection = connections[Int(number)]
            if connection.arrival + 1 < labels.best >> 8 { break }
            if labels.alight(connection, number) { labels.board(connection, number, walks) }
        }
        guard labels.begin.first != .max else { return nil }
        return ScanResult(departure: labels.best >> 8 - 1, arrival: end, rides: rides(labels))
    }

    /// Follows the rides on to the goal.
    private func rides(_ labels: BackwardLabels) -> [ScanResult.Ride] {
        var rides: [ScanResult.Ride] = [], ride = labels.begin
        while ride.first != .max {
            rides.append(ride)
            ride = labels.ride[Int(day.connections[Int(ride.last)].to)]
        }
        return rides
    }
}

/// The state of a backward scan.
///
/// A label is a second plus one, times 256, plus 255 minus a number of rides. So the greater of two labels is the later
/// one, and of two at the same second the one with fewer changes. 0 is none.
private struct BackwardLabels {
    /// For each stop the label with which it helps to arrive there, and that of the best departure by a ride.
    var latest: [UInt32], departed: [UInt32]
    /// The ride that made a stop helpful; `none` for those that lead to the goal.
    var ride: [ScanResult.Ride]
    /// The seconds from the start to each stop; the greatest number if there is no walk.
    var toStart: [UInt32]
    /// The connection with which each run is left, and 256 minus the number of rides after it.
    var left: [UInt32], rides: [UInt32]
    /// The label of the best departure, and the ride that it begins with.
    var best: UInt32, begin = ScanResult.Ride.none

    init(stops: Int, runs: Int, limit: UInt32) {
        latest = [UInt32](repeating: 0, count: stops)
        departed = latest
        ride = [ScanResult.Ride](repeating: .none, count: stops)
        toStart = [UInt32](repeating: .max, count: stops)
        left = [UInt32](repeating: .max, count: runs)
        rides = [UInt32](repeating: 0, count: runs)
        // A departure at the limit itself is allowed.
        best = limit << 8 | 0xFF
    }

    mutating func end(at stop: Int, _ second: UInt32) { latest[stop] = max(latest[stop], (second + 1) << 8 | 0xFF) }

    /// Leaves a connection. A run that is left already is left earlier where that saves a change.
    ///
    /// - Returns: false if that does not help.
    @inline(__always)
    mutating func alight(_ connection: TransitDay.Connection, _ number: UInt32) -> Bool {
        let run = Int(connection.run)
        guard connection.to < TransitDay.Connection.closed else { return left[run] != .max }
        let label = latest[Int(connection.to)]
        guard label >> 8 > connection.arrival, label & 0xFF + 1 > rides[run] else { return left[run] != .max }
        left[run] = number
        rides[run] = label & 0xFF + 1
        return true
    }

    /// Boards a connection, if that makes its stop better.
    @inline(__always)
    mutating func board(_ connection: TransitDay.Connection, _ number: UInt32, _ walks: WalkTable) {
        guard connection.from < TransitDay.Connection.closed else { return }
        let stop = Int(connection.from), run = Int(connection.run), second = connection.departure + 1
        let count = max(rides[run], 2) - 2
        guard second << 8 | count > departed[stop] else { return }
        departed[stop] = second << 8 | count
        let ride = ScanResult.Ride(first: number, last: left[run])
        if toStart[stop] < second, (second - toStart[stop]) << 8 | count > best {
            best = (second - toStart[stop]) << 8 | count
            begin = ride
        }
        help(stop, second, walks.changes[stop], count, ride)
        for walk in walks.walks(to: stop) {
            help(Int(walks.targetsBack[walk]), second, walks.secondsBack[walk], count, ride)
        }
    }

    @inline(__always)
    private mutating func help(
        _ stop: Int, _ second: UInt32, _ seconds: UInt32, _ count: UInt32, _ ride: ScanResult.Ride
    ) {
        guard seconds < second, (second - seconds) << 8 | count > latest[stop] else { return }
        latest[stop] = (second - seconds) << 8 | count
        self.ride[stop] = ride
    }
}
