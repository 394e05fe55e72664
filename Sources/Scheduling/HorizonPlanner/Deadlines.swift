/// The check of deadlines before any plan: the work that is due by each day against the time until then.
///
/// It looks beyond the horizon too. Work is done by the earliest deadline first, so if it does not fit in this order,
/// it fits in none.
public struct Deadlines: Sendable {
    /// Work that must be done by the end of a day.
    public struct Work: Hashable, Sendable {
        public var id: String
        public var minutes: Int
        /// The number of the last day on which it may be done.
        public var lastDay: Int

        public init(_ id: String, minutes: Int, lastDay: Int) {
            self.id = id
            self.minutes = minutes
            self.lastDay = lastDay
        }
    }

    /// A day before whose end more work is due than fits.
    public struct Shortfall: Hashable, Sendable {
        public let lastDay: Int
        public let missingMinutes: Int
        /// The work that is due by then, the latest deadlines last.
        public let work: [String]
    }

    private let freeMinutes: [Int]
    private let usualMinutes: [Int]

    /// - Parameters:
    ///   - freeMinutes: the minutes that tasks may take on each day of the horizon.
    ///   - usualMinutes: those of usual days after the horizon, repeated in this order, as of seven weekdays.
    public init(freeMinutes: [Int], usualMinutes: [Int] = []) {
        self.freeMinutes = freeMinutes
        self.usualMinutes = usualMinutes
    }

    /// Returns the days by whose end the work does not fit, in order.
    public func shortfalls(of work: [Work]) -> [Shortfall] {
        let sorted = work.sorted { ($0.lastDay, $0.id) < ($1.lastDay, $1.id) }
        var found: [Shortfall] = [], minutes = 0
        for (index, item) in sorted.enumerated() {
            minutes += item.minutes
            guard index + 1 == sorted.count || sorted[index + 1].lastDay > item.lastDay else { continue }
            let missing = minutes - freeMinutes(until: item.lastDay)
            guard missing > 0 else { continue }
            found.append(Shortfall(
                lastDay: item.lastDay, missingMinutes: missing, work: sorted[...index].map(\.id)))
        }
        return found
    }

    /// Returns the minutes from the first day to the end of another one.
    public func freeMinutes(until day: Int) -> Int {
        guard day >= 0 else { return 0 }
        let known = freeMinutes.prefix(day + 1).reduce(0, +), more = day + 1 - freeMinutes.count
        guard more > 0, !usualMinutes.isEmpty else { return known }
        let rounds = more / usualMinutes.count, rest = more % usualMinutes.count
        return known + rounds * usualMinutes.reduce(0, +) + usualMinutes.prefix(rest).reduce(0, +)
    }
}

extension PlanDay {
    /// The minutes that tasks may take: those that no fixed item and no prayer takes, up to the load.
    public var freeMinutes: Int {
        let taken = merged(fixed.map { $0.time.clamped(to: time) }.sorted { $0.lowerBound < $1.lowerBound })
        let free = time.count - taken.reduce(0) { $0 + $1.count } - prayers.reduce(0) { $0 + $1.length }
        guard let loadMinutes else { return max(0, free) }
        let events = fixed.filter { $0.kind == .event }.map { $0.time.clamped(to: time) }
        let busy = merged(events.sorted { $0.lowerBound < $1.lowerBound }).reduce(0) { $0 + $1.count }
        return max(0, min(free, loadMinutes - busy))
    }
}
