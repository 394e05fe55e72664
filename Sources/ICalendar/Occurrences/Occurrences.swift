import CivilTime

// Occurrences: the times of a series, with its overrides and changes applied.
//
// - `Series` holds the components of one UID; `SeriesPart` is one of them, as far as time is concerned.
// - `Occurrences` steps through the occurrences in a window; `OccurrenceRun` is one of the streams it merges.
// - SeriesOccurrences.swift makes an `Occurrence` from a start; SeriesBounds.swift finds the first start and last end.
// - OccurrenceLines.swift lists occurrences as text.

/// The occurrences of a series by their starts, computed one at a time and not stored.
///
/// Merges sorted streams: the overrides, the series itself up to its first THISANDFUTURE change, and one
/// stream for each such change. Streams may overlap, because a change can move its part. So the first
/// occurrence of each stream is compared. Where clocks can change the order of neighbours, the occurrences of
/// a day are compared.
public struct Occurrences: Sendable {
    private let series: Series
    private let window: Range<Instant>
    private var overrides: ArraySlice<Occurrence>
    private var runs: [OccurrenceRun]

    init(_ series: Series, in window: Range<Instant>) {
        // Every time that can be written is inside this range, and arithmetic on it does not overflow.
        let window = window.clamped(to: TimeRange.earliest..<TimeRange.latest)
        self.series = series
        self.window = window
        overrides = series.overrides.map { series.occurrence(of: $0) }
            .filter { $0.overlaps(window) }.sorted { $0.precedes($1) }[...]
        runs = []
        addRun(of: nil)
        for place in series.changes.indices { addRun(of: place) }
    }

    /// Makes the occurrences that one of the series' components describes.
    init(_ series: Series, ofPart index: Int, in window: Range<Instant>) {
        let window = window.clamped(to: TimeRange.earliest..<TimeRange.latest)
        self.series = series
        self.window = window
        overrides = []
        runs = []
        switch series.roles[index] {
        case .none: break
        case .override(let place): overrides = [series.occurrence(of: series.overrides[place])]
        case .master: addRun(of: nil)
        case .change(let place): addRun(of: place)
        }
    }

    /// Adds the stream of the master or of one of its changes, up to the next change.
    private mutating func addRun(of place: Int?) {
        guard let master = series.master, !window.isEmpty else { return }
        let changes = series.changes, next = place.map { $0 + 1 } ?? 0
        let end = next < changes.count ? changes[next].key : nil
        runs.append(OccurrenceRun(series, master, place.map { changes[$0] }, before: end, window))
    }

    /// Returns the next occurrence.
    ///
    /// - Returns: nil after the last one.
    /// - Throws: `.outOfBudget` if the budget ends before the next one is found; the rest is unknown then.
    public mutating func next(_ budget: inout WorkBudget) throws(RecurrenceError) -> Occurrence? {
        while let occurrence = try merged(&budget) {
            if occurrence.overlaps(window) { return occurrence }
        }
        return nil
    }

    private mutating func merged(_ budget: inout WorkBudget) throws(RecurrenceError) -> Occurrence? {
        try budget.spend(runs.count)
        if overrides.isEmpty, runs.count == 1 { return try runs[0].next(series, &budget) }
        var best = overrides.first, place: Int?
        for index in runs.indices {
            if let best, runs[index].earliest > best.startInstant { continue }
            guard let head = try runs[index].head(series, &budget) else { continue }
            if best.map(head.precedes) ?? true { (best, place) = (head, index) }
        }
        if let place { runs[place].drop() } else { _ = overrides.popFirst() }
        return best
    }
}
