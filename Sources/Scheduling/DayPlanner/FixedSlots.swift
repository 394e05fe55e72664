/// A time that fixed items take. Items that overlap are one slot.
struct FixedSlot {
    var members: [FixedItem]
    var start: Int, end: Int
    /// The place of the item that ends last and has one, as a number of `PlanWays`; -1 for none.
    var place = -1
    /// The minutes by which the person cannot help coming too late.
    var late = 0
    /// The first minute of a task after it: the end with the buffer.
    var tasksFrom: Int

    var latestArrival: Int { start + late }

    fileprivate init(_ item: FixedItem) {
        members = [item]
        start = item.time.lowerBound
        end = item.time.upperBound
        tasksFrom = end + max(0, item.buffer)
    }

    fileprivate mutating func add(_ item: FixedItem) {
        members.append(item)
        end = max(end, item.time.upperBound)
        tasksFrom = max(tasksFrom, item.time.upperBound + max(0, item.buffer))
    }
}

extension FixedSlot {
    /// Returns the slots of a day in order. Items outside the day are left out.
    static func slots(of day: PlanDay, _ ways: PlanWays) -> [FixedSlot] {
        let items = day.fixed.filter { item in
            let time = item.time
            return time.isEmpty
                ? day.time.lowerBound <= time.lowerBound && time.lowerBound <= day.time.upperBound
                : time.overlaps(day.time)
        }.sorted { ($0.time.lowerBound, $0.time.upperBound, $0.id) < ($1.time.lowerBound, $1.time.upperBound, $1.id) }
        var slots: [FixedSlot] = []
        for item in items {
            if let last = slots.last, item.time.lowerBound < last.end {
                slots[slots.count - 1].add(item)
            } else {
                slots.append(FixedSlot(item))
            }
        }
        for index in slots.indices {
            let placed = slots[index].members.filter { $0.place != nil }
            let last = placed.max { $0.time.upperBound < $1.time.upperBound }
            slots[index].place = ways.number(of: last?.place)
        }
        return slots
    }
}

/// The times between which the fixed items of a day can all be kept, for each number of slots that are over.
struct FixedReach {
    /// The first minute at which the person can be free at a place, row by row; `never` if they cannot.
    private(set) var earliest: [Int]
    /// The first minute at which the person can be at a place after a way to it, row by row.
    private(set) var arrivals: [Int]
    /// The last minute at which the person may be free at a place, row by row; less than all minutes if they may not.
    private(set) var latest: [Int]
    private let count: Int

    static let never = Int.max / 4

    /// Finds the times, and notes in the slots how late the person comes if there is no other way.
    ///
    /// - Parameter begun: the number of slots, 0 or 1, that the person is already in.
    init(_ slots: inout [FixedSlot], _ ways: PlanWays, start: Int, origin: Int, begun: Int) {
        count = ways.count
        earliest = Array(repeating: Self.never, count: (slots.count + 1) * count)
        arrivals = []
        latest = Array(repeating: -1, count: (slots.count + 1) * count)
        earliest[begun * count + origin] = start
        for index in 0...slots.count {
            let after = arrivals(after: index, ways)
            arrivals += after
            guard index >= begun, index < slots.count else { continue }
            let possible = after.indices.filter { slots[index].place < 0 || slots[index].place == $0 }
            slots[index].late = max(0, (possible.map { after[$0] }.min() ?? 0) - slots[index].start)
            for place in possible where after[place] <= slots[index].latestArrival {
                earliest[(index + 1) * count + place] = max(slots[index].end, after[place])
            }
        }
        for place in 0..<count { latest[slots.count * count + place] = Self.never }
        for index in slots.indices.reversed() {
            for place in 0..<count { latest[index * count + place] = departure(to: slots[index], index, place, ways) }
        }
    }

    /// Returns the first arrival at each place from where the person can be after some slots.
    private func arrivals(after index: Int, _ ways: PlanWays) -> [Int] {
        (0..<count).map { place in
            (0..<count).map { earliest[index * count + $0] + ways.minutes(from: $0, to: place) }.min() ?? Self.never
        }
    }

    /// Returns the last minute at which the person may leave a place for a slot.
    private func departure(to slot: FixedSlot, _ index: Int, _ place: Int, _ ways: PlanWays) -> Int {
        var last = -1
        for target in 0..<count where slot.place < 0 || slot.place == target {
            let limit = latest[(index + 1) * count + target]
            guard slot.end <= limit else { continue }
            last = max(last, min(slot.latestArrival, limit) - ways.minutes(from: place, to: target))
        }
        return last
    }
}
