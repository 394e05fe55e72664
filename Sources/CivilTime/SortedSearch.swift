extension RandomAccessCollection where Element: Comparable, Index == Int {
    /// In ascending order, the index of the last element that is not greater than `value`.
    ///
    /// - Returns: nil when even the first is greater.
    func lastIndex(notAfter value: Element) -> Int? {
        var low = startIndex, high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle] <= value { low = middle + 1 } else { high = middle }
        }
        return low > startIndex ? low - 1 : nil
    }
}
