public import CivilTime

/// Between which moments all of a series lies: what an index needs to find it again.
public struct SeriesBounds: Hashable, Sendable {
    public let firstStart: Instant
    /// When the last occurrence is over; nil where there is no last one, or it is too far to be counted.
    public let lastEnd: Instant?
}

extension Series {
    /// The bounding interval; nil for a series that is at no time.
    ///
    /// Floating times and days are read by the series' `floating` zone: an index that serves readers in
    /// other zones makes it 14 hours longer on both sides.
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
                // Too many to be counted: as good as without an end.
                last = nil
            }
        }
        return SeriesBounds(firstStart: first.startInstant, lastEnd: last)
    }
}
