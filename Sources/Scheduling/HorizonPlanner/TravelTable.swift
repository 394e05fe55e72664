/// The least travel of each set of parts on a day, with the greatest weight of the day's own tasks beside it.
struct TravelTable {
    /// The weight of the day's own tasks by the set of parts; -1 if the day cannot hold the set.
    private(set) var ownWeight: [Int]
    private(set) var travel: [Int]

    /// Makes the table.
    ///
    /// - Parameters:
    ///   - bits: the numbers of the parts that the sets are made of.
    ///   - own: the tasks that only this day may hold.
    /// - Returns: nil if the labels did not suffice.
    init?(_ day: PlanDay, _ number: Int, _ parts: HorizonParts, bits: [Int], own: [PlanTask], labels: Int) {
        ownWeight = Array(repeating: -1, count: 1 << bits.count)
        travel = Array(repeating: 0, count: 1 << bits.count)
        // Alike parts of one task are one task of the day.
        let standIns = bits.map { parts.standIn(of: $0, among: bits) }
        let names = zip(bits, standIns).reduce(into: [:]) { $0[parts.parts[$1.0].id] = parts.parts[$1.1].id }
        var day = day
        day.tasks = own
        for part in Set(standIns).sorted() where parts.parts[part].days.contains(number) {
            var task = parts.task(part, on: number)
            task.after = task.after.map { names[$0] ?? $0 }
            day.tasks.append(task)
        }
        let model = PlanModel(day, isOrderFree: true)
        guard model.tasks.count <= SearchModel.mostTasks else { return nil }
        var search = SearchModel(missingFewest: model, .travel, isOrderFree: true)
        let numbers = Dictionary(model.tasks.enumerated().map { ($1.id, $0) }) { first, _ in first }
        search.groups = parts.limits(among: bits, numbers)
        let local = standIns.map { numbers[parts.parts[$0].id] }
        let ownTasks = own.compactMap { numbers[$0.id] }.reduce(0 as UInt64) { $0 | 1 << UInt64($1) }
        var best: [UInt64: (weight: Int, travel: Int)] = [:]
        var run = SetSearch(search, losing: .max, labels: labels, isExhaustive: true)
        let isDone = run.run { set, cost in
            let weight = search.weight(of: set & ownTasks), parts = set & ~ownTasks
            if let other = best[parts], (other.weight, -other.travel) >= (weight, -cost.travel) { return }
            best[parts] = (weight, cost.travel)
        }
        guard isDone else { return nil }
        for set in ownWeight.indices {
            guard let key = Self.localSet(set, local), let found = best[key] else { continue }
            ownWeight[set] = found.weight
            travel[set] = found.travel
        }
    }

    /// Returns the tasks of a day that stand for a set of parts; nil if a part is not allowed on the day, or two parts
    /// have one stand-in.
    private static func localSet(_ set: Int, _ local: [Int?]) -> UInt64? {
        var found: UInt64 = 0
        for (bit, number) in local.enumerated() where set >> bit & 1 == 1 {
            guard let number, found >> UInt64(number) & 1 == 0 else { return nil }
            found |= 1 << UInt64(number)
        }
        return found
    }
}

extension HorizonParts {
    /// Returns the first part that is like another one.
    fileprivate func standIn(of part: Int, among bits: [Int]) -> Int {
        let group = groups[parts[part].group]
        guard group.isAlike else { return part }
        return group.parts.first(where: bits.contains) ?? part
    }

    /// Returns the pieces of which a day may hold only some.
    fileprivate func limits(among bits: [Int], _ numbers: [String: Int]) -> [(tasks: UInt64, most: Int)] {
        groups.filter { !$0.isAlike }.map { group in
            let tasks = group.parts.filter(bits.contains).compactMap { numbers[parts[$0].id] }
            return (tasks.reduce(0 as UInt64) { $0 | 1 << UInt64($1) }, group.mostADay)
        }
    }
}
