/// Busy items by their start, with the longest duration: what overlaps a time is found by a binary search.
public struct BusyIndex: Sendable {
    /// The items by start, then number.
    public private(set) var items: [BusyItem] = []
    /// The longest duration of an item, in minutes.
    private(set) var longest = 0
    /// The ends of items with a place, by time, then number; and their starts.
    private(set) var placedEnds: [PlacedEdge] = []
    private(set) var placedStarts: [PlacedEdge] = []

    /// Makes the index. Items without a minute are left out.
    public init(_ items: [BusyItem]) {
        self.items = byStart(items.contains { $0.time.isEmpty } ? items.filter { !$0.time.isEmpty } : items)
        for item in self.items {
            longest = max(longest, item.time.count)
            guard let place = item.place else { continue }
            placedStarts.append(PlacedEdge(item, item.time.lowerBound, place))
            placedEnds.append(PlacedEdge(item, item.time.upperBound, place))
        }
        placedEnds.sort()
    }

    /// Adds an item. One without a minute is left out.
    public mutating func insert(_ item: BusyItem) {
        guard !item.time.isEmpty else { return }
        let key = (item.time.lowerBound, item.number)
        items.insert(item, at: items.firstPosition { ($0.time.lowerBound, $0.number) > key })
        longest = max(longest, item.time.count)
        guard let place = item.place else { return }
        let start = PlacedEdge(item, item.time.lowerBound, place), end = PlacedEdge(item, item.time.upperBound, place)
        placedStarts.insert(start, at: placedStarts.firstPosition { start < $0 })
        placedEnds.insert(end, at: placedEnds.firstPosition { end < $0 })
    }

    /// Removes the item with a number.
    public mutating func remove(number: Int) {
        items.removeAll { $0.number == number }
        placedStarts.removeAll { $0.number == number }
        placedEnds.removeAll { $0.number == number }
    }

    /// Returns the positions among which are all items that overlap a time. Others may be among them.
    func positions(near time: Range<Int>) -> Range<Int> {
        let first = items.firstPosition { $0.time.lowerBound > time.lowerBound - longest }
        let end = items.firstPosition { $0.time.lowerBound >= time.upperBound }
        return first..<max(first, end)
    }

    /// Returns the times of the items that overlap a time, merged.
    func taken(in time: Range<Int>, without number: Int? = nil) -> [Range<Int>] {
        merged(positions(near: time).lazy.map { items[$0] }
            .filter { $0.time.upperBound > time.lowerBound && $0.number != number }.map(\.time))
    }
}

/// The start or the end of an item with a place.
struct PlacedEdge: Hashable, Comparable, Sendable {
    let minute: Int, number: Int, place: Int
    let isTentative: Bool

    init(_ item: BusyItem, _ minute: Int, _ place: Int) {
        self.minute = minute
        number = item.number
        self.place = place
        isTentative = item.isTentative
    }

    static func < (first: PlacedEdge, second: PlacedEdge) -> Bool {
        (first.minute, first.number) < (second.minute, second.number)
    }
}

extension BusyIndex {
    /// The minutes before and after an item within which the way from the last place and to the next one counts.
    static let reach = 180

    /// Returns the item with a place that ends last before a minute or at it, at most 180 minutes before; of several,
    /// the one with the least number.
    func placed(before minute: Int, without number: Int? = nil) -> PlacedEdge? {
        var best: PlacedEdge?
        var position = placedEnds.firstPosition { $0.minute > minute } - 1
        while position >= 0, placedEnds[position].minute >= best?.minute ?? (minute - Self.reach) {
            if placedEnds[position].number != number { best = placedEnds[position] }
            position -= 1
        }
        return best
    }

    /// Returns the item with a place that starts first after a minute or at it, at most 180 minutes after; of several,
    /// the one with the least number.
    func placed(after minute: Int, without number: Int? = nil) -> PlacedEdge? {
        let first = placedStarts.firstPosition { $0.minute >= minute }
        let next = placedStarts[first...].first { $0.number != number }
        return next.flatMap { $0.minute <= minute + Self.reach ? $0 : nil }
    }
}

extension Array {
    /// Returns the first position from which on all elements are like this, by a binary search; the count if none is.
    func firstPosition(_ isAfter: (Element) -> Bool) -> Int {
        var low = 0, high = count
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// Returns items by start, then number. Numbers of 64 bits are sorted in place of the items, which are large.
private func byStart(_ items: [BusyItem]) -> [BusyItem] {
    func areOrdered(_ items: [BusyItem]) -> Bool {
        zip(items, items.dropFirst()).allSatisfy {
            ($0.time.lowerBound, $0.number) <= ($1.time.lowerBound, $1.number)
        }
    }
    if areOrdered(items) { return items }
    let earliest = items.map(\.time.lowerBound).min() ?? 0
    var keys = items.indices.map { UInt64(items[$0].time.lowerBound - earliest) << 32 | UInt64($0) }
    keys.sort()
    let sorted = keys.map { items[Int($0 & 0xFFFF_FFFF)] }
    // Items of the same start are in the order of the list, which is usually that of their numbers.
    if areOrdered(sorted) { return sorted }
    return sorted.sorted { ($0.time.lowerBound, $0.number) < ($1.time.lowerBound, $1.number) }
}
