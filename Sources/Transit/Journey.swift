public import CivilTime

/// A way from a point to another with at least one ride.
public struct Journey: Hashable, Sendable {
    /// The moment to leave, and that of being there.
    public let departure: Instant, arrival: Instant
    public let legs: [JourneyLeg]

    /// The number of changes from one vehicle to another.
    public var changes: Int { max(0, legs.count { if case .ride = $0 { true } else { false } } - 1) }

    /// The seconds on foot.
    public var walkingSeconds: Int {
        legs.reduce(0) { sum, leg in
            guard case .walk(let walk) = leg else { return sum }
            return sum + walk.seconds
        }
    }
}

/// A part of a journey.
public enum JourneyLeg: Hashable, Sendable {
    case walk(JourneyWalk)
    case ride(JourneyRide)
}

/// A walk to a stop, between stops or from a stop.
public struct JourneyWalk: Hashable, Sendable {
    /// The stops; nil for the start and the goal of the journey.
    public let from: Int?, to: Int?
    public let departure: Instant, seconds: Int
}

/// A ride without a change.
public struct JourneyRide: Hashable, Sendable {
    public let line: TransitLine
    /// The words on the vehicle that say where it goes; nil if the feed has none.
    public let headsign: String?
    public let from: Int, to: Int
    public let departure: Instant, arrival: Instant
    /// The stops between the first and the last one.
    public let stopsBetween: [Int]
}

/// The legs of a journey that a scan has found.
struct JourneyAssembly {
    let feed: TransitFeed, day: TransitDay, walks: WalkTable
    let access: [StopWalk], egress: [StopWalk]

    /// Makes the journey. Who leaves earlier than needed waits at home: the walk to the first stop ends with the
    /// departure.
    func journey(_ result: ScanResult) -> Journey {
        var legs: [JourneyLeg] = [], ready: Instant?
        for (index, ride) in result.rides.enumerated() {
            let leg = self.ride(ride)
            if index == 0 {
                let seconds = shortest(access, leg.from)
                if seconds > 0 { legs.append(walk(nil, leg.from, leg.departure - .seconds(seconds), seconds)) }
                ready = leg.departure - .seconds(seconds)
            } else {
                let last = Int(day.connections[Int(result.rides[index - 1].last)].to & ~TransitDay.Connection.closed)
                if last != leg.from {
                    let place = walks.walks(from: last).first { walks.targets[$0] == UInt32(leg.from) }
                    legs.append(walk(last, leg.from, arrival(legs), place.map { Int(walks.seconds[$0]) } ?? 0))
                }
            }
            legs.append(.ride(leg))
        }
        let last = result.rides.last.map { Int(day.connections[Int($0.last)].to & ~TransitDay.Connection.closed) } ?? 0
        let there = arrival(legs), seconds = shortest(egress, last)
        if seconds > 0 { legs.append(walk(last, nil, there, seconds)) }
        return Journey(departure: ready ?? there, arrival: there + .seconds(seconds), legs: legs)
    }

    private func arrival(_ legs: [JourneyLeg]) -> Instant {
        switch legs.last {
        case .ride(let ride): ride.arrival
        case .walk(let walk): walk.departure + .seconds(walk.seconds)
        case nil: day.start
        }
    }

    private func walk(_ from: Int?, _ to: Int?, _ departure: Instant, _ seconds: Int) -> JourneyLeg {
        .walk(JourneyWalk(from: from, to: to, departure: departure, seconds: seconds))
    }

    private func shortest(_ list: [StopWalk], _ stop: Int) -> Int {
        list.lazy.filter { $0.stop == stop }.map(\.seconds).min() ?? 0
    }

    private func ride(_ ride: ScanResult.Ride) -> JourneyRide {
        let first = day.connections[Int(ride.first)], last = day.connections[Int(ride.last)]
        let run = day.runs[Int(first.run)], trip = Int(run.trip)
        let patterns = feed.patterns, rows = patterns.range(of: Int(feed.trips.patterns[trip]))
        let closed = TransitDay.Connection.closed
        // A trip may call at a stop twice, but not at the same second.
        let begin = rows.first {
            patterns.stops[$0] == first.from & ~closed
                && Int(run.departure) + Int(patterns.departures[$0]) == Int(first.departure)
        } ?? rows.lowerBound
        let end = rows.first {
            $0 > begin && patterns.stops[$0] == last.to & ~closed
                && Int(run.departure) + Int(patterns.arrivals[$0]) == Int(last.arrival)
        } ?? rows.upperBound - 1
        let headsign = feed.headsigns[Int(feed.trips.headsigns[trip])]
        return JourneyRide(
            line: feed.lines[Int(feed.trips.lines[trip])], headsign: headsign.isEmpty ? nil : headsign,
            from: Int(first.from & ~closed), to: Int(last.to & ~closed),
            departure: day.moment(first.departure), arrival: day.moment(last.arrival),
            stopsBetween: (begin + 1..<max(end, begin + 1)).map { Int(patterns.stops[$0]) })
    }
}
