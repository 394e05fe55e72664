public import CivilTime

/// All connections around a day, in the order of their departures and of their arrivals.
///
/// A connection is the ride from one stop of a trip to the next. The array holds those that depart from six hours
/// before the day to six hours after it, from every day of service that has some. So a search near midnight finds the
/// trips of both days, and the hours that a change of the clocks adds or takes are where they belong.
public struct TransitDay: Sendable {
    public let date: LocalDate
    /// The moment from which the seconds of connections count.
    let start: Instant
    /// In the order of departure; connections of a trip that depart together keep their order.
    let connections: [Connection]
    /// The places in `connections` in the order of arrival.
    let byArrival: [UInt32]
    let runs: [Run]

    struct Connection {
        /// Seconds from `start`.
        let departure: UInt32, arrival: UInt32
        /// The stops. The highest bit says that nobody gets on or off there.
        let from: UInt32, to: UInt32
        let run: UInt32

        static let closed: UInt32 = 1 << 31
    }

    /// A trip on a day of service.
    struct Run {
        let trip: UInt32
        /// Seconds from `start`, negative for trips that are under way then.
        let departure: Int32
    }

    /// The farthest that a search goes from its moment. Longer journeys are not found.
    public static let farthest = Duration.seconds(6 * 3_600)

    public var connectionCount: Int { connections.count }

    /// Makes the connections around a day. Keep it as long as the day is asked for: a city's takes some 30 ms and 25
    /// MB.
    public init(_ feed: TransitFeed, _ date: LocalDate) {
        self.date = date
        let day = feed.zone.instant(of: .midnight(date)), nextDay = feed.zone.instant(of: .midnight(date + 1))
        start = day - Self.farthest
        let length = Int((nextDay + Self.farthest).secondsSince1970 - start.secondsSince1970)
        runs = Self.runs(feed, date, start, length)

        var places = [UInt32](repeating: 0, count: length + 1), lastArrival = 0
        Self.each(feed, runs, length) { departure, arrival, _, _ in
            places[departure + 1] += 1
            lastArrival = max(lastArrival, arrival)
        }
        for second in 0..<length { places[second + 1] += places[second] }
        let count = Int(places[length]), runs = runs, patterns = feed.patterns
        connections = [Connection](unsafeUninitializedCapacity: count) { buffer, initialized in
            Self.each(feed, runs, length) { departure, arrival, row, run in
                buffer.initializeElement(at: Int(places[departure]), to: Connection(
                    departure: UInt32(departure), arrival: UInt32(arrival),
                    from: patterns.stops[row] | (patterns.closed[row] & 1 == 0 ? 0 : Connection.closed),
                    to: patterns.stops[row + 1] | (patterns.closed[row + 1] & 2 == 0 ? 0 : Connection.closed),
                    run: UInt32(run)))
                places[departure] += 1
            }
            initialized = count
        }
        byArrival = Self.order(connections, lastArrival)
    }

    /// Returns the trips that run between the start and the end. A trip may run for a week.
    private static func runs(_ feed: TransitFeed, _ date: LocalDate, _ start: Instant, _ length: Int) -> [Run] {
        let trips = feed.trips
        var runs: [Run] = []
        for offset in -7...1 {
            let day = date + offset
            guard feed.days.contains(day) else { continue }
            let base = Int(feed.start(of: day).secondsSince1970 - start.secondsSince1970)
            let isServed = feed.services.map { $0.runs(on: day) }
            for trip in 0..<trips.count where isServed[Int(trips.services[trip])] {
                let departure = base + Int(trips.starts[trip])
                let last = feed.patterns.range(of: Int(trips.patterns[trip])).upperBound - 1
                guard departure < length, departure + Int(feed.patterns.arrivals[last]) >= 0 else { continue }
                runs.append(Run(trip: UInt32(trip), departure: Int32(departure)))
            }
        }
        return runs
    }

    /// Calls `take` with departure, arrival, row of the pattern and run of each connection.
    @inline(__always)
    private static func each(
        _ feed: TransitFeed, _ runs: [Run], _ length: Int, _ take: (Int, Int, Int, Int) -> Void
    ) {
        let patterns = feed.patterns
        for (number, run) in runs.enumerated() {
            let rows = patterns.range(of: Int(feed.trips.patterns[Int(run.trip)]))
            for row in rows.dropLast() {
                let departure = Int(run.departure) + Int(patterns.departures[row])
                guard departure >= 0, departure < length else { continue }
                take(departure, Int(run.departure) + Int(patterns.arrivals[row + 1]), row, number)
            }
        }
    }

    /// Returns the places of connections in the order of arrival. Those that arrive together keep their order.
    private static func order(_ connections: [Connection], _ lastArrival: Int) -> [UInt32] {
        var places = [UInt32](repeating: 0, count: lastArrival + 2)
        for connection in connections { places[Int(connection.arrival) + 1] += 1 }
        for second in 0...lastArrival { places[second + 1] += places[second] }
        return [UInt32](unsafeUninitializedCapacity: connections.count) { buffer, initialized in
            for (number, connection) in connections.enumerated() {
                buffer.initializeElement(at: Int(places[Int(connection.arrival)]), to: UInt32(number))
                places[Int(connection.arrival)] += 1
            }
            initialized = connections.count
        }
    }
}

extension TransitDay {
    /// Returns the second of a moment; nil if it is not on the day.
    func second(_ moment: Instant, _ feed: TransitFeed) -> UInt32? {
        guard feed.zone.date(at: moment) == date else { return nil }
        return UInt32(exactly: moment.secondsSince1970 - start.secondsSince1970)
    }

    func moment(_ second: UInt32) -> Instant { start + .seconds(Int64(second)) }

    /// Returns the place of the first connection that departs at a second or later.
    func firstDeparture(from second: UInt32) -> Int {
        var low = 0, high = connections.count
        while low < high {
            let middle = (low + high) / 2
            if connections[middle].departure < second { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the place in `byArrival` after the last connection that arrives at a second or earlier.
    func endOfArrivals(until second: UInt32) -> Int {
        var low = 0, high = byArrival.count
        while low < high {
            let middle = (low + high) / 2
            if connections[Int(byArrival[middle])].arrival <= second { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
