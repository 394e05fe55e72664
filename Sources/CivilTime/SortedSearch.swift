extension RandomAccessCollection where Element: Comparable, Index == Int {
    /// Returns the index of the last element that is not greater than `value`; nil if all are greater.
    /// The elements must be in ascending order.
    func lastIndex(notAfter value: Element) -> Int? {
        var low = startIndex, high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle] <= value { low = middle + 1 } else { high = middle }
        }
        return low > startIndex ? low - 1 : nil
    }
}
