import CivilTime

// Rules are expanded on one number: the seconds that a wall clock and its calendar have counted since they
// showed 1970-01-01T00:00:00. There are no zones and no gaps.

let secondsPerDay = 86_400

/// Divides and rounds down, also below zero; `divisor` is positive.
func floorQuotient(_ value: Int, _ divisor: Int) -> Int {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
}

/// Returns a remainder that is never negative; `divisor` is positive.
func floorRemainder(_ value: Int, _ divisor: Int) -> Int {
    let remainder = value % divisor
    return remainder < 0 ? remainder + divisor : remainder
}

/// Returns the day of the week, 0 Monday to 6 Sunday.
func weekdayIndex(ofDay day: Int) -> Int {
    floorRemainder(day + 3, 7) // 1970-01-01 was a Thursday
}

extension Weekday {
    var index: Int { rawValue - 1 }
}

extension Collection where Index == Int {
    /// Returns the first index whose element is not low. The elements are in an order in which all low ones
    /// come first.
    func partitionPoint(where isLow: (Element) -> Bool) -> Int {
        var low = startIndex, high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if isLow(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
