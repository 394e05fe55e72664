/// Ways through the stops whose times are complete and go forwards.
public struct TransitPatterns: Sendable {
    /// The first row of each pattern, and the number of rows at the end.
    fileprivate(set) var starts: [UInt32] = [0]
    fileprivate(set) var stops: [UInt32] = []
    /// Seconds from the first departure of a trip.
    fileprivate(set) var arrivals: [Int32] = [], departures: [Int32] = []
    /// Bit 0: nobody gets on. Bit 1: nobody gets off.
    fileprivate(set) var closed: [UInt8] = []

    var count: Int { starts.count - 1 }

    func range(of pattern: Int) -> Range<Int> { Int(starts[pattern])..<Int(starts[pattern + 1]) }
}

/// The check of the patterns of a feed.
struct PatternCheck {
    /// The patterns that are right.
    private(set) var patterns = TransitPatterns()
    /// The number of each pattern among those that are right; nil if its trips are left out.
    private(set) var numbers: [Int?] = []
    private(set) var problems: [(kind: FeedProblem.Kind, line: Int)] = []

    /// - Parameters:
    ///   - used: the patterns of trips that the feed has. Others are not checked.
    ///   - isStop: tells by number if the feed has a stop.
    init(_ table: PatternTable, used: Set<UInt32>, isStop: (Int) -> Bool) {
        for pattern in 0..<table.count {
            guard used.contains(UInt32(pattern)) else {
                numbers.append(nil)
                continue
            }
            let rows = table.range(of: pattern).filter { isStop(Int(table.stops[$0])) }
            numbers.append(check(table, rows) ? add(table, rows) : nil)
        }
    }

    private mutating func check(_ table: PatternTable, _ rows: [Int]) -> Bool {
        guard let first = rows.first, let last = rows.last, rows.count > 1 else {
            let line = rows.first.map { Int(table.lines[$0]) }
            if let line { problems.append((.tooFewStops, line)) }
            return false
        }
        // A time that cannot be read has been reported with its row.
        if rows.contains(where: { table.arrivals[$0] == .badTime || table.departures[$0] == .badTime }) { return false }
        for row in [first, last] where !table.departures[row].isTime {
            problems.append((.missingTime, Int(table.lines[row])))
            return false
        }
        var before = Int32.min
        for row in rows where table.arrivals[row].isTime {
            guard before <= table.arrivals[row], table.arrivals[row] <= table.departures[row] else {
                problems.append((.decreasingTime, Int(table.lines[row])))
                return false
            }
            before = table.departures[row]
        }
        return true
    }

    private mutating func add(_ table: PatternTable, _ rows: [Int]) -> Int {
        let start = patterns.stops.count
        for row in rows {
            patterns.stops.append(table.stops[row])
            patterns.arrivals.append(table.arrivals[row])
            patterns.departures.append(table.departures[row])
            patterns.closed.append(table.closed[row])
        }
        interpolate(start..<patterns.stops.count)
        patterns.starts.append(UInt32(patterns.stops.count))
        return patterns.count - 1
    }

    /// Gives times to stops without one: evenly between the stops before and after that have them.
    private mutating func interpolate(_ rows: Range<Int>) {
        var known = rows.lowerBound
        for row in rows where patterns.arrivals[row].isTime {
            let begin = Int(patterns.departures[known]), steps = row - known
            for step in 1..<max(steps, 1) {
                let time = begin + (Int(patterns.arrivals[row]) - begin) * step / steps
                patterns.arrivals[known + step] = Int32(time)
                patterns.departures[known + step] = Int32(time)
            }
            known = row
        }
    }
}
