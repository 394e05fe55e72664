/// The exact choice of a day for each part: day by day, the best value of each set of parts that is placed so far.
struct DayAssignment {
    /// The value of a choice. Its terms are compared in their order.
    private struct Value {
        var weight: Int, travel: Int
        /// The parts that are not on their day in the plan in force.
        var moved: Int
        /// The sum of the numbers of the days.
        var days: Int

        static let none = Value(weight: -1, travel: 0, moved: 0, days: 0)

        func isBetter(than other: Value) -> Bool {
            if weight != other.weight { return weight > other.weight }
            if travel != other.travel { return travel < other.travel }
            return moved != other.moved ? moved < other.moved : days < other.days
        }
    }

    private struct Origin {
        var state: Int32, added: Int32
    }

    private let parts: HorizonParts
    private let bits: [Int]
    private let tables: [TravelTable]
    /// The parts that must be placed before a set, by the set.
    private let needs: [Int]
    /// The tasks with rests between their times: their parts as a set, and the days of rest.
    private let rests: [(parts: Int, days: Int)]
    private let restStates: Int

    /// The most states for the rests of all tasks.
    private static let mostRestStates = 32

    /// - Returns: nil if there are too many rests.
    init?(_ parts: HorizonParts, bits: [Int], _ tables: [TravelTable]) {
        self.parts = parts
        self.bits = bits
        self.tables = tables
        let position = Dictionary(uniqueKeysWithValues: bits.enumerated().map { ($1, $0) })
        func set(_ parts: [Int]) -> Int { parts.compactMap { position[$0] }.reduce(0) { $0 | 1 << $1 } }
        let single = bits.map { set(parts.parts[$0].needs) }
        needs = (0..<1 << bits.count).map { all in
            bits.indices.reduce(0) { $0 | (all >> $1 & 1 == 1 ? single[$1] : 0) }
        }
        rests = parts.groups.filter { $0.restDays > 0 }.map { (set($0.parts), $0.restDays) }.filter { $0.parts != 0 }
        restStates = rests.reduce(1) { min(Self.mostRestStates + 1, $0 * ($1.days + 1)) }
        if restStates > Self.mostRestStates { return nil }
    }

    /// Returns the day of each part that the best plans hold.
    func days() -> [Int: Int] {
        let states = (1 << bits.count) * restStates
        var values = Array(repeating: Value.none, count: states), origins: [[Origin]] = []
        values[0] = Value(weight: 0, travel: 0, moved: bits.count { parts.parts[$0].planned != nil }, days: 0)
        for day in tables.indices {
            var next = Array(repeating: Value.none, count: states)
            var from = Array(repeating: Origin(state: -1, added: 0), count: states)
            let gains = gains(on: day)
            for state in 0..<states where values[state].weight >= 0 {
                advance(state, values[state], day, gains, &next, &from)
            }
            values = next
            origins.append(from)
        }
        guard var state = values.indices.max(by: { values[$1].isBetter(than: values[$0]) }) else { return [:] }
        var days: [Int: Int] = [:]
        for day in tables.indices.reversed() {
            let origin = origins[day][state]
            for (bit, part) in bits.enumerated() where Int(origin.added) >> bit & 1 == 1 { days[part] = day }
            state = Int(origin.state)
        }
        return days
    }

    /// Returns the value that each set adds on a day; a weight of -1 if the day cannot hold it.
    private func gains(on day: Int) -> [Value] {
        let single = bits.map { part in
            let isThere = parts.parts[part].planned?.day == day
            return Value(weight: parts.weight(part, on: day), travel: 0, moved: isThere ? -1 : 0, days: day)
        }
        return (0..<1 << bits.count).map { set in
            guard tables[day].ownWeight[set] >= 0 else { return .none }
            var value = Value(weight: tables[day].ownWeight[set], travel: tables[day].travel[set], moved: 0, days: 0)
            for bit in bits.indices where set >> bit & 1 == 1 {
                value.weight += single[bit].weight
                value.moved += single[bit].moved
                value.days += single[bit].days
            }
            return value
        }
    }

    /// Adds each set that a day may hold to the sets placed before it.
    private func advance(
        _ state: Int, _ value: Value, _ day: Int, _ gains: [Value], _ next: inout [Value], _ from: inout [Origin]
    ) {
        let placed = state / restStates
        let open = openParts(state) & ~placed
        var added = open
        while true {
            let all = placed | added
            if gains[added].weight >= 0, needs[added] & ~all == 0 {
                let target = all * restStates + rest(after: state, adding: added)
                let gain = gains[added]
                let sum = Value(
                    weight: value.weight + gain.weight, travel: value.travel + gain.travel,
                    moved: value.moved + gain.moved, days: value.days + gain.days)
                if sum.isBetter(than: next[target]) {
                    next[target] = sum
                    from[target] = Origin(state: Int32(state), added: Int32(added))
                }
            }
            if added == 0 { break }
            added = (added - 1) & open
        }
    }

    /// Returns the parts whose tasks do not rest.
    private func openParts(_ state: Int) -> Int {
        var code = state % restStates, resting = 0
        for rest in rests {
            if code % (rest.days + 1) > 0 { resting |= rest.parts }
            code /= rest.days + 1
        }
        return (1 << bits.count - 1) & ~resting
    }

    /// Returns the days of rest that are left on the next day, as a number.
    private func rest(after state: Int, adding added: Int) -> Int {
        guard !rests.isEmpty else { return 0 }
        var code = state % restStates, unit = 1, result = 0
        for rest in rests {
            let left = code % (rest.days + 1)
            result += unit * (added & rest.parts != 0 ? rest.days : max(0, left - 1))
            code /= rest.days + 1
            unit *= rest.days + 1
        }
        return result
    }
}
