import CivilTime

// Lists of times, in order and without overlaps.

/// All that any of them covers.
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

/// What of the ranges is not taken. Both are in order and without overlaps among themselves.
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
