/// Returns true if a time has enough minutes in one piece that nothing takes.
///
/// - Parameter taken: merged, in order.
func hasFreeRun(of minutes: Int, in time: Range<Int>, around taken: some Sequence<Range<Int>>) -> Bool {
    var start = time.lowerBound
    for other in taken where other.upperBound > start {
        if min(other.lowerBound, time.upperBound) - start >= minutes { return true }
        start = other.upperBound
        if start >= time.upperBound { return false }
    }
    return time.upperBound - start >= minutes
}

/// Returns true if a time has enough free minutes in one piece also if another time is taken.
func hasFreeRun(
    of minutes: Int, in time: Range<Int>, without other: Range<Int>, around taken: some Sequence<Range<Int>>
) -> Bool {
    let before = time.lowerBound..<max(time.lowerBound, min(time.upperBound, other.lowerBound))
    let after = min(time.upperBound, max(time.lowerBound, other.upperBound))..<time.upperBound
    return hasFreeRun(of: minutes, in: before, around: taken) || hasFreeRun(of: minutes, in: after, around: taken)
}
