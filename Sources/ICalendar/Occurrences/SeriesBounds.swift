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
        var first: Instant?, last: Instant? = .some(Instant(secondsSince1970: .min))
        func include(_ occurrence: Occurrence) {
            first = min(first ?? occurrence.startInstant, occurrence.startInstant)
            last = last.map { max($0, occurrence.endInstant) }
        }
        for override in overrides { include(occurrence(of: override)) }
        if let master {
            let set = master.part.recurrence
            if set.rules.contains(where: { $0.count == nil && $0.until == nil }) {
                last = nil
                var starts = RecurrenceStarts(set, from: .min, through: .max)
                // The first may have been moved by a change that holds from the beginning.
                if let start = try starts.next(&budget) { include(occurrence(start, of: master)) }
                if let change = changes.first, let earliest = first {
                    first = min(earliest, earliest + .seconds(min(0, shift(of: change))))
                }
            } else {
                var starts = RecurrenceStarts(set, from: .min, through: .max)
                do throws(RecurrenceError) {
                    while let start = try starts.next(&budget) {
                        if !isOverridden(start) { include(occurrence(start, of: master)) }
                    }
                } catch {
                    // Too many to be counted: as good as without an end.
                    if first == nil { throw error }
                    last = nil
                }
            }
        }
        guard let first else { return nil }
        return SeriesBounds(firstStart: first, lastEnd: last)
    }
}
