import CivilTime

/// The occurrences of a series by their starts, made one after the other and never kept.
///
/// Overrides are as many as the object has. What the series itself says is in order from one change of
/// this and what follows to the next; a change may move its part before or behind others, so one of each
/// part is looked at, and where clocks can exchange neighbours, those of a day.
public struct Occurrences: Sendable {
    private let series: Series
    private let window: Range<Instant>
    private var overrides: ArraySlice<Occurrence>
    private var runs: [OccurrenceRun]

    init(_ series: Series, in window: Range<Instant>) {
        // Nothing that can be written is outside of these, and they can be counted with.
        let window = window.clamped(to: TimeRange.earliest..<TimeRange.latest)
        self.series = series
        self.window = window
        overrides = series.overrides.map { series.occurrence(of: $0) }
            .filter { $0.overlaps(window) }.sorted { $0.precedes($1) }[...]
        runs = []
        addRun(of: nil)
        for place in series.changes.indices { addRun(of: place) }
    }

    /// Only those that one of the series' components describes.
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

    /// What the master says, or one of its changes, until the next change.
    private mutating func addRun(of place: Int?) {
        guard let master = series.master, !window.isEmpty else { return }
        let changes = series.changes, next = place.map { $0 + 1 } ?? 0
        let end = next < changes.count ? changes[next].key : nil
        runs.append(OccurrenceRun(series, master, place.map { changes[$0] }, before: end, window))
    }

    /// - Returns: nil after the last one.
    /// - Throws: when the budget is used up before the next one is found; what follows is unknown then.
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
