import CivilTime

/// Returns the times of a window in which nothing is planned, in order.
///
/// - Parameters:
///   - busy: the times that are taken, in any order; a moment without length takes nothing.
///   - shortest: the shortest time that is worth showing.
public func freeTimes(in window: TimeSpan, around busy: [TimeSpan], atLeast shortest: Duration) -> [TimeSpan] {
    var free: [TimeSpan] = []
    var start = window.lowerBound
    func add(until end: Instant) {
        if start < end, end - start >= shortest { free.append(start..<end) }
    }
    for span in busy.sorted(by: { $0.lowerBound < $1.lowerBound }) where span.overlaps(window) {
        add(until: span.lowerBound)
        start = max(start, span.upperBound)
    }
    add(until: window.upperBound)
    return free
}
