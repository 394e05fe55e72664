extension Int32 {
    /// The time of a stop that has none, until it is interpolated.
    static let noTime = Int32.max
    /// A time that cannot be read.
    static let badTime = Int32.max - 1

    var isTime: Bool { self < .badTime }
}

/// A row of stop_times.txt.
struct StopTime {
    let stop: UInt32, sequence: UInt32
    /// Seconds of the day of service, or `noTime` or `badTime`.
    var arrival: Int32, departure: Int32
    /// Bit 0: nobody gets on. Bit 1: nobody gets off.
    let closed: UInt8
    let line: UInt32
}

/// The rows of stop_times.txt as patterns: the ways through the stops with their times, counted from the first
/// departure.
///
/// Trips that differ only in their start share a pattern. So a feed with a trip every ten minutes needs little memory.
/// The rows of a trip mostly stand together. Those that do not are kept until the end, and then sorted.
struct StopTimeDraft {
    private(set) var patterns = PatternTable()
    /// The pattern and the first departure of each trip; `none` if the trip has no rows.
    private(set) var patternOfTrip: [UInt32] = [], startOfTrip: [Int32] = []
    /// The trip whose rows are being read; -1 if there is none.
    private(set) var trip = -1
    private(set) var count = 0
    private var rows: [StopTime] = []
    private var scattered: [Int: [StopTime]] = [:]

    static let none = UInt32.max

    mutating func openTrip(_ trip: Int) {
        self.trip = trip
        while patternOfTrip.count <= trip {
            patternOfTrip.append(Self.none)
            startOfTrip.append(0)
        }
    }

    mutating func add(_ row: StopTime) {
        rows.append(row)
        count += 1
    }

    mutating func closeTrip() {
        defer { trip = -1 }
        guard trip >= 0, !self.rows.isEmpty else { return }
        var rows: [StopTime] = []
        swap(&rows, &self.rows)
        if let earlier = patternOfTrip[trip] == Self.none ? nil : patternOfTrip[trip] {
            if scattered[trip] == nil { scattered[trip] = patterns.rows(of: Int(earlier), from: startOfTrip[trip]) }
            scattered[trip]?.append(contentsOf: rows)
        } else {
            store(&rows)
        }
        rows.removeAll(keepingCapacity: true)
        self.rows = rows
    }

    /// Stores the trips whose rows did not stand together.
    mutating func gatherScattered() {
        for (trip, rows) in scattered.sorted(by: { $0.key < $1.key }) {
            self.trip = trip
            var all = rows
            store(&all)
        }
        trip = -1
        scattered = [:]
    }

    private mutating func store(_ rows: inout [StopTime]) {
        if !zip(rows, rows.dropFirst()).allSatisfy({ $0.sequence <= $1.sequence }) {
            rows.sort { ($0.sequence, $0.line) < ($1.sequence, $1.line) }
        }
        let start = rows[0].departure.isTime ? rows[0].departure : 0
        patternOfTrip[trip] = UInt32(patterns.number(of: rows, from: start))
        startOfTrip[trip] = start
    }
}

/// The patterns of a feed, one after another.
struct PatternTable {
    /// The first row of each pattern, and the number of rows at the end.
    private(set) var starts: [UInt32] = [0]
    private(set) var stops: [UInt32] = [], arrivals: [Int32] = [], departures: [Int32] = [], closed: [UInt8] = []
    private var sequences: [UInt32] = []
    /// The line of each row, of the first trip with the pattern.
    private(set) var lines: [UInt32] = []
    private var firstByHash: [UInt64: UInt32] = [:], nextOfSameHash: [UInt32] = []

    var count: Int { starts.count - 1 }

    func range(of pattern: Int) -> Range<Int> { Int(starts[pattern])..<Int(starts[pattern + 1]) }

    /// Returns the number of the pattern of some rows, a new one if it is new.
    mutating func number(of rows: [StopTime], from start: Int32) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for row in rows {
            let times = UInt64(UInt32(bitPattern: row.arrival(from: start)))
                | UInt64(UInt32(bitPattern: row.departure(from: start))) << 32
            hash = (hash ^ (UInt64(row.stop) << 2 | UInt64(row.closed))) &* 0x9E37_79B9_7F4A_7C15
            hash = (hash ^ (hash >> 32) ^ times) &* 0x9E37_79B9_7F4A_7C15
        }
        var candidate = firstByHash[hash]
        while let number = candidate {
            if isEqual(Int(number), rows, start) { return Int(number) }
            candidate = nextOfSameHash[Int(number)] == .max ? nil : nextOfSameHash[Int(number)]
        }
        nextOfSameHash.append(firstByHash[hash] ?? .max)
        firstByHash[hash] = UInt32(count)
        for row in rows {
            stops.append(row.stop)
            arrivals.append(row.arrival(from: start))
            departures.append(row.departure(from: start))
            closed.append(row.closed)
            sequences.append(row.sequence)
            lines.append(row.line)
        }
        starts.append(UInt32(stops.count))
        return count - 1
    }

    /// Returns the rows of a trip again.
    func rows(of pattern: Int, from start: Int32) -> [StopTime] {
        range(of: pattern).map { row in
            StopTime(
                stop: stops[row], sequence: sequences[row],
                arrival: arrivals[row].isTime ? arrivals[row] + start : arrivals[row],
                departure: departures[row].isTime ? departures[row] + start : departures[row],
                closed: closed[row], line: lines[row])
        }
    }

    private func isEqual(_ pattern: Int, _ rows: [StopTime], _ start: Int32) -> Bool {
        let range = range(of: pattern)
        guard range.count == rows.count else { return false }
        for (row, other) in zip(range, rows)
        where stops[row] != other.stop || arrivals[row] != other.arrival(from: start) || closed[row] != other.closed
            || departures[row] != other.departure(from: start) || sequences[row] != other.sequence {
            return false
        }
        return true
    }
}

extension StopTime {
    fileprivate func arrival(from start: Int32) -> Int32 { arrival.isTime ? arrival - start : arrival }
    fileprivate func departure(from start: Int32) -> Int32 { departure.isTime ? departure - start : departure }
}
