public import CivilTime

/// The first start and last end of a series: the key of an index that finds it again.
public struct SeriesBounds: Hashable, Sendable {
    public let firstStart: Instant
    /// The end of the last occurrence; nil if there is none, or if it is too far away to be counted.
    public let lastEnd: Instant?
}

extension Series {
    /// Returns the bounds; nil if the series is at no time.
    ///
    /// Floating times and days are read by the series' `floating` zone. An index for readers in other zones
    /// makes the range 14 hours longer on both sides.
    public func bounds(budget: inout WorkBudget) throws(RecurrenceError) -> SeriesBounds? {
        var left = occurrences(from: TimeRange.earliest)
        guard let first = try left.next(&budget) else { return nil }
        var last: Instant? = first.endInstant
        if master?.part.recurrence.rules.contains(where: { $0.count == nil && $0.until == nil }) ?? false {
            last = nil
        } else {
            do throws(RecurrenceError) {
                while let occurrence = try left.next(&budget) { last = last.map { max($0, occurrence.endInstant) } }
            } catch {
                // Too many to count are treated as endless.
                last = nil
            }
        }
        return SeriesBounds(firstStart: first.startInstant, lastEnd: last)
    }
}
