extension BidirectionalCollection {
    /// Returns the part without the elements at either end that fulfil a condition.
    ///
    /// The part is empty if all elements fulfil it.
    @inlinable
    public func trimmed(while isLeftOut: (Element) throws -> Bool) rethrows -> SubSequence {
        var start = startIndex, end = endIndex
        while start < end, try isLeftOut(self[start]) { formIndex(after: &start) }
        while start < end {
            let last = index(before: end)
            guard try isLeftOut(self[last]) else { break }
            end = last
        }
        return self[start..<end]
    }
}

extension Substring {
    /// Returns the text without ASCII white space at its ends. Other white space, such as a no-break
    /// space, stays.
    @inlinable
    public func trimmed() -> Substring {
        let bytes = utf8.trimmed(while: isWhiteSpace)
        return self[bytes.startIndex..<bytes.endIndex]
    }
}

extension String {
    /// Returns the text without ASCII white space at its ends, as `Substring.trimmed()`.
    @inlinable
    public func trimmed() -> Substring { self[...].trimmed() }
}
