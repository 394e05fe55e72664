import CivilTime

// Lists of time ranges, in order and without overlaps.

/// Returns the union of the ranges.
func merged(_ ranges: [Range<Instant>]) -> [Range<Instant>] {
    var merged: [Range<Instant>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if let last = merged.last, range.lowerBound <= last.upperBound {
            merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
        } else {
            merged.append(range)
        }
    }
    return merged
}

/// Returns the parts of the ranges that are not taken. Both lists are in order and without overlaps.
func subtracting(_ taken: [Range<Instant>], from ranges: [Range<Instant>]) -> [Range<Instant>] {
    var left: [Range<Instant>] = []
    var next = 0
    for range in ranges {
        var start = range.lowerBound
        while next < taken.count, taken[next].upperBound <= start { next += 1 }
        var index = next
        while index < taken.count, taken[index].lowerBound < range.upperBound {
            if start < taken[index].lowerBound { left.append(start..<taken[index].lowerBound) }
            start = max(start, taken[index].upperBound)
            index += 1
        }
        if start < range.upperBound { left.append(start..<range.upperBound) }
    }
    return left
}
