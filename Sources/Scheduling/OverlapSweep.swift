/// Two items that overlap, as positions in the index.
public struct OverlapPair: Hashable, Sendable {
    public let first: Int32, second: Int32
    /// True if they are the same event in two calendars.
    public let isDouble: Bool
}

extension BusyIndex {
    /// Returns all pairs of items that overlap, in one sweep: O(n + pairs).
    ///
    /// - Parameter window: only items that touch it count; nil for all items.
    public func overlaps(in window: Range<Int>? = nil) -> [OverlapPair] {
        sweep(window) { _ in }
    }

    /// Sweeps over the items by their start. Items that have not ended at the start of an item overlap it.
    ///
    /// - Parameter each: takes the number of items that take the first minute of an item.
    private func sweep(_ window: Range<Int>?, each: (Int) -> Void) -> [OverlapPair] {
        var pairs: [OverlapPair] = []
        pairs.reserveCapacity(items.count)
        var active = Array(repeating: (end: 0, position: Int32(0)), count: 16), count = 0
        for position in window.map(positions) ?? items.indices {
            let item = items[position]
            if let window, !item.time.overlaps(window) { continue }
            var kept = 0
            for index in 0..<count where active[index].end > item.time.lowerBound {
                let other = active[index]
                active[kept] = other
                kept += 1
                let relation = items[Int(other.position)].relation(to: item)
                guard relation != .same else { continue }
                pairs.append(OverlapPair(
                    first: other.position, second: Int32(position), isDouble: relation == .double))
            }
            if kept == active.count { active += active }
            active[kept] = (item.time.upperBound, Int32(position))
            count = kept + 1
            each(count)
        }
        return pairs
    }
}

/// The overlaps of many items in numbers.
public struct OverlapCounts: Hashable, Sendable {
    public let pairs: Int
    /// Items that overlap at least one other.
    public let items: Int
    /// Groups of items that overlaps connect, and the number of items of the largest.
    public let clusters: Int, largestCluster: Int
    /// The most items that take the same minute.
    public let mostAtOnce: Int
}

extension BusyIndex {
    /// Counts overlaps. The same event in two calendars counts as an overlap here.
    public func overlapCounts() -> OverlapCounts {
        var mostAtOnce = 0
        let pairs = sweep(nil) { mostAtOnce = max(mostAtOnce, $0) }
        var clusters = DisjointSets(items.count)
        for pair in pairs { clusters.join(Int(pair.first), Int(pair.second)) }
        let sizes = clusters.sizes.filter { $0 > 1 }
        return OverlapCounts(
            pairs: pairs.count, items: sizes.reduce(0, +), clusters: sizes.count, largestCluster: sizes.max() ?? 0,
            mostAtOnce: mostAtOnce)
    }
}

/// Sets of numbers that are joined step by step.
private struct DisjointSets {
    private var parents: [Int]

    init(_ count: Int) { parents = Array(0..<count) }

    mutating func join(_ first: Int, _ second: Int) {
        let (first, second) = (root(first), root(second))
        parents[max(first, second)] = min(first, second)
    }

    /// The sizes of the sets.
    var sizes: [Int] {
        mutating get {
            var sizes = Array(repeating: 0, count: parents.count)
            for number in parents.indices { sizes[root(number)] += 1 }
            return sizes
        }
    }

    private mutating func root(_ number: Int) -> Int {
        var number = number
        while parents[number] != number {
            parents[number] = parents[parents[number]]
            number = parents[number]
        }
        return number
    }
}
